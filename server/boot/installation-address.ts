import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Env } from "@/server/boot/env";
import { publicUrlOf } from "@/server/boot/services";

const FILE = "address";

/** Writes the service's address to the data directory, for commands that are started with another environment. */
export const storeAddress = (env: Env): Promise<void> =>
  writeFile(join(env.DATA_DIR, FILE), `${publicUrlOf(env)}\n`, { mode: 0o600 });

/**
 * Returns the environment with PUBLIC_URL set to the address stored in the data directory; unchanged if PUBLIC_URL is
 * set.
 */
export async function withStoredAddress(env: Env): Promise<Env> {
  if (env.PUBLIC_URL) return env;
  const stored = await readFile(join(env.DATA_DIR, FILE), "utf8").catch(() => "");
  return stored.trim() === "" ? env : { ...env, PUBLIC_URL: stored.trim() };
}
