import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 8;

/** A code to read out over the telephone: 40 random bits in two groups, without letters that look like digits. */
export function makeCode(): string {
  const text = [...randomBytes(LENGTH)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join("");
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

/** The code as it is compared: any case, with or without the dash, and O, I and L as the digits they are taken for. */
const plain = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");

/** What is kept of a code: keyed, so that the few bits of it cannot be tried out on a copy of the database. */
export const hashCode = (secret: string, requestId: string, code: string): Buffer<ArrayBuffer> =>
  Buffer.from(
    createHmac("sha256", secret)
      .update(`support code ${requestId} ${plain(code)}`)
      .digest(),
  );

/** Whether a typed code is the one that was kept for that request. */
export const codeHolds = (secret: string, requestId: string, typed: string, kept: Uint8Array): boolean =>
  timingSafeEqual(hashCode(secret, requestId, typed), kept);
