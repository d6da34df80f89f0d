import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { link, mkdir, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Names a store inside the sandbox: a workspace's id, safe as a path segment and a file name. */
export const STORE_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The bearer key of one workspace's store. Derived, so that who holds one workspace's key cannot reach
 * another workspace's store in the same process.
 */
export function sandboxKey(secret: string, storeName: string): string {
  return createHmac("sha256", secret).update(`sandbox store ${storeName}`).digest("base64url");
}

/** Compares in a time that tells nothing about where the two differ. */
export function sameKey(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

/** The address of one workspace's store in a sandbox that listens at `origin`. */
export function sandboxUrl(origin: string, storeName: string): string {
  return `${origin}/stores/${storeName}`;
}

/**
 * The sandbox's secret, kept in its folder and made there on first use, so that the service and a sandbox
 * in a process of its own find the same one.
 */
export async function sandboxSecret(dir: string): Promise<string> {
  const path = join(dir, "secret");
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const own = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  await writeFile(own, randomBytes(32).toString("base64url"), { mode: 0o600 });
  try {
    // Only the first of two processes that start together makes the link; both read the same file.
    await link(own, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    await unlink(own);
  }
  return (await readFile(path, "utf8")).trim();
}
