import { randomInt } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";

// Kernels assign ports for outgoing connections from 32768 on.
const LOWEST = 20_000;
const BEYOND = 32_000;
const ATTEMPTS = 100;

/**
 * Returns the port of the last start if it is still free on 127.0.0.1, otherwise a free one below 32768; stores it in
 * `file`.
 * @throws Error when no free port is found
 */
export async function choosePort(file: string): Promise<number> {
  const remembered = rememberedPort(file);
  if (remembered !== null && (await isFree(remembered))) return remembered;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(LOWEST, BEYOND);
    if (await isFree(port)) {
      writeFileSync(file, `${port}\n`, { mode: 0o600 });
      return port;
    }
  }
  throw new Error(`No free port for the embedded PostgreSQL between ${LOWEST} and ${BEYOND}.`);
}

function rememberedPort(file: string): number | null {
  try {
    const port = Number(readFileSync(file, "utf8"));
    return Number.isInteger(port) && port > 0 ? port : null;
  } catch {
    return null;
  }
}

async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
