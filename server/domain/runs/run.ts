export const RUN_STATUSES = ["queued", "running", "succeeded", "failed", "canceled"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** What became of the findings that the circuit breaker held back: they wait for a person, or one released them. */
export const HELD_STATES = ["waiting", "released"] as const;
export type HeldState = (typeof HELD_STATES)[number];

export const RUN_TRIGGERS = ["manual", "schedule", "api", "mcp"] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];

const NEXT: Readonly<Record<RunStatus, readonly RunStatus[]>> = {
  queued: ["running", "failed", "canceled"],
  running: ["succeeded", "failed", "canceled"],
  succeeded: [],
  failed: [],
  canceled: [],
};

/** Whether a run may change from one status to another; the status of a finished run is final. */
export const mayRunBecome = (from: RunStatus, to: RunStatus): boolean => NEXT[from].includes(to);

/** Whether the run's status is final. */
export const isRunFinished = (status: RunStatus): boolean => NEXT[status].length === 0;

/** Returns for how long a run had been running at that time, in milliseconds; 0 for a run that never started. */
export const runDuration = ({ startedAt }: { readonly startedAt: Date | null }, untilMs: number): number =>
  startedAt === null ? 0 : untilMs - startedAt.getTime();

export type RunVerdict =
  | { readonly effect: RunStatus }
  | { readonly idempotent: true }
  | { readonly conflict: RunStatus };

/**
 * Evaluates a cancel: it stops a queued or running run, repeats on a canceled one and conflicts on a finished one.
 */
export function evaluateCancel(status: RunStatus): RunVerdict {
  if (status === "canceled") return { idempotent: true };
  return mayRunBecome(status, "canceled") ? { effect: "canceled" } : { conflict: status };
}

/** Evaluates the release of held recommendations: once, for a run that succeeded and was held. */
export function evaluateRelease(run: {
  readonly status: RunStatus;
  readonly held: boolean;
  readonly released: boolean;
}): RunVerdict {
  if (run.released) return { idempotent: true };
  return run.status === "succeeded" && run.held ? { effect: run.status } : { conflict: run.status };
}
