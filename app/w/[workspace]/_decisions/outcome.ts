import type { Outputs } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import { changedSentence } from "./changed-words";

/** What became of one approval. */
export interface Outcome {
  /** applied: the store carries it. writing: approved, the store has not answered. changed: look again. */
  readonly kind: "applied" | "writing" | "changed" | "failed";
  readonly words: string;
  /** The receipt; only a write that was queued has one. */
  readonly writeBackId: string | null;
  /** Where the row went when it changed: "pending_approval" if it still waits. */
  readonly currentStatus?: string;
}

type Answer = Outputs["recommendations"]["approve"];

/** What the service's answer to an approval means. */
export function outcomeOf(answer: Answer): Outcome {
  if (answer.idempotent)
    return { kind: "writing", words: "It had been approved already.", writeBackId: null };
  const { status, write_back: write } = answer.recommendation;
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
