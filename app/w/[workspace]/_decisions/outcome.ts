import type { Outputs } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import { changedSentence } from "./changed-text";
import { decidedSentence } from "./decided";
import type { Shown } from "./shown";

/** What became of one approval. */
export interface Outcome {
  /**
   * applied: the store carries it. writing: approved, the store has not answered. changed: look again. decided:
   * somebody else did, or it was replaced. not_taken: it never arrived. unknown: nobody can tell. failed: refused.
   */
  readonly kind: "applied" | "writing" | "changed" | "failed" | "decided" | "not_taken" | "unknown";
  readonly words: string;
  /** The receipt; only a write that was queued has one. */
  readonly writeBackId: string | null;
  /** Where the row went when it changed: "pending_approval" if it still waits. */
  readonly currentStatus?: string;
}

type Answer = Outputs["recommendations"]["approve"];
type Approved = Pick<Shown, "status" | "write_back">;

/** What the service's answer to an approval means; null where it only says that it was approved before. */
export const outcomeOf = (answer: Answer): Outcome | null =>
  answer.idempotent ? null : writtenOutcome(answer.recommendation);

function writtenOutcome({ status, write_back: write }: Approved): Outcome {
  const writeBackId = write?.id ?? null;
  if (status === "applied")
    return { kind: "applied", words: write?.store_answer ?? "The store carries it.", writeBackId };
  if (status === "failed")
    return { kind: "failed", words: write?.store_answer ?? "The store did not take it.", writeBackId };
  const words =
    write?.status === "unknown"
      ? "The store did not answer clearly. We look until we know; the price is never sent twice."
      : "Approved; the store has not answered yet.";
  return { kind: "writing", words, writeBackId };
}

/**
 * What the row itself tells of an approval whose answer says nothing of it.
 * @param reader the e-mail address of whoever approved
 */
export function outcomeOfRow(row: Shown, reader: string): Outcome {
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

/** What an approval means of which nothing could be found out. */
export const UNKNOWN_OUTCOME: Outcome = {
  kind: "unknown",
  words:
    "The answer was lost and the row cannot be read now. It may have been approved; look before deciding again.",
  writeBackId: null,
};

/** What a refused approval means. Nothing was written. */
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
