"use client";

import { useQuery } from "@tanstack/react-query";
import { useNow } from "@/app/_components/pricing/clock";
import type { WireMoney } from "@/app/_components/pricing/contract-types";
import { PriceHistoryChart } from "@/app/_components/pricing/price-history-chart";
import { Skeleton } from "@/app/_components/ui/skeleton";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import { DAY_MS } from "@/server/domain/durations";
import { ENTRY_KEPT_MS } from "./use-open-entry";
import { useRested } from "./use-rested";

const DAYS = 90;
const MIN_RANGE_MS = 14 * DAY_MS;

/**
 * A chart of an item's price, cost and market over the last 90 days, with the proposed price and rejected
 * observations.
 */
export function ItemHistory(props: {
  itemId: string;
  recommended?: WireMoney | null;
  refused?: readonly { at: string; price: WireMoney }[];
}) {
  const trpc = useTRPC();
  const enabled = useRested();
  const history = useQuery({
    ...trpc.catalog.history.queryOptions({ item_id: props.itemId, days: DAYS }),
    enabled,
    gcTime: ENTRY_KEPT_MS,
  });
  const nowMs = useNow();
  if (history.isError)
    return <p className="text-ink-dim">The history could not be read: {failureOf(history.error).message}</p>;
  if (!history.data || nowMs === null) return <Skeleton className="h-[148px] w-full rounded-lg" />;
  const { own, market } = history.data;
  const points = [...own.map(({ at }) => at), ...market.map(({ day }) => day)].map((at) => Date.parse(at));
  const earliest = Math.min(nowMs - MIN_RANGE_MS, ...points);
  const fromMs = Math.max(nowMs - DAYS * DAY_MS, earliest);
  return (
    <PriceHistoryChart
      history={{
        from: new Date(fromMs).toISOString(),
        to: new Date(nowMs).toISOString(),
        price: own.map(({ at, price }) => ({ at, price })),
        cost: own.map(({ at, cost }) => ({ at, price: cost })),
        market: market.map(({ day, median }) => ({ at: day, price: median })),
        days: market,
        refused: props.refused,
        recommended: props.recommended,
      }}
    />
  );
}
