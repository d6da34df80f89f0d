import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as alone from "./alone/main";
import type { Runtime } from "./runtime";

// The pages are a separate bundle in the same process, so a module-level variable would exist twice.
const SHARED = Symbol.for("pricecheck.runtime");
const shared: typeof globalThis & { [SHARED]?: Promise<Runtime> } = globalThis;

/** Makes the runtime of this process that of its pages. */
export function shareRuntime(runtime: Runtime): void {
  shared[SHARED] = Promise.resolve(runtime);
}

/**
 * Returns the runtime of this process for the pages, whose bundle has no code of the service: that of the service when
 * it runs in this process, otherwise a new one from the built service.
 * @throws EnvError without DATABASE_URL when no service runs in this process
 */
export function currentRuntime(): Promise<Runtime> {
  return (shared[SHARED] ??= openAlone());
}

async function openAlone(): Promise<Runtime> {
  const built = pathToFileURL(join(process.cwd(), "dist", "alone.js")).href;
  const { openAloneRuntime }: typeof alone = await import(
    /* webpackIgnore: true */ /* turbopackIgnore: true */ built
  );
  return openAloneRuntime();
}
