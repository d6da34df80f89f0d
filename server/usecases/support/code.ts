import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 8;

/**
 * Creates a code to dictate over the telephone: 40 random bits in two groups, without letters that look like digits.
 */
export function makeCode(): string {
  const text = [...randomBytes(LENGTH)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join("");
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

/** Normalizes a typed code: upper case, no dash, and O, I and L replaced by the digits they resemble. */
const normalize = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");

/**
 * Returns the keyed hash under which a code is stored. The key prevents guessing the 40 bits from a copy of the
 * database.
 */
export const hashCode = (secret: string, requestId: string, code: string): Buffer<ArrayBuffer> =>
  Buffer.from(
    createHmac("sha256", secret)
      .update(`support code ${requestId} ${normalize(code)}`)
      .digest(),
  );

/** Returns whether a typed code matches the stored hash of that request. */
export const codeMatches = (
  secret: string,
  requestId: string,
  typed: string,
  storedHash: Uint8Array,
): boolean => timingSafeEqual(hashCode(secret, requestId, typed), storedHash);
