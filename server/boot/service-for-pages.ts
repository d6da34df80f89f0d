import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as alone from "./alone/main";
import type { ForPages } from "./for-pages";

// The pages are a separate bundle in the same process, so a module-level variable would exist twice.
const SHARED = Symbol.for("pricecheck.service");
const shared: typeof globalThis & { [SHARED]?: Promise<ForPages> } = globalThis;

/** Gives the pages of this process what they use of the service. */
export function shareWithPages(service: ForPages): void {
  shared[SHARED] = Promise.resolve(service);
}

/**
 * Returns what the pages use of the service that runs in this process; where none runs, because Next runs alone, of one
 * that is opened from the built service.
 * @throws EnvError without DATABASE_URL when no service runs in this process
 */
export function serviceForPages(): Promise<ForPages> {
  return (shared[SHARED] ??= openAlone());
}

async function openAlone(): Promise<ForPages> {
  const built = pathToFileURL(join(process.cwd(), "dist", "alone.js")).href;
  const { openAloneService }: typeof alone = await import(
    /* webpackIgnore: true */ /* turbopackIgnore: true */ built
  );
  return openAloneService();
}
