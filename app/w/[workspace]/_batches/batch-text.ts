import type { Inputs, Outputs } from "@/app/_trpc/client";

/** A batch of decisions as the service shows it. */
export type Batch = Outputs["decisionBatches"]["get"];
export type BatchAction = Inputs["decisionBatches"]["create"]["action"];

interface Words {
  /** "Approve 300 price changes" */
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
  resolve: { verb: "Mark", underway: "Marking", done: "marked as handled" },
  revert: { verb: "Take back", underway: "Taking back", done: "taken back" },
  snooze: { verb: "Snooze", underway: "Snoozing", done: "snoozed" },
};

/** "1 waits for a second person", "120 wait for a second person" */
export const awaitingSecond = (count: number, text: (count: number) => string): string =>
  `${text(count)} ${count === 1 ? "waits" : "wait"} for a second person`;

/** "1 price change", "5,000 price changes" */
export const priceChanges = (count: number, text: (count: number) => string): string =>
  `${text(count)} price ${count === 1 ? "change" : "changes"}`;

/** Whether a batch has written prices. The first of two approvals is done as well, but writes none. */
export const canBeTakenBack = ({ action, progress }: Pick<Batch, "action" | "progress">): boolean =>
  (action === "approve" || action === "revert") && progress.done > progress.first_approvals;
