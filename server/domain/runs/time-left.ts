import type { RunStatus } from "./run";

/** Before that the speed of a run says little. */
const SHORTEST_MS = 2_000;

/** The stored fields of a run that tell how long it still checks items. */
export interface RunPace {
  readonly status: RunStatus;
  readonly done: number;
  readonly total: number | null;
  /** How often a worker has taken it up. */
  readonly fence: number;
  readonly startedAt: Date | null;
  readonly leaseUntil: Date | null;
}

/**
 * Returns for how many seconds a run will still check items, at its speed so far. Null where that is unknown: it has
 * not begun or just has, publishes, was taken up again after its worker had stopped, so that its start says nothing of
 * its speed, or its worker has let its lease pass.
 */
export function secondsLeft(run: RunPace, nowMs: number): number | null {
  const { status, done, total, fence, startedAt, leaseUntil } = run;
  if (status !== "running" || total === null || startedAt === null || leaseUntil === null) return null;
  if (fence !== 1 || done === 0 || done >= total || leaseUntil.getTime() <= nowMs) return null;
  const elapsedMs = nowMs - startedAt.getTime();
  if (elapsedMs < SHORTEST_MS) return null;
  return Math.ceil((elapsedMs * (total - done)) / done / 1_000);
}
