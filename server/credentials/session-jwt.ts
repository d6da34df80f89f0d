import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";

/** A session and its person; an `epoch` older than the person's own means that the session was ended. */
export interface SessionSubject {
  readonly sessionId: string;
  readonly userId: string;
  readonly epoch: number;
}

/** The issuer of session JWTs: the installation's secret and its URL. */
export interface SessionIssuer {
  readonly authSecret: string;
  readonly publicUrl: string;
}

const ALGORITHM = "HS256";
const TYPE = "JWT";
const AUDIENCE = "pricecheck-api";
/** Lifetime of a bearer. */
export const SESSION_JWT_MS = 15 * 60 * 1_000;
const LIFETIME_SECONDS = SESSION_JWT_MS / 1_000;
const MAX_JWT_LENGTH = 2_048;

const keys = new Map<string, KeyObject>();

// Bearers and the browser's cookie derive from one secret; a separate key prevents one from being accepted as the
// other.
function signingKey(authSecret: string): KeyObject {
  let key = keys.get(authSecret);
  if (!key) {
    key = createSecretKey(Buffer.from(hkdfSync("sha256", authSecret, "pricecheck", "session bearer", 32)));
    keys.set(authSecret, key);
  }
  return key;
}

/**
 * Signs the bearer of a first-party app: HS256, valid for 15 minutes.
 * @param nowMs time of issue in milliseconds since 1970
 * @returns the JWT and its expiry, ISO 8601 UTC
 */
export async function mintSessionJwt(
  issuer: SessionIssuer,
  subject: SessionSubject,
  nowMs: number,
): Promise<{ jwt: string; expiresAt: string }> {
  const issuedAt = Math.floor(nowMs / 1000);
  const expiry = issuedAt + LIFETIME_SECONDS;
  const jwt = await new SignJWT({ epoch: subject.epoch, sid: subject.sessionId })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setIssuer(issuer.publicUrl)
    .setAudience(AUDIENCE)
    .setSubject(subject.userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiry)
    .sign(signingKey(issuer.authSecret));
  return { jwt, expiresAt: new Date(expiry * 1000).toISOString() };
}

/** Reads person, epoch and session from verified claims; null when one is missing. */
export function subjectOf(claims: Readonly<Record<string, unknown>>): SessionSubject | null {
  const { sub, epoch, sid } = claims;
  if (typeof sub !== "string" || typeof sid !== "string" || !Number.isInteger(epoch)) return null;
  return sub && sid ? { userId: sub, epoch: Number(epoch), sessionId: sid } : null;
}

/**
 * Verifies a bearer of `mintSessionJwt`; returns null for any other: expired, foreign, unsigned, changed or too long.
 */
export async function verifySessionJwt(
  issuer: SessionIssuer,
  jwt: string,
  nowMs: number,
): Promise<SessionSubject | null> {
  if (jwt.length > MAX_JWT_LENGTH) return null;
  try {
    const { payload } = await jwtVerify(jwt, signingKey(issuer.authSecret), {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: issuer.publicUrl,
      audience: AUDIENCE,
      requiredClaims: ["sub", "exp", "iat", "epoch", "sid"],
      currentDate: new Date(nowMs),
      maxTokenAge: LIFETIME_SECONDS,
    });
    return subjectOf(payload);
  } catch {
    return null;
  }
}
