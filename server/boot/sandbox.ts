import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Env } from "@/server/boot/env";
import { choosePort } from "@/server/db/embedded/port";
import { sandboxStore } from "@/server/stores";

/** The sandbox store of this installation, run by this process or by another one. */
export interface Sandbox extends Awaited<ReturnType<typeof sandboxStore.start>> {
  readonly secret: string;
}

const HOST = "127.0.0.1";
const PROBE = "probe";
const PROBE_TIMEOUT_MS = 1_000;
const ATTEMPTS = 5;

/**
 * Starts the sandbox store on its own port with its own files, or joins the one that another process of the same data
 * directory runs. The port stays the same across restarts while it is free.
 * @throws Error when another program uses the port that SANDBOX_PORT names
 */
export async function openSandbox(env: Env): Promise<Sandbox> {
  const dir = join(env.DATA_DIR, "sandbox");
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const secret = await sandboxStore.secretIn(dir);
  const file = join(dir, "port");
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const running = await findRunning(file, secret);
    if (running) return running;
    const port = env.SANDBOX_PORT || (await choosePort(file));
    const started = await sandboxStore.start({ dir, port, secret, host: HOST }).catch(ignorePortInUse);
    if (started) {
      await writeFile(file, `${port}\n`, { mode: 0o600 });
      return { ...started, secret };
    }
  }
  throw new Error("SANDBOX_PORT: is taken by another program");
}

/** Returns the sandbox store that answers at the port stored in the file; null when none answers. */
async function findRunning(file: string, secret: string): Promise<Sandbox | null> {
  const port = (await readFile(file, "utf8").catch(() => "")).trim();
  if (port === "") return null;
  const url = `http://${HOST}:${port}`;
  const response = await fetch(sandboxStore.urlOf(url, PROBE), {
    headers: { authorization: `Bearer ${sandboxStore.keyOf(secret, PROBE)}` },
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
  }).catch(() => null);
  // Faults are for the calls of the process that runs the store.
  return response?.ok ? { url, secret, rehearse: () => undefined, stop: async () => undefined } : null;
}

/** Returns null when another process took the port first; rethrows any other error. */
function ignorePortInUse(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") return null;
  throw error;
}
