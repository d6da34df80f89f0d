"use client";

import { useState } from "react";
import { formatMoney } from "@/app/_components/pricing/format";
import { useLocale } from "@/app/_components/pricing/locale";
import { notify } from "@/app/_components/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import { type Outcome, outcomeOf, refusalOf } from "./outcome";
import type { Shown } from "./shown";
import { useRefresh } from "./use-refresh";

/** Approves as it was seen, waits for the store's receipt, and can take the price back. */
export function useApprove() {
  const client = useTRPCClient();
  const refresh = useRefresh();
  const locale = useLocale();
  const [underway, setUnderway] = useState<ReadonlySet<string>>(new Set());

  /** Approves one and tells nobody; lists are not refreshed. Never rejects. */
  async function approve({ id, version }: Shown): Promise<Outcome & { seconds: string }> {
    const began = performance.now();
    setUnderway((ids) => new Set(ids).add(id));
    const outcome = await client.recommendations.approve
      .mutate({ rec_id: id, version })
      .then(outcomeOf, refusalOf);
    setUnderway((ids) => new Set([...ids].filter((other) => other !== id)));
    return { ...outcome, seconds: ((performance.now() - began) / 1_000).toFixed(1) };
  }

  async function revert(writeBackId: string, title: string): Promise<void> {
    try {
      const answer = await client.writeBacks.revert.mutate({ write_back_id: writeBackId });
      const write = answer.idempotent ? null : answer.write_back;
      const done = write === null || write.status === "applied";
      const open = write?.status === "failed" || write?.status === "conflict";
      notify({
        title: done
          ? `${title}: the price from before is back`
          : `${title}: ${open ? "not reverted" : "being reverted"}`,
        detail: write?.store_answer ?? undefined,
        tone: open ? "bad" : "normal",
      });
    } catch (error) {
      notify({ title: `${title}: not reverted`, detail: failureOf(error).message, tone: "bad" });
    }
    await refresh();
  }

  /** Approves one and shows the receipt, with the way back. */
  async function approveAndTell(rec: Shown): Promise<Outcome> {
    const outcome = await approve(rec);
    const price = rec.recommended_price ? formatMoney(rec.recommended_price, locale) : "";
    const { kind, words, writeBackId, seconds } = outcome;
    if (kind === "applied")
      notify({
        title: `${rec.item.title} is ${price} in your store`,
        detail: `receipt ${writeBackId ?? ""} · ${seconds} s`,
        ...(writeBackId
          ? { action: { label: "Revert", onAction: () => void revert(writeBackId, rec.item.title) } }
          : {}),
      });
    else if (kind === "writing") notify({ title: `${rec.item.title} is approved`, detail: words });
    else if (kind === "failed")
      notify({ title: `${rec.item.title}: not written`, detail: words, tone: "bad", durationMs: null });
    await refresh();
    return outcome;
  }

  return { approve, approveAndTell, revert, underway };
}
