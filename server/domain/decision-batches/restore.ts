import type { RecommendationStatus } from "../recommendations/recommendation";
import { ALREADY_DONE, type BatchAction, type FallOut } from "./batch";

const refused = (message: string): FallOut => ({ reason: "conflict", changed: [], message });

const NOT_STORED = refused("What it was before is not stored any more.");
const DECIDED_SINCE = refused("Somebody decided it since, or its condition has ended.");
const APPROVED = refused("Somebody has approved it since.");
const HAS_SUCCESSOR = refused("A newer recommendation has taken its place.");

const OPEN: ReadonlySet<RecommendationStatus> = new Set([
  "held",
  "new",
  "accepted",
  "pending_approval",
  "approved",
]);

/** The batch that is put back. */
interface Source {
  readonly action: BatchAction;
  readonly snoozeUntil: Date | null;
}

/** A recommendation that a batch decided, and what it is now. */
interface DecidedRecommendation {
  readonly before: { readonly status: RecommendationStatus } | null;
  readonly statusAfter: string | null;
  readonly doneAt: Date;
  readonly status: RecommendationStatus;
  readonly snoozeUntil: Date | null;
  readonly decision: BatchAction | null;
  readonly decidedAt: Date | null;
  readonly isApproved: boolean;
  readonly hasSuccessor: boolean;
}

/**
 * Returns why a recommendation is not put back as it was before the batch; null if it is. It has to be what the batch
 * left it as, and nobody may have built on that decision.
 */
export function recommendationRestoreRefusal(
  row: DecidedRecommendation,
  source: Source,
  nowMs: number,
): FallOut | null {
  if (row.before === null) return NOT_STORED;
  const isTheDecision =
    row.decision === source.action &&
    row.decidedAt !== null &&
    row.decidedAt.getTime() <= row.doneAt.getTime();
  if (!isTheDecision || row.status !== row.statusAfter) return DECIDED_SINCE;
  if (source.action === "snooze") {
    if (row.snoozeUntil?.getTime() !== source.snoozeUntil?.getTime()) return DECIDED_SINCE;
    if (!isStillPutOff(row, nowMs)) return ALREADY_DONE;
  }
  if (row.isApproved) return APPROVED;
  const reopens = OPEN.has(row.before.status) && !OPEN.has(row.status);
  return reopens && row.hasSuccessor ? HAS_SUCCESSOR : null;
}

/** An alert that a batch decided, and what it is now. */
interface DecidedAlert {
  readonly before: object | null;
  readonly statusAfter: string | null;
  readonly doneAt: Date;
  readonly status: string;
  /** Whether its condition has ended. */
  readonly cleared: boolean;
  readonly snoozeUntil: Date | null;
  readonly resolvedAt: Date | null;
}

/** Returns why an alert is not put back as it was before the batch; null if it is. */
export function alertRestoreRefusal(row: DecidedAlert, source: Source, nowMs: number): FallOut | null {
  if (row.before === null) return NOT_STORED;
  if (row.cleared || row.status !== row.statusAfter) return DECIDED_SINCE;
  if (source.action === "resolve")
    return row.resolvedAt !== null && row.resolvedAt.getTime() <= row.doneAt.getTime() ? null : DECIDED_SINCE;
  if (row.snoozeUntil?.getTime() !== source.snoozeUntil?.getTime()) return DECIDED_SINCE;
  return isStillPutOff(row, nowMs) ? null : ALREADY_DONE;
}

const isStillPutOff = ({ snoozeUntil }: { readonly snoozeUntil: Date | null }, nowMs: number): boolean =>
  snoozeUntil !== null && snoozeUntil.getTime() > nowMs;
