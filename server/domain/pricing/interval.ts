import { priceAtCost } from "@/server/domain/margin";
import { MAX_MINOR } from "@/server/domain/money";
import type { CompiledScope } from "@/server/domain/pricing/compile";
import type { EngineItem } from "@/server/domain/pricing/inputs";
import { divideCeil, divideFloor } from "@/server/domain/ratio";

/** The rules that bound a price from one side. */
export type BoundRule = "margin_floor" | "map" | "item_min" | "item_max" | "max_change";

/** One rule's bound on the price, in minor units of the item's currency. */
export type Bound = {
  readonly rule: BoundRule;
  readonly label: string;
  readonly side: "floor" | "ceiling";
  readonly amount: bigint;
};

/** The prices all constraints allow, and the rule that set each end; `lo` above `hi` means there is none. */
export type Interval = {
  readonly lo: bigint;
  readonly hi: bigint;
  readonly loBound: Bound | null;
  readonly hiBound: Bound | null;
  readonly bounds: readonly Bound[];
};

/**
 * Every constraint of a scope on an item with a price and a cost, exactly: floors are rounded up and ceilings down, so
 * a price inside them keeps each rule after rounding too. The limit on change comes last: where it meets a lasting rule
 * at the same amount, the lasting one is named.
 */
export function permittedInterval(
  item: EngineItem,
  price: bigint,
  cost: bigint,
  scope: CompiledScope,
): Interval {
  const bounds: Bound[] = [];
  const { marginFloor, maxChange } = scope;
  if (marginFloor !== null) {
    // Fees that eat the whole margin leave no permitted price, not an unlimited one.
    const amount = marginFloor.price === null ? MAX_MINOR + 1n : priceAtCost(cost, marginFloor.price);
    bounds.push({
      rule: "margin_floor",
      label: `Margin floor ${marginFloor.percent}`,
      side: "floor",
      amount,
    });
  }
  if (scope.map && item.mapPrice !== null && item.mapPrice > 0n) {
    bounds.push({ rule: "map", label: "Minimum advertised price", side: "floor", amount: item.mapPrice });
  }
  if (scope.itemLimits && item.minPrice !== null && item.minPrice > 0n) {
    bounds.push({ rule: "item_min", label: "The item's lowest price", side: "floor", amount: item.minPrice });
  }
  if (scope.itemLimits && item.maxPrice !== null && item.maxPrice > 0n) {
    bounds.push({
      rule: "item_max",
      label: "The item's highest price",
      side: "ceiling",
      amount: item.maxPrice,
    });
  }
  if (maxChange !== null) {
    const { num, den } = maxChange.ratio;
    const down = divideCeil(price * (den - num), den);
    const up = divideFloor(price * (den + num), den);
    const rule = "max_change";
    bounds.push({ rule, label: `At most −${maxChange.percent} a run`, side: "floor", amount: down });
    bounds.push({ rule, label: `At most +${maxChange.percent} a run`, side: "ceiling", amount: up });
  }
  return narrow(bounds);
}

function narrow(bounds: readonly Bound[]): Interval {
  let lo = 1n;
  let hi = MAX_MINOR;
  let loBound: Bound | null = null;
  let hiBound: Bound | null = null;
  for (const bound of bounds) {
    if (bound.side === "floor" && bound.amount > lo) {
      lo = bound.amount;
      loBound = bound;
    } else if (bound.side === "ceiling" && bound.amount < hi) {
      hi = bound.amount;
      hiBound = bound;
    }
  }
  return { lo, hi, loBound, hiBound, bounds };
}
