import { type DemoSignIn, seedDemo } from "@/prisma/seed";
import { reportUnexpected } from "@/server/usecases/report";
import type { Services } from "@/server/usecases/services";

/** The demo while it is filled, or looked for where it is there already. */
export interface DemoFill {
  /** How to sign in to it, once it is whole; null if there is none, and if its filling failed or was stopped. */
  readonly filled: Promise<DemoSignIn | null>;
  isStopped(): boolean;
  /** Ends the work at its next act, which the next start goes on with; resolves when nothing is done any more. */
  stop(): Promise<void>;
}

/**
 * Begins to fill the demo beside the rest of a start, since its past takes longer than all of that. An error is logged,
 * and the service goes on without it.
 */
export function fillDemo(services: Services, seed = seedDemo): DemoFill {
  const stopping = new AbortController();
  const { signal } = stopping;
  const filled = seed(services, { signal }).catch((error: unknown) => {
    if (!signal.aborted) reportUnexpected(services, null, {}, error);
    return null;
  });
  return {
    filled,
    isStopped: () => signal.aborted,
    stop: async () => {
      stopping.abort();
      await filled;
    },
  };
}
