import "./node-version.mjs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBundled, ensureGenerated } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";

/** The project's folder. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Installs and builds what the service needs to run and is missing, then does `next`. If something cannot be made, it
 * says so in one line that begins with `refusal`, and ends the process.
 */
export async function makeReady({
  refusal = "Pricecheck cannot be made ready",
  next = () => undefined,
} = {}) {
  try {
    await ensureInstalled(ROOT, "the dependencies");
    await ensureGenerated(ROOT);
    await ensureBundled(ROOT);
    await next();
  } catch (error) {
    process.stderr.write(`${refusal}: ${error.message}\n`);
    process.exit(1);
  }
}
