import { createHmac, timingSafeEqual } from "node:crypto";

/** Returns whether a signature is the HMAC-SHA256 of the raw body under a secret, in base64. */
export function isSignedBy(secret: string, body: Uint8Array, signature: string): boolean {
  const own = createHmac("sha256", secret).update(body).digest();
  const theirs = Buffer.from(signature, "base64");
  return theirs.length === own.length && timingSafeEqual(theirs, own);
}
