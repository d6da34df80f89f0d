import {
  type CryptoKey,
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type FlattenedJWSInput,
  type JWSHeaderParameters,
} from "jose";
import { z } from "zod";
import { MINUTE_MS } from "@/server/domain/durations";

const TIMEOUT_MS = 5_000;
/**
 * Minimum time between two requests for unknown keys, and between two requests to an issuer that does not respond.
 */
const COOL_DOWN_MS = 5_000;
const MAX_AGE_MS = 10 * MINUTE_MS;
const MAX_DOCUMENT = 256 * 1_024;

type KeySet = ReturnType<typeof createRemoteJWKSet>;
type GetKey = (header?: JWSHeaderParameters, token?: FlattenedJWSInput) => Promise<CryptoKey>;

const Discovered = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });

/** One key source for each issuer and process: all requests share the fetched keys. */
const sets = new Map<string, GetKey>();

/**
 * Returns a function that finds the key of an issuer's signature. Cached keys stay valid while the issuer is
 * unreachable.
 */
export function issuerKeys(issuer: string): GetKey {
  let get = sets.get(issuer);
  if (!get) {
    get = keysOf(issuer);
    sets.set(issuer, get);
  }
  return get;
}

function keysOf(issuer: string): GetKey {
  let keys: Promise<KeySet> | null = null;
  let downUntil = 0;
  const remote = async (): Promise<KeySet> => {
    if (keys === null && Date.now() < downUntil) throw new Error("the issuer did not answer a moment ago");
    keys ??= discover(issuer);
    try {
      return await keys;
    } catch (error) {
      keys = null;
      downUntil = Date.now() + COOL_DOWN_MS;
      throw error;
    }
  };
  return async (header, token) => {
    const set = await remote();
    const cached = set.jwks();
    if (cached && Date.now() < downUntil) return createLocalJWKSet(cached)(header, token);
    try {
      return await set(header, token);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
        throw error;
      downUntil = Date.now() + COOL_DOWN_MS;
      if (!cached) throw error;
      return createLocalJWKSet(cached)(header, token);
    }
  };
}

async function discover(issuer: string): Promise<KeySet> {
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: "error" });
  if (!response.ok) throw new Error(`the issuer's configuration answers ${response.status}`);
  const text = await response.text();
  if (text.length > MAX_DOCUMENT) throw new Error("the issuer's configuration is too large");
  const found = Discovered.parse(JSON.parse(text));
  if (found.issuer !== issuer) throw new Error(`the issuer calls itself ${found.issuer}`);
  return createRemoteJWKSet(new URL(found.jwks_uri), {
    timeoutDuration: TIMEOUT_MS,
    cooldownDuration: COOL_DOWN_MS,
    cacheMaxAge: MAX_AGE_MS,
  });
}
