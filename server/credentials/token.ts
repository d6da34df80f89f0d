import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const FORM = /^pc[kgr]_[0-9A-Za-z]{49}$/;

/** The kind of a secret by its prefix: an API token, a grant's access and refresh token, an application's secret. */
export const SECRET_PREFIX = { token: "pck_", access: "pcg_", refresh: "pcr_", client: "pcs_" } as const;

function base62(value: bigint, length: number): string {
  let rest = value;
  let text = "";
  for (let i = 0; i < length; i++) {
    text = DIGITS.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}

/**
 * Encodes a token from 256 random bits: its prefix, 43 base62 characters, and 6 base62 characters of CRC-32 over what
 * precedes.
 * @param random 32 random bytes
 * @param kind determines the prefix; an API token (`pck_`) by default
 */
export function mintToken(random: Uint8Array, kind: keyof typeof SECRET_PREFIX = "token"): string {
  if (random.length !== 32) throw new RangeError("a token is made of 32 random bytes");
  const body = SECRET_PREFIX[kind] + base62(BigInt(`0x${Buffer.from(random).toString("hex")}`), 43);
  return body + base62(BigInt(crc32(body)), 6);
}

/** Returns whether the text has a token's form and checksum, so that a mistyped token costs no query. */
export function isWellFormedToken(text: string): boolean {
  return FORM.test(text) && text.slice(-6) === base62(BigInt(crc32(text.slice(0, -6))), 6);
}

/** SHA-256 of the token: all that is stored. 256 random bits need no slow hash. */
export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Returns the characters of a token that settings show after its creation. */
export const tokenDisplay = (token: string): { prefix: string; last4: string } => ({
  prefix: token.slice(0, 8),
  last4: token.slice(-4),
});
