import type { ItemRow } from "@/server/db/items/pages";
import { DAY_MS } from "@/server/domain/durations";
import { type MarketPosition, positionOf } from "@/server/domain/items/market-position";
import type { Policy } from "@/server/domain/pricing/engine";
import { formatRatio } from "@/server/domain/ratio";
import { marketOfRow } from "@/server/usecases/items/row-market";

/** An item's market as a run would see it now, with the gates that determine it; amounts in minor units. */
export interface ItemMarket {
  readonly lowest: bigint | null;
  readonly median: bigint | null;
  /** The number of offers that counted; `refused` is the number that did not. */
  readonly used: number;
  readonly refused: number;
  /** How many counted offers are below what shoppers pay; null where that is unknown. */
  readonly cheaper: number | null;
  /** What shoppers pay, compared with the median, and divided by it. */
  readonly position: MarketPosition;
  readonly priceIndex: string | null;
  readonly newestAtMs: number | null;
  readonly maxAgeDays: number | null;
  readonly minObservations: number | null;
}

const UNKNOWN: ItemMarket = {
  lowest: null,
  median: null,
  used: 0,
  refused: 0,
  cheaper: null,
  position: "unknown",
  priceIndex: null,
  newestAtMs: null,
  maxAgeDays: null,
  minObservations: null,
};

/**
 * Returns the market of a catalog row under the active policy; all fields are null or 0 when the policy is
 * unreadable.
 */
export function itemMarket(row: ItemRow, policy: Policy | null, nowMs: number): ItemMarket {
  if (policy === null) return UNKNOWN;
  const { view, paid, gates } = marketOfRow(row, policy, nowMs);
  const { lowest, median, used, refused, newestAtMs } = view.figures;
  const cheaper =
    paid === null ? null : view.observations.filter((seen) => seen.used && seen.compared < paid).length;
  const maxAgeDays = gates.maxObservationAgeMs === null ? null : gates.maxObservationAgeMs / DAY_MS;
  return {
    lowest,
    median,
    used,
    refused,
    cheaper,
    position: positionOf(paid, median),
    priceIndex: paid === null || median === null ? null : formatRatio(paid, median),
    newestAtMs,
    maxAgeDays,
    minObservations: gates.minObservations,
  };
}
