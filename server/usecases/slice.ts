import { SECOND_MS } from "@/server/domain/durations";
import type { Settings } from "./settings";

/** After this time work goes to the end of its queue, so that a large piece of it does not delay the others. */
export const SLICE_MS = 5 * SECOND_MS;

/** A slice is over long before; a worker that was killed is followed by another after this time (milliseconds). */
export const SLICE_LEASE_MS = 10 * SECOND_MS;

/**
 * Begins a slice of work whose pieces are transactions of their own.
 * @returns whether it is over: its time is, or the process stops
 */
export function beginSlice(
  { settings: { sliceMs } }: { readonly settings: Pick<Settings, "sliceMs"> },
  signal: AbortSignal | undefined,
): () => boolean {
  const until = performance.now() + sliceMs;
  return () => signal?.aborted === true || performance.now() >= until;
}
