import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type CryptoKey, exportJWK, generateKeyPair, type JWK } from "jose";
import { freePort } from "@/server/testing/free-port";

const HERE = dirname(fileURLToPath(import.meta.url));

/** The claims of a person. */
export interface IssuerPerson {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

export interface IssuerOptions {
  readonly redirectUris: readonly string[];
  /** Whether the ID token has the e-mail address, or only the userinfo endpoint; default: the ID token. */
  readonly claimsInIdToken?: boolean;
}

/** A signing key of the issuer, with which tests forge tokens the issuer would never sign. */
export interface IssuerKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly publicJwk: JWK;
}

/** A real OpenID Connect issuer in a separate process. */
export interface IssuerPeer {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** A client of another party at the same issuer. */
  readonly otherClientId: string;
  readonly audience: string;
  /** Returns its current signing key. */
  key(): IssuerKey;
  /** Sets the claims of people, by subject. */
  know(people: Readonly<Record<string, IssuerPerson>>): Promise<void>;
  /** Sets the allowed redirect addresses. */
  setRedirectUris(redirectUris: readonly string[]): Promise<void>;
  /** Switches to a new signing key; the old one is no longer published. */
  rotate(): Promise<void>;
  /** Answers every request with 503 while on. */
  silence(on: boolean): Promise<void>;
  stop(): Promise<void>;
}

async function makeKey(kid: string): Promise<IssuerKey & { readonly jwk: JWK }> {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid, use: "sig", alg: "RS256" };
  const publicJwk = { ...(await exportJWK(publicKey)), kid, use: "sig", alg: "RS256" };
  return { kid, privateKey, publicKey, publicJwk, jwk };
}

/** Starts the issuer on a free port of this machine. */
export async function startIssuer({
  redirectUris,
  claimsInIdToken = true,
}: IssuerOptions): Promise<IssuerPeer> {
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  let key = await makeKey("first");
  let count = 1;
  const clients = (uris: readonly string[]) =>
    ["pricecheck", "somebody-else"].map((client_id) => ({
      client_id,
      client_secret: `the secret of ${client_id}`,
      redirect_uris: [...uris],
    }));
  const setting = {
    port,
    issuer,
    audience: "https://api.pricecheck.test",
    clients: clients(redirectUris),
    keys: [key.jwk],
    people: {},
    claimsInIdToken,
  };
  const child = spawn(process.execPath, ["--import", "tsx", join(HERE, "program.ts")], {
    env: { PATH: process.env.PATH ?? "", NODE_ENV: "test", ISSUER: JSON.stringify(setting) },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  await done(child);
  const reconfigure = async (change: object): Promise<void> => {
    child.send(change);
    await done(child);
  };
  return {
    issuer,
    clientId: "pricecheck",
    clientSecret: "the secret of pricecheck",
    otherClientId: "somebody-else",
    audience: setting.audience,
    key: () => key,
    know: (people) => reconfigure({ people }),
    setRedirectUris: (uris) => reconfigure({ clients: clients(uris) }),
    rotate: async () => {
      count += 1;
      key = await makeKey(`key-${count}`);
      await reconfigure({ keys: [key.jwk] });
    },
    silence: (on) => reconfigure({ silent: on }),
    stop: async () => {
      if (child.exitCode !== null) return;
      const gone = once(child, "exit");
      child.kill();
      await gone;
    },
  };
}

async function done(child: ChildProcess): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  const ended = once(child, "exit", { signal }).then(() => Promise.reject(new Error("the issuer ended")));
  try {
    await Promise.race([once(child, "message", { signal }), ended]);
  } finally {
    ended.catch(() => undefined);
    over.abort();
  }
}
