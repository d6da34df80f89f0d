import type { RecommendationDetail } from "./recommendation-detail";

type Action = NonNullable<RecommendationDetail["decision"]>["action"];

/** The participle of each decision, at the start of a sentence. */
export const ACTION_LABELS: Readonly<Record<Action, string>> = {
  accept: "Accepted",
  dismiss: "Dismissed",
  snooze: "Snoozed",
  resolve: "Marked as done",
  approve: "Approved",
  reject: "Rejected",
};

const BY_STATUS: Readonly<Partial<Record<RecommendationDetail["status"], Action>>> = {
  accepted: "accept",
  pending_approval: "accept",
  approved: "approve",
  applied: "approve",
  failed: "approve",
  rejected: "reject",
  dismissed: "dismiss",
  resolved: "resolve",
  snoozed: "snooze",
};

/** Returns the decision that led to the present status; null if no person's decision did. */
export function lastDecision({
  status,
  decision,
}: Pick<RecommendationDetail, "status" | "decision">): RecommendationDetail["decision"] {
  return decision && BY_STATUS[status] === decision.action ? decision : null;
}

/** Returns a sentence about what became of an approved price; null for everything else. */
export function outcomeSentence({
  status,
  write_back: write,
}: Pick<RecommendationDetail, "status" | "write_back">): string | null {
  switch (status) {
    case "approved":
      if (write?.waits_reason) return `${write.waits_reason}.`;
      return write?.status === "unknown"
        ? "The store did not answer clearly; it is being checked."
        : "The store has not answered yet.";
    case "applied":
      return write?.revert_status === "applied"
        ? `It was taken back since${restoreClause(write.restore_status)}.`
        : (write?.store_answer ?? "The store has the price.");
    case "failed":
      return write?.may_be_in_store
        ? (write.store_answer ?? "It may have reached the store: look at the price there.")
        : `Not written. ${write?.store_answer ?? "The store did not accept it."}`;
    default:
      return null;
  }
}

type RestoreStatus = NonNullable<RecommendationDetail["write_back"]>["restore_status"];

/** The end of a sentence about a price that was taken back: what became of the newest try to write it again. */
function restoreClause(status: RestoreStatus): string {
  switch (status) {
    case "queued":
    case "sending":
      return ", and is being written again";
    case "unknown":
      return "; whether the store has it again is being checked";
    case "failed":
    case "conflict":
      return ", and was not written again";
    default:
      return "";
  }
}

/** Returns a sentence about who decided it, or why it is not pending any more: "Approved by anna@shop.example." */
export function decidedSentence(
  row: Pick<RecommendationDetail, "status" | "decision">,
  reader: string,
): string {
  const decision = lastDecision(row);
  if (decision)
    return `${ACTION_LABELS[decision.action]} by ${decision.by === reader ? "you" : decision.by}.`;
  return row.status === "superseded" ? "A newer recommendation replaced it." : "It is no longer pending.";
}

type Seen = Pick<RecommendationDetail, "version">;

/** Whether what differs from what the reader has seen is their own decision, and nothing else. */
export const isDecidedBy = (
  reader: string,
  row: Pick<RecommendationDetail, "status" | "decision" | "version">,
  seen: Seen,
): boolean => row.version === seen.version && lastDecision(row)?.by === reader;
