import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";

/** Who a session belongs to; an `epoch` older than the person's own means that it was ended. */
export interface SessionSubject {
  readonly userId: string;
  readonly epoch: number;
}

/** What signs a session: the installation's own secret, for its own address. */
export interface SessionIssuer {
  readonly authSecret: string;
  readonly publicUrl: string;
}

const ALGORITHM = "HS256";
const AUDIENCE = "pricecheck-api";
const LIFETIME_SECONDS = 15 * 60;
const LONGEST = 2_048;

const keys = new Map<string, KeyObject>();

// Signed bearers and the browser's cookie come from one secret; a key of their own keeps one from passing as the other.
function signingKey(authSecret: string): KeyObject {
  let key = keys.get(authSecret);
  if (!key) {
    key = createSecretKey(Buffer.from(hkdfSync("sha256", authSecret, "pricecheck", "session bearer", 32)));
    keys.set(authSecret, key);
  }
  return key;
}

/**
 * Signs the bearer a first-party app holds: HS256, 15 minutes.
 * @param nowMs time of issue in milliseconds since 1970
 * @returns the JWT and when it ends, ISO 8601 UTC
 */
export async function mintSessionJwt(
  issuer: SessionIssuer,
  subject: SessionSubject,
  nowMs: number,
): Promise<{ jwt: string; expiresAt: string }> {
  const issuedAt = Math.floor(nowMs / 1000);
  const expiry = issuedAt + LIFETIME_SECONDS;
  const jwt = await new SignJWT({ epoch: subject.epoch })
    .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
    .setIssuer(issuer.publicUrl)
    .setAudience(AUDIENCE)
    .setSubject(subject.userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiry)
    .sign(signingKey(issuer.authSecret));
  return { jwt, expiresAt: new Date(expiry * 1000).toISOString() };
}

/** Reads a bearer that `mintSessionJwt` signed; null for anything else: expired, foreign, unsigned, changed or too long. */
export async function verifySessionJwt(
  issuer: SessionIssuer,
  jwt: string,
  nowMs: number,
): Promise<SessionSubject | null> {
  if (jwt.length > LONGEST) return null;
  try {
    const { payload } = await jwtVerify(jwt, signingKey(issuer.authSecret), {
      algorithms: [ALGORITHM],
      issuer: issuer.publicUrl,
      audience: AUDIENCE,
      requiredClaims: ["sub", "exp", "iat", "epoch"],
      currentDate: new Date(nowMs),
      maxTokenAge: LIFETIME_SECONDS,
    });
    const { sub, epoch } = payload;
    return sub && typeof epoch === "number" && Number.isInteger(epoch) ? { userId: sub, epoch } : null;
  } catch {
    return null;
  }
}
