import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Env } from "@/server/boot/env";
import { publicUrlOf } from "@/server/boot/services";

const FILE = "address";

/** Leaves the service's address in the data directory, for commands that are started with another environment. */
export const noteAddress = (env: Env): Promise<void> =>
  writeFile(join(env.DATA_DIR, FILE), `${publicUrlOf(env)}\n`, { mode: 0o600 });

/** The environment with the address that the service of its data directory answers at, unless it names one itself. */
export async function withNotedAddress(env: Env): Promise<Env> {
  if (env.PUBLIC_URL) return env;
  const noted = await readFile(join(env.DATA_DIR, FILE), "utf8").catch(() => "");
  return noted.trim() === "" ? env : { ...env, PUBLIC_URL: noted.trim() };
}
