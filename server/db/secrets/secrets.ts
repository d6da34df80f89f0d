import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/**
 * The table, row and workspace of a sealed secret, which are authenticated with it: a copy in another row or
 * workspace cannot be opened.
 */
export interface SecretLocation {
  readonly table: string;
  readonly row: string;
  readonly workspaceId: string;
}

const CIPHER = "aes-256-gcm";
const KEY_VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + IV_BYTES + TAG_BYTES;

const keyOf = (encryptionKey: string, version: number): Buffer =>
  Buffer.from(hkdfSync("sha256", encryptionKey, "pricecheck", `stored secrets ${version}`, 32));

const boundTo = (location: SecretLocation, version: number): Buffer =>
  Buffer.from([location.table, location.row, location.workspaceId, String(version)].join("|"), "utf8");

/**
 * Encrypts a secret for one row: AES-256-GCM, random IV, key derived by HKDF-SHA-256.
 * @returns key version (1 byte), IV (12), tag (16), ciphertext
 */
export function sealSecret(
  encryptionKey: string,
  location: SecretLocation,
  secret: string,
): Buffer<ArrayBuffer> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(encryptionKey, KEY_VERSION), iv);
  cipher.setAAD(boundTo(location, KEY_VERSION));
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.of(KEY_VERSION), iv, cipher.getAuthTag(), sealed]);
}

/**
 * Decrypts a secret that `sealSecret` encrypted for the same row.
 * @throws Error when the key differs, the bytes were changed or they belong to another row
 */
export function openSecret(encryptionKey: string, location: SecretLocation, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  const version = bytes[0];
  if (version !== KEY_VERSION || bytes.length < HEAD_BYTES)
    throw new Error("a stored secret has an unknown form");
  const iv = bytes.subarray(1, 1 + IV_BYTES);
  const decipher = createDecipheriv(CIPHER, keyOf(encryptionKey, version), iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(boundTo(location, version));
  decipher.setAuthTag(bytes.subarray(1 + IV_BYTES, HEAD_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(HEAD_BYTES)), decipher.final()]).toString("utf8");
  } catch (cause) {
    throw new Error("a stored secret cannot be opened: another key, changed bytes or another place", {
      cause,
    });
  }
}
