import type { ItemRow } from "@/server/db/items/pages";
import { observationsOf } from "@/server/db/observations/of-item";
import { DAY_MS } from "@/server/domain/durations";
import type { Policy } from "@/server/domain/pricing/compile";
import { marketOf } from "@/server/domain/pricing/market";
import { scopeFor } from "@/server/domain/pricing/scope";

/** An item's market as a run would see it now, with the gates that determine it; amounts in minor units. */
export interface ItemMarket {
  readonly lowest: bigint | null;
  readonly median: bigint | null;
  /** The number of offers that counted; `refused` is the number that did not. */
  readonly used: number;
  readonly refused: number;
  readonly newestAtMs: number | null;
  readonly maxAgeDays: number | null;
  readonly minObservations: number | null;
}

const UNKNOWN: ItemMarket = {
  lowest: null,
  median: null,
  used: 0,
  refused: 0,
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
  const item = { ...row, packSize: row.pack_size };
  const { gates } = scopeFor(policy, item);
  const { lowest, median, used, refused, newestAtMs } = marketOf(
    item,
    observationsOf(row.offers),
    policy,
    nowMs,
  ).figures;
  const maxAgeDays = gates.maxObservationAgeMs === null ? null : gates.maxObservationAgeMs / DAY_MS;
  return { lowest, median, used, refused, newestAtMs, maxAgeDays, minObservations: gates.minObservations };
}
