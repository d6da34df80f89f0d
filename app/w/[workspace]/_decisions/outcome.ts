import type { Outputs } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import { changedSentence } from "./changed-text";
import { decidedSentence } from "./decision-text";
import type { RecommendationDetail } from "./recommendation-detail";

/** The outcome of one approval. */
export interface Outcome {
  /**
   * - applied: the store has the price.
   * - writing: approved, the store has not answered.
   * - changed: the inputs changed, the person has to look again.
   * - decided: another person decided it, or it was superseded.
   * - not_taken: the request never arrived.
   * - unknown: the outcome could not be determined.
   * - failed: the store or the service refused it.
   */
  readonly kind: "applied" | "writing" | "changed" | "failed" | "decided" | "not_taken" | "unknown";
  readonly words: string;
  /** The write-back's id; null if none was queued. */
  readonly writeBackId: string | null;
  /** The status after the change: "pending_approval" if it is still pending. */
  readonly currentStatus?: string;
}

type Answer = Outputs["recommendations"]["approve"];
type Approved = Pick<RecommendationDetail, "status" | "write_back">;

/** Translates the answer to an approval; null if it only reports that the approval had taken effect before. */
export const outcomeOf = (answer: Answer): Outcome | null =>
  answer.idempotent ? null : writtenOutcome(answer.recommendation);

function writtenOutcome({ status, write_back: write }: Approved): Outcome {
  const writeBackId = write?.id ?? null;
  if (status === "applied")
    return { kind: "applied", words: write?.store_answer ?? "The store has the new price.", writeBackId };
  if (status === "failed")
    return { kind: "failed", words: write?.store_answer ?? "The store did not accept it.", writeBackId };
  const words =
    write?.status === "unknown"
      ? "The store did not answer clearly. We keep checking; the price is never sent twice."
      : "Approved; the store has not answered yet.";
  return { kind: "writing", words, writeBackId };
}

/**
 * Derives an approval's outcome from the row, when the answer was lost or has no details.
 * @param reader the e-mail address of the person who approved
 */
export function outcomeOfRow(row: RecommendationDetail, reader: string): Outcome {
  const { status, decision } = row;
  const approved = status === "approved" || status === "applied" || status === "failed";
  if (approved && decision?.action === "approve" && decision.by === reader) return writtenOutcome(row);
  if (status === "pending_approval")
    return {
      kind: "not_taken",
      words: "The connection broke before it arrived, so nothing was written. Try again.",
      writeBackId: null,
    };
  return { kind: "decided", words: decidedSentence(row, reader), writeBackId: null };
}

/** The outcome of an approval if neither its answer nor the row could be read. */
export const UNKNOWN_OUTCOME: Outcome = {
  kind: "unknown",
  words:
    "The answer was lost and the row cannot be read now. It may have been approved; check before you decide again.",
  writeBackId: null,
};

/** Translates a refused approval. Nothing was written. */
export function refusalOf(error: unknown): Outcome {
  const { code, message, changed, currentStatus } = failureOf(error);
  const sentence = code === "conflict" ? changedSentence(changed) : null;
  const kind = code === "conflict" ? "changed" : "failed";
  return {
    kind,
    words: sentence ?? message,
    writeBackId: null,
    ...(currentStatus === undefined ? {} : { currentStatus }),
  };
}
