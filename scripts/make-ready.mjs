import "./node-version.mjs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBundled, ensureGenerated } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";

/** The project's folder. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Installs and builds what the service needs to run and is missing, then does `next`. If something cannot be made, it
 * says so in one line and ends the process.
 */
export async function makeReady(next) {
  try {
    await ensureInstalled(ROOT, "the dependencies");
    await ensureGenerated(ROOT);
    await ensureBundled(ROOT);
    await next();
  } catch (error) {
    refuse(error);
  }
}

/** Says in one line why nothing can be started, and ends the process. */
export function refuse(error) {
  process.stderr.write(`Pricecheck cannot be made ready: ${error.message}\n`);
  process.exit(1);
}
