import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { link, mkdir, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The name of a store inside the sandbox: a workspace's id, safe as a path segment and a file name. */
export const STORE_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Returns the bearer key of one workspace's store. It is derived from the secret, so that one workspace's key does
 * not open another workspace's store in the same process.
 */
export function sandboxKey(secret: string, storeName: string): string {
  return createHmac("sha256", secret).update(`sandbox store ${storeName}`).digest("base64url");
}

/** Compares two keys in constant time. */
export function sameKey(presented: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(presented), digest(expected));
}

/** Returns the address of one workspace's store in a sandbox with that origin. */
export function sandboxUrl(origin: string, storeName: string): string {
  return `${origin}/stores/${storeName}`;
}

/**
 * Returns the sandbox's secret. It is stored in the sandbox's folder and created on first use, so that the service
 * and a separate sandbox process share it.
 */
export async function sandboxSecret(dir: string): Promise<string> {
  const path = join(dir, "secret");
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const own = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  await writeFile(own, randomBytes(32).toString("base64url"), { mode: 0o600 });
  try {
    // When two processes start together, only the first one creates the link; both read the same file.
    await link(own, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    await unlink(own);
  }
  return (await readFile(path, "utf8")).trim();
}
