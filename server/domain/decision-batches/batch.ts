import type { DomainError } from "@/server/domain/errors";
import { BLOCKERS, type BlockerCode } from "@/server/domain/recommendations/blockers";
import { MINUTE_MS } from "../durations";
import { RECOMMENDATION_OPERATIONS, RECOMMENDATION_STATUSES } from "../recommendations/recommendation";

/** What a batch is about. They are stored. */
export const BATCH_SUBJECTS = ["recommendations", "alerts", "items"] as const;
export type BatchSubjectKind = (typeof BATCH_SUBJECTS)[number];

/**
 * What a batch does with each of its subjects: a decision, an edit of items, or it takes an applied price back, or puts
 * back what another batch did.
 */
export const BATCH_ACTIONS = [...RECOMMENDATION_OPERATIONS, "edit", "revert", "restore"] as const;
export type BatchAction = (typeof BATCH_ACTIONS)[number];

/** The decisions on alerts. */
export const ALERT_OPERATIONS = ["resolve", "snooze"] as const satisfies readonly BatchAction[];
export type AlertOperation = (typeof ALERT_OPERATIONS)[number];

/** What writes nothing to a store and is no answer to a colleague, so that a batch of it is put back. */
const RESTORABLE = [
  "accept",
  "dismiss",
  "snooze",
  "resolve",
  "edit",
] as const satisfies readonly BatchAction[];
export type RestorableAction = (typeof RESTORABLE)[number];
export const isRestorable = (action: BatchAction): action is RestorableAction =>
  RESTORABLE.some((each) => each === action);

/** What a batch leaves one of its subjects as: a status of a recommendation, or of an alert. */
export const BATCH_ITEM_STATUSES = [...RECOMMENDATION_STATUSES, "open", "snoozed"] as const;
export type BatchItemStatus = (typeof BATCH_ITEM_STATUSES)[number];

/** The statuses of a row. `expired` is not among them: it replaces `preview` in what callers see. */
export const BATCH_STATUSES = ["preview", "running", "finished", "canceled"] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];
export const VISIBLE_BATCH_STATUSES = [...BATCH_STATUSES, "expired"] as const;
export type VisibleBatchStatus = (typeof VISIBLE_BATCH_STATUSES)[number];

/** What came of one subject of a batch. One that waits has none. */
export const BATCH_OUTCOMES = ["done", "fell_out", "canceled"] as const;
export type BatchOutcome = (typeof BATCH_OUTCOMES)[number];

export const MAX_BATCH_SIZE = 10_000;
/** The most items that a batch edits: those of a large catalog. */
export const MAX_EDIT_BATCH = 100_000;
/** How long a preview can be confirmed. */
export const PREVIEW_LIFETIME_MS = 30 * MINUTE_MS;

/** Returns the status that callers see: a preview expires by itself. */
export const visibleBatchStatus = (
  { status, expiresAt }: { readonly status: BatchStatus; readonly expiresAt: Date },
  nowMs: number,
): VisibleBatchStatus => (status === "preview" && expiresAt.getTime() <= nowMs ? "expired" : status);

/** The tags that a batch adds to items and removes from them. */
export interface TagEdit {
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
}

/** Why something is left as it is by its batch. */
export interface FallOut {
  /** `changed`, `already_done`, or the code of the error that the single operation ends with. */
  readonly reason: string;
  /** The inputs and guards of `changed`, as a conflict of the single operation lists them. */
  readonly changed: readonly string[];
  readonly message: string;
}

export const ALREADY_DONE: FallOut = {
  reason: "already_done",
  changed: [],
  message: "The decision has taken effect already.",
};

/** Converts the refusal of a single decision. */
export function fallOutOf(error: DomainError): FallOut {
  const changed = error.extra.changed ?? [];
  return { reason: changed.length === 0 ? error.code : "changed", changed, message: error.message };
}

/** Returns why an approval would be refused for these changes; there has to be one at least. */
export function changedFallOut(changed: readonly BlockerCode[]): FallOut {
  return { reason: "changed", changed, message: changed.map(textOf).join(" ") };
}

function textOf(code: BlockerCode): string {
  const { kind, approval } = BLOCKERS[code];
  if (kind === "input") return `Since the recommendation, ${approval} changed.`;
  return kind === "guard" ? `${approval.charAt(0).toUpperCase()}${approval.slice(1)}.` : approval;
}
