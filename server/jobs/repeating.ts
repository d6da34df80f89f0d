import type { Log } from "@/server/usecases/services";

/** Work that repeats until it is stopped. */
export interface Repeating {
  /** Resolves when the current round has ended. */
  stop(): Promise<void>;
}

/**
 * Does the work now and again `intervalMs` after each round, one round at a time; logs the error of a failed round
 * and continues.
 * @param description description of the work for the log
 */
export function repeat(
  log: Log,
  description: string,
  work: () => Promise<void>,
  intervalMs: number,
): Repeating {
  let stopped = false;
  let current: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const next = (delayMs: number): void => {
    timer = setTimeout(() => {
      current = work()
        .catch((error: unknown) => log.warn({ error: String(error) }, `${description} failed`))
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
