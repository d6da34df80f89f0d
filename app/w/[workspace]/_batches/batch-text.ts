import type { Inputs, Outputs } from "@/app/_trpc/client";
import { isRestorable } from "@/server/domain/decision-batches/batch";

/** A batch of decisions as the service shows it. */
export type Batch = Outputs["decisionBatches"]["get"];
export type BatchAction = Inputs["decisionBatches"]["create"]["action"];

interface Words {
  /** "Approve 300 price changes", "Resolve 40 alerts" */
  readonly verb: string;
  /** "Approving 300 price changes" */
  readonly underway: string;
  /** "300 approved" */
  readonly done: string;
}

export const BATCH_WORDS: Readonly<Record<Batch["action"], Words>> = {
  accept: { verb: "Accept", underway: "Accepting", done: "accepted" },
  approve: { verb: "Approve", underway: "Approving", done: "approved" },
  reject: { verb: "Reject", underway: "Rejecting", done: "rejected" },
  dismiss: { verb: "Dismiss", underway: "Dismissing", done: "dismissed" },
  resolve: { verb: "Resolve", underway: "Resolving", done: "marked as done" },
  edit: { verb: "Edit", underway: "Editing", done: "edited" },
  restore: { verb: "Put back", underway: "Putting back", done: "put back" },
  revert: { verb: "Take back", underway: "Taking back", done: "taken back" },
  snooze: { verb: "Snooze", underway: "Snoozing", done: "snoozed" },
};

/** The words for what a batch does. */
export function wordsOf({ of, action, accept = false }: Subject): Words {
  if (accept)
    return { ...BATCH_WORDS.approve, verb: "Accept and approve", underway: "Accepting and approving" };
  return of === "alerts" && action === "resolve"
    ? { verb: "Resolve", underway: "Resolving", done: "resolved" }
    : BATCH_WORDS[action];
}

/** "1 waits for a second person", "120 wait for a second person" */
export const awaitingSecond = (count: number, text: (count: number) => string): string =>
  `${text(count)} ${count === 1 ? "waits" : "wait"} for a second person`;

/** What a batch is about. */
export type Subject = Pick<Batch, "of" | "action"> & Partial<Pick<Batch, "accept">>;

const OF_RECOMMENDATIONS: ReadonlySet<Batch["action"]> = new Set(["accept", "dismiss", "resolve", "restore"]);

function nounOf({ of, action }: Subject): string {
  if (of === "alerts") return "alert";
  if (of === "items") return "item";
  return OF_RECOMMENDATIONS.has(action) ? "recommendation" : "price change";
}

/** "1 price change", "5,000 alerts" */
export const subjects = (subject: Subject, count: number, text: (count: number) => string): string =>
  `${text(count)} ${nounOf(subject)}${count === 1 ? "" : "s"}`;

/** What takes a batch back: `revert` the prices that it wrote, `restore` its decisions. */
export type TakingBack = Extract<Batch["action"], "revert" | "restore">;

/**
 * Returns what takes a batch back; null if nothing does, or if it did nothing. The first of two approvals is done as
 * well, but writes no price.
 */
export function takenBackBy({ action, progress }: Pick<Batch, "action" | "progress">): TakingBack | null {
  if (action === "approve" || action === "revert")
    return progress.done > progress.first_approvals ? "revert" : null;
  return isRestorable(action) && progress.done > 0 ? "restore" : null;
}
