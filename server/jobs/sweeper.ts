import { addFoundJobs, TASK_NAMES } from "@/server/db/queue";
import type { Services } from "@/server/usecases/acting";
import { TASKS } from "./tasks";

const MOST = 100;

/**
 * Looks once for work that waits without anybody holding it (its worker was killed, or its job is held by a dead one
 * for hours) and gives it a new job. Finding the same twice is harmless.
 */
export async function sweep(services: Services): Promise<void> {
  for (const name of TASK_NAMES) {
    const found = await TASKS[name]?.due(services, MOST);
    if (found !== undefined) await addFoundJobs(services.db, name, found);
  }
}

/** Sweeps every `intervalMs`, one sweep at a time; a sweep that fails is told to the log and tried again. */
export function startSweeper(services: Services, intervalMs: number): { stop(): Promise<void> } {
  let stopped = false;
  let current: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const next = (delayMs: number): void => {
    timer = setTimeout(() => {
      current = sweep(services)
        .catch((error: unknown) =>
          services.log.warn({ error: String(error) }, "looking for waiting work failed"),
        )
        .then(() => {
          if (!stopped) next(intervalMs);
        });
    }, delayMs);
  };
  next(0);
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
