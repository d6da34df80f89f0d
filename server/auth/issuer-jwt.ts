import { decodeProtectedHeader, jwtVerify, type ProtectedHeaderParameters } from "jose";
import type { IdentityProvider } from "@/server/usecases/settings";
import { issuerKeys } from "./issuer-keys";

/** Asymmetric algorithms only: a verification key cannot create signatures. */
const ALGORITHMS = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];
/** Header fields that contain a key or point to one; a JWT with any of them is rejected. */
const OWN_KEYS = ["jwk", "jku", "x5u"] as const;
const TYPES = new Set(["jwt", "at+jwt", "application/jwt", "application/at+jwt"]);
const MAX_JWT_LENGTH = 8_192;
const MAX_SUBJECT = 255;
const SKEW_SECONDS = 30;
const MAX_TOKEN_AGE = "24h";

/** The subject of an identity provider's bearer, and its time of issue in milliseconds since 1970. */
export interface IssuerClaims {
  readonly subject: string;
  readonly issuedAtMs: number;
}

/**
 * Verifies a bearer that the identity provider signed for this installation. Returns null for any other bearer:
 * expired, for another audience, from another issuer, signed by a key that is not the issuer's, or when the key
 * cannot be fetched.
 */
export async function verifyIssuerJwt(
  issuer: IdentityProvider,
  jwt: string,
  nowMs: number,
): Promise<IssuerClaims | null> {
  if (jwt.length > MAX_JWT_LENGTH) return null;
  try {
    if (!isPlain(decodeProtectedHeader(jwt))) return null;
    const { payload } = await jwtVerify(jwt, issuerKeys(issuer.issuer), {
      algorithms: ALGORITHMS,
      issuer: issuer.issuer,
      audience: issuer.audience,
      requiredClaims: ["iss", "sub", "aud", "exp", "iat"],
      currentDate: new Date(nowMs),
      clockTolerance: SKEW_SECONDS,
      maxTokenAge: MAX_TOKEN_AGE,
    });
    const { sub, iat, aud, azp } = payload;
    if (!sub || sub.length > MAX_SUBJECT || iat === undefined) return null;
    // Rejects a token for our client that another client requested, and one for several audiences.
    const forClient = issuer.audience === issuer.clientId;
    if (forClient && (azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== issuer.clientId))
      return null;
    return { subject: sub, issuedAtMs: iat * 1_000 };
  } catch {
    return null;
  }
}

function isPlain(header: ProtectedHeaderParameters): boolean {
  const type: unknown = header.typ;
  if (type !== undefined && !(typeof type === "string" && TYPES.has(type.toLowerCase()))) return false;
  return OWN_KEYS.every((name) => !(name in header));
}
