"use client";

import { useState } from "react";
import { formatMoney } from "@/app/_components/pricing/format";
import { useLocale } from "@/app/_components/pricing/locale";
import { notify } from "@/app/_components/ui/toast";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPCClient } from "@/app/_trpc/client";
import { callContext } from "@/app/_trpc/lost/answer-link";
import { callOutcomeOf } from "@/app/_trpc/lost/lost-answer";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { type Outcome, outcomeOf, outcomeOfRow, refusalOf, UNKNOWN_OUTCOME } from "./outcome";
import type { RecommendationDetail } from "./recommendation-detail";
import { useRefresh } from "./use-refresh";

/** An outcome, its duration in seconds, and whether the answer was lost. */
export type ReportedOutcome = Outcome & { readonly seconds: string; readonly lost: boolean };

/** Approves recommendations in the version that the person saw, waits for the receipt, and reverts. */
export function useApprove() {
  const client = useTRPCClient();
  const refresh = useRefresh();
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
  async function approve({ id, version, item }: RecommendationDetail): Promise<ReportedOutcome> {
    const startedAt = performance.now();
    let lost = false;
    const context = callContext({ says: `Approve ${item.title}`, onLost: () => (lost = true) });
    setUnderway((ids) => new Set(ids).add(id));
    const outcome = await client.recommendations.approve
      .mutate({ rec_id: id, version }, { context })
      .then(outcomeOf, (error: unknown) => (callOutcomeOf(error) === null ? refusalOf(error) : null));
    const resolved = outcome ?? (await readOutcome(id));
    setUnderway((ids) => new Set([...ids].filter((other) => other !== id)));
    return { ...resolved, lost, seconds: ((performance.now() - startedAt) / 1_000).toFixed(1) };
  }

  async function revert(writeBackId: string, title: string): Promise<void> {
    try {
      const context = callContext({ says: `Take back the price of ${title}` });
      const answer = await client.writeBacks.revert.mutate({ write_back_id: writeBackId }, { context });
      const write = answer.idempotent ? null : answer.write_back;
      const done = write?.status === "applied";
      const open = write?.status === "failed" || write?.status === "conflict";
      notify({
        title: done
          ? `${title}: the price from before is back`
          : `${title}: ${open ? "not reverted" : "being reverted"}`,
        detail: write?.store_answer ?? undefined,
        tone: open ? "bad" : "normal",
      });
    } catch (error) {
      notifyFailure(`${title}: not reverted`)(error);
    }
    await refresh();
  }

  /** Approves one and shows the receipt in a notice with a button that reverts. */
  async function approveAndReport(rec: RecommendationDetail): Promise<ReportedOutcome> {
    const outcome = await approve(rec);
    const price = rec.recommended_price ? formatMoney(rec.recommended_price, locale) : "";
    const { kind, words, writeBackId, seconds } = outcome;
    const { title } = rec.item;
    if (kind === "applied")
      notify({
        title: `${title} is ${price} in your store`,
        detail: `receipt ${writeBackId ?? ""} · ${seconds} s`,
        ...(writeBackId
          ? { action: { label: "Revert", onAction: () => void revert(writeBackId, title) } }
          : {}),
      });
    else if (kind === "writing") notify({ title: `${title} is approved`, detail: words });
    else if (kind === "failed")
      notify({ title: `${title}: not written`, detail: words, tone: "bad", durationMs: null });
    else if (kind === "unknown")
      notify({ title: `${title}: outcome unknown`, detail: words, durationMs: null });
    return outcome;
  }

  return { approve, approveAndReport, revert, underway };
}
