import type { Outputs } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import { changedSentence } from "./changed-text";
import { decidedSentence } from "./decision-text";
import type { RecommendationDetail } from "./recommendation-detail";

/** The outcome of one approval. */
export interface Outcome {
  /**
   * - applied: the store has the price.
   * - first_of_two: approved, and a second person has to approve too.
   * - writing: approved, the store has not answered.
   * - changed: the inputs changed, the person has to look again.
   * - decided: another person decided it, or it was superseded.
   * - not_taken: the request never arrived.
   * - unknown: the outcome could not be determined.
   * - failed: the store or the service refused it.
   */
  readonly kind:
    | "applied"
    | "first_of_two"
    | "writing"
    | "changed"
    | "failed"
    | "decided"
    | "not_taken"
    | "unknown";
  readonly message: string;
  /** The write-back's id; null if none was queued. */
  readonly writeBackId: string | null;
}

type ApproveResponse = Outputs["recommendations"]["approve"];
type Approved = Pick<RecommendationDetail, "status" | "write_back">;

/** Translates the answer to an approval; null if it only reports that the approval had taken effect before. */
export const outcomeOf = (response: ApproveResponse): Outcome | null =>
  response.idempotent ? null : writtenOutcome(response.recommendation);

function writtenOutcome({ status, write_back: write }: Approved): Outcome {
  const writeBackId = write?.id ?? null;
  if (status === "pending_approval")
    return {
      kind: "first_of_two",
      message:
        "Your approval counts. Two people decide about this price, so somebody else has to approve it too.",
      writeBackId,
    };
  if (status === "applied")
    return { kind: "applied", message: write?.store_answer ?? "The store has the new price.", writeBackId };
  if (status === "failed")
    return { kind: "failed", message: write?.store_answer ?? "The store did not accept it.", writeBackId };
  if (write?.waits_reason) return { kind: "writing", message: `${write.waits_reason}.`, writeBackId };
  const message =
    write?.status === "unknown"
      ? "The store did not answer clearly. We keep checking; the price is never sent twice."
      : "Approved; the store has not answered yet.";
  return { kind: "writing", message, writeBackId };
}

/**
 * Derives an approval's outcome from the row, when the answer was lost or has no details.
 * @param reader the e-mail address of the person who approved
 */
export function outcomeOfRow(row: RecommendationDetail, reader: string): Outcome {
  const { status, decision } = row;
  const approved = status === "approved" || status === "applied" || status === "failed";
  if (approved && decision?.action === "approve" && decision.by === reader) return writtenOutcome(row);
  if (status === "pending_approval" && row.approvals?.by.some(({ by }) => by === reader))
    return writtenOutcome(row);
  if (status === "pending_approval" || status === "new")
    return {
      kind: "not_taken",
      message: "The connection broke before it arrived, so nothing was written. Try again.",
      writeBackId: null,
    };
  return { kind: "decided", message: decidedSentence(row, reader), writeBackId: null };
}

/** The outcome of an approval if neither its answer nor the row could be read. */
export const UNKNOWN_OUTCOME: Outcome = {
  kind: "unknown",
  message:
    "The answer was lost and the row cannot be read now. It may have been approved; check before you decide again.",
  writeBackId: null,
};

/** The statuses in which nobody has decided about a price. */
const OPEN: readonly (string | undefined)[] = ["new", "held", "pending_approval"];

/** Translates a refused approval. Nothing was written. */
export function refusalOf(error: unknown): Outcome {
  const { code, message, changed, currentStatus } = failureOf(error);
  if (code !== "conflict") return { kind: "failed", message, writeBackId: null };
  const sentence = changedSentence(changed);
  const kind = sentence === null && !OPEN.includes(currentStatus) ? "decided" : "changed";
  return { kind, message: sentence ?? message, writeBackId: null };
}
