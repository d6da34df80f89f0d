"use client";

import { useState } from "react";
import { formatMoney } from "@/app/_components/pricing/format";
import { useLocale } from "@/app/_components/pricing/locale";
import { notify } from "@/app/_components/ui/toast";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPCClient } from "@/app/_trpc/client";
import { callOutcomeOf } from "@/app/_trpc/lost/lost-response";
import { callContext } from "@/app/_trpc/lost/response-link";
import { type Outcome, outcomeOf, outcomeOfRow, refusalOf, UNKNOWN_OUTCOME } from "./approval-outcome";
import type { SentDecision } from "./delayed-calls";
import { useDelayedCalls } from "./delayed-calls-provider";
import type { RecommendationDetail } from "./recommendation-detail";
import { useRevert } from "./use-revert";

/** An outcome, its duration in seconds, and whether the answer was lost. */
export type ReportedOutcome = Outcome & { readonly seconds: string; readonly lost: boolean };

/** Approves recommendations in the version that the person saw and waits for the receipt. */
export function useApprove() {
  const client = useTRPCClient();
  const revert = useRevert();
  const locale = useLocale();
  const { reader } = useWorkspace();
  const { sent } = useDelayedCalls();
  const [underway, setUnderway] = useState<ReadonlySet<string>>(new Set());

  /** Determines the outcome from the row, if the answer does not have it. */
  const readOutcome = (id: string): Promise<Outcome> =>
    client.recommendations.detail.query({ rec_id: id }).then(
      (row) => outcomeOfRow(row, reader),
      () => UNKNOWN_OUTCOME,
    );

  /**
   * Approves one without a notice and without refreshing lists; one that nobody accepted is accepted by it. Never
   * rejects.
   */
  async function approve(
    { id, version, item, status }: RecommendationDetail,
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
    const noteDone = sent({
      title: item.title,
      takeBack: null,
      why: "Its approval has not been answered yet.",
    });
    const outcome = await client.recommendations.approve
      .mutate({ rec_id: id, version, accept: status !== "pending_approval" }, { context })
      .then(outcomeOf, (error: unknown) => (callOutcomeOf(error) === null ? refusalOf(error) : null));
    const resolved = outcome ?? (await readOutcome(id));
    setUnderway((ids) => new Set([...ids].filter((other) => other !== id)));
    noteDone(undoOf(resolved, item.title));
    return { ...resolved, lost, seconds: ((performance.now() - startedAt) / 1_000).toFixed(1) };
  }

  function undoOf({ kind, message, writeBackId }: Outcome, title: string): SentDecision {
    if (kind === "applied" && writeBackId)
      return { title, takeBack: () => void revert(writeBackId, title), why: "" };
    const hasEffect = kind === "first_of_two" || kind === "writing" || kind === "applied";
    return { title, takeBack: null, why: hasEffect || kind === "unknown" ? message : "Nothing was written." };
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
