"use client";

import { useState } from "react";
import { formatMoney } from "@/app/_components/pricing/format";
import { useLocale } from "@/app/_components/pricing/locale";
import { notify } from "@/app/_components/ui/toast";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPCClient } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import { callOutcomeOf } from "@/app/_trpc/lost/lost-response";
import { callContext } from "@/app/_trpc/lost/response-link";
import { changedSentence } from "./changed-text";
import { decidedSentence } from "./decision-text";
import type { RecommendationDetail } from "./recommendation-detail";
import { useRevert } from "./use-revert";

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
  /** The status after the change: "pending_approval" if it is still pending. */
  readonly currentStatus?: string;
}

/** An outcome, its duration in seconds, and whether the answer was lost. */
export type ReportedOutcome = Outcome & { readonly seconds: string; readonly lost: boolean };

/** Approves recommendations in the version that the person saw and waits for the receipt. */
export function useApprove() {
  const client = useTRPCClient();
  const revert = useRevert();
  const locale = useLocale();
  const { reader } = useWorkspace();
  const [underway, setUnderway] = useState<ReadonlySet<string>>(new Set());

  /** Determines the outcome from the row, if the answer does not have it. */
  const readOutcome = (id: string): Promise<Outcome> =>
    client.recommendations.detail.query({ rec_id: id }).then(
      (row) => outcomeOfRow(row, reader),
      () => UNKNOWN_OUTCOME,
    );

  /** Approves one without a notice and without refreshing lists. Never rejects. */
  async function approve(
    { id, version, item }: RecommendationDetail,
    onLost: () => void = () => undefined,
  ): Promise<ReportedOutcome> {
    const startedAt = performance.now();
    let lost = false;
    const noteLost = () => {
      lost = true;
      onLost();
    };
    const context = callContext({ says: `Approve ${item.title}`, onLost: noteLost });
    setUnderway((ids) => new Set(ids).add(id));
    const outcome = await client.recommendations.approve
      .mutate({ rec_id: id, version }, { context })
      .then(outcomeOf, (error: unknown) => (callOutcomeOf(error) === null ? refusalOf(error) : null));
    const resolved = outcome ?? (await readOutcome(id));
    setUnderway((ids) => new Set([...ids].filter((other) => other !== id)));
    return { ...resolved, lost, seconds: ((performance.now() - startedAt) / 1_000).toFixed(1) };
  }

  /**
   * Approves one and shows the receipt in a notice with a button that reverts.
   * @param onLost called when the answer does not come back, before the outcome is known
   */
  async function approveAndReport(rec: RecommendationDetail, onLost: () => void): Promise<ReportedOutcome> {
    const outcome = await approve(rec, onLost);
    const price = rec.recommended_price ? formatMoney(rec.recommended_price, locale) : "";
    const { kind, message, writeBackId, seconds } = outcome;
    const { title } = rec.item;
    if (kind === "applied")
      notify({
        title: `${title} is ${price} in your store`,
        detail: `receipt ${writeBackId ?? ""} · ${seconds} s`,
        ...(writeBackId
          ? { action: { label: "Revert", onAction: () => void revert(writeBackId, title) } }
          : {}),
      });
    else if (kind === "first_of_two") notify({ title: `${title}: approved by you`, detail: message });
    else if (kind === "writing") notify({ title: `${title} is approved`, detail: message });
    else if (kind === "failed")
      notify({ title: `${title}: not written`, detail: message, tone: "bad", durationMs: null });
    else if (kind === "unknown")
      notify({ title: `${title}: outcome unknown`, detail: message, durationMs: null });
    return outcome;
  }

  return { approve, approveAndReport, underway };
}

type ApproveResponse = Outputs["recommendations"]["approve"];
type Approved = Pick<RecommendationDetail, "status" | "write_back">;

/** Translates the answer to an approval; null if it only reports that the approval had taken effect before. */
const outcomeOf = (response: ApproveResponse): Outcome | null =>
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
function outcomeOfRow(row: RecommendationDetail, reader: string): Outcome {
  const { status, decision } = row;
  const approved = status === "approved" || status === "applied" || status === "failed";
  if (approved && decision?.action === "approve" && decision.by === reader) return writtenOutcome(row);
  if (status === "pending_approval" && row.approvals?.by.some(({ by }) => by === reader))
    return writtenOutcome(row);
  if (status === "pending_approval")
    return {
      kind: "not_taken",
      message: "The connection broke before it arrived, so nothing was written. Try again.",
      writeBackId: null,
    };
  return { kind: "decided", message: decidedSentence(row, reader), writeBackId: null };
}

/** The outcome of an approval if neither its answer nor the row could be read. */
const UNKNOWN_OUTCOME: Outcome = {
  kind: "unknown",
  message:
    "The answer was lost and the row cannot be read now. It may have been approved; check before you decide again.",
  writeBackId: null,
};

/** Translates a refused approval. Nothing was written. */
function refusalOf(error: unknown): Outcome {
  const { code, message, changed, currentStatus } = failureOf(error);
  const sentence = code === "conflict" ? changedSentence(changed) : null;
  const kind = code === "conflict" ? "changed" : "failed";
  return {
    kind,
    message: sentence ?? message,
    writeBackId: null,
    ...(currentStatus === undefined ? {} : { currentStatus }),
  };
}
