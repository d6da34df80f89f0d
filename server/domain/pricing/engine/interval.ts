import { type PricePerCost, priceAtCost } from "@/server/domain/margin";
import { MAX_MINOR } from "@/server/domain/money";
import type { CompiledConstraints, CompiledShare } from "@/server/domain/pricing/engine/constraints";
import {
  type MarketPrices,
  type ReferenceInputs,
  referencePrice,
} from "@/server/domain/pricing/engine/reference";
import type { EngineItem } from "@/server/domain/pricing/inputs";
import { divideCeil, divideFloor } from "@/server/domain/ratio";

/** The rules that bound a price from one side. */
export type BoundRule =
  | "margin_floor"
  | "below_cost"
  | "map"
  | "item_min"
  | "item_max"
  | "msrp"
  | "market_distance"
  | "max_change_per_day"
  | "max_change"
  | "max_decrease"
  | "max_increase"
  | "direction"
  | "min_profit"
  | "markup_floor";

/** One rule's bound on the price, in minor units of the item's currency. */
export type Bound = {
  readonly rule: BoundRule;
  readonly label: string;
  /** The name of the policy's limit that sets it; null for the item's scope. */
  readonly limit: string | null;
  readonly side: "floor" | "ceiling";
  readonly amount: bigint;
};

/** Whether a bound only spreads a move over several runs or days. */
export const limitsChange = ({ rule }: Bound): boolean => CHANGE_RULES.has(rule);
const CHANGE_RULES: ReadonlySet<BoundRule> = new Set([
  "max_change",
  "max_change_per_day",
  "max_decrease",
  "max_increase",
]);

/**
 * The prices that all constraints permit, and the rule that set each end; when `lo` is above `hi`, no price is
 * permitted.
 */
export type Interval = {
  readonly lo: bigint;
  readonly hi: bigint;
  readonly loBound: Bound | null;
  readonly hiBound: Bound | null;
  readonly bounds: readonly Bound[];
};

/**
 * Returns the permitted prices of an item with a price and a cost, exactly: floors are rounded up and ceilings down,
 * so a price inside them satisfies each rule after rounding too. The limits on change come last: when one has the
 * same amount as a permanent rule, the permanent rule is reported. A distance to an unknown market figure permits
 * no price.
 */
export function permittedInterval(
  item: EngineItem,
  price: bigint,
  cost: bigint,
  constraints: CompiledConstraints,
  market: MarketPrices,
): Interval {
  const { marketDistances, maxChangePerDay, maxChange } = constraints;
  const bounds = lastingBounds(item, cost, constraints);
  for (const distance of marketDistances) bounds.push(...distanceBounds(distance, { item, cost, market }));
  if (maxChangePerDay !== null) bounds.push(...dayBounds(item, price, maxChangePerDay));
  if (maxChange !== null) {
    const { percent, limit } = maxChange;
    const [down, up] = around(price, maxChange);
    const rule = "max_change";
    bounds.push({
      rule,
      label: named(`At most −${percent} a run`, limit),
      limit,
      side: "floor",
      amount: down,
    });
    bounds.push({
      rule,
      label: named(`At most +${percent} a run`, limit),
      limit,
      side: "ceiling",
      amount: up,
    });
  }
  bounds.push(...oneWayBounds(price, constraints));
  return narrow(bounds);
}

/** The limits on change that have one side: at most so far down, so far up, or one direction only. */
function oneWayBounds(price: bigint, { maxDecrease, maxIncrease, directions }: CompiledConstraints): Bound[] {
  const bounds: Bound[] = [];
  const add = (rule: BoundRule, side: Bound["side"], label: string, limit: string | null, amount: bigint) =>
    bounds.push({ rule, label: named(label, limit), limit, side, amount });
  if (maxDecrease !== null) {
    const { percent, limit } = maxDecrease;
    add("max_decrease", "floor", `Down at most ${percent} a run`, limit, around(price, maxDecrease)[0]);
  }
  if (maxIncrease !== null) {
    const { percent, limit } = maxIncrease;
    add("max_increase", "ceiling", `Up at most ${percent} a run`, limit, around(price, maxIncrease)[1]);
  }
  for (const { direction, limit } of directions)
    add("direction", direction === "up" ? "floor" : "ceiling", `Only ${direction}`, limit, price);
  return bounds;
}

/** A label with the policy's limit that it is of, as a strategy's label names its scope. */
const named = (label: string, limit: string | null): string =>
  limit === null ? label : `${label} (${limit})`;

type AddBound = (
  [rule, label, side]: readonly [BoundRule, string, Bound["side"]],
  limit: string | null,
  amount: bigint | null,
) => void;

const addTo =
  (bounds: Bound[]): AddBound =>
  ([rule, label, side], limit, amount) => {
    if (amount !== null && amount > 0n)
      bounds.push({ rule, label: named(label, limit), limit, side, amount });
  };

/** What a unit has to earn, as constraints. */
export type Earnings = Pick<CompiledConstraints, "marginFloor" | "minProfit" | "markupFloor">;

/** Returns the floors under what a unit earns at a cost, in minor units of the cost's currency. */
export function earningBounds(cost: bigint, { marginFloor, minProfit, markupFloor }: Earnings): Bound[] {
  const bounds: Bound[] = [];
  const add = addTo(bounds);
  if (marginFloor !== null) {
    const { price, percent, limit, after } = marginFloor;
    // When fees use up the whole margin, no price is permitted; the floor must not disappear.
    const amount = price === null ? MAX_MINOR + 1n : priceAtCost(cost, price);
    add(["margin_floor", `Margin floor ${percent}${after}`, "floor"], limit, amount);
  }
  if (minProfit !== null) {
    const { price, text, limit, amount, after } = minProfit;
    const lowest = price === null ? MAX_MINOR + 1n : priceAtCost(cost + amount, price);
    add(["min_profit", `At least ${text} profit a unit${after}`, "floor"], limit, lowest);
  }
  if (markupFloor !== null) {
    const { price, percent, limit, after } = markupFloor;
    const lowest = price === null ? MAX_MINOR + 1n : priceAtCost(cost, price);
    add(["markup_floor", `Markup floor ${percent}${after}`, "floor"], limit, lowest);
  }
  return bounds;
}

function lastingBounds(item: EngineItem, cost: bigint, constraints: CompiledConstraints): Bound[] {
  const bounds = earningBounds(cost, constraints);
  const add = addTo(bounds);
  const { map, itemLimits, msrp } = constraints;
  if (map !== null) add(["map", "Minimum advertised price", "floor"], map.limit, item.mapPrice);
  if (itemLimits !== null) {
    add(["item_min", "The item's lowest price", "floor"], itemLimits.limit, item.minPrice);
    add(["item_max", "The item's highest price", "ceiling"], itemLimits.limit, item.maxPrice);
  }
  if (msrp !== null) add(["msrp", "Suggested retail price", "ceiling"], msrp.limit, item.msrp);
  return bounds;
}

function distanceBounds(
  { reference, above, below, limit }: CompiledConstraints["marketDistances"][number],
  inputs: ReferenceInputs,
): Bound[] {
  const base = referencePrice(reference, inputs);
  const rule = "market_distance";
  // A distance to an unknown figure permits no price; the limit must not disappear.
  if (base === null)
    return [
      { rule, label: named(`Near ${reference.label}`, limit), limit, side: "floor", amount: MAX_MINOR + 1n },
    ];
  const bounds: Bound[] = [];
  if (below !== null) {
    const [amount] = around(base, below);
    const label = named(`At most ${below.percent} below ${reference.label}`, limit);
    bounds.push({ rule, label, limit, side: "floor", amount });
  }
  if (above !== null) {
    const [, amount] = around(base, above);
    const label = named(`At most ${above.percent} above ${reference.label}`, limit);
    bounds.push({ rule, label, limit, side: "ceiling", amount });
  }
  return bounds;
}

/** The rest of a day's permitted move. A price that was already moved further may stay; it is not driven back. */
function dayBounds({ dayPrice }: EngineItem, price: bigint, share: CompiledShare): Bound[] {
  const [min, max] = around(dayPrice !== null && dayPrice > 0n ? dayPrice : price, share);
  const { percent, limit } = share;
  const bound = { rule: "max_change_per_day", limit } as const;
  return [
    {
      ...bound,
      label: named(`At most −${percent} a day`, limit),
      side: "floor",
      amount: price < min ? price : min,
    },
    {
      ...bound,
      label: named(`At most +${percent} a day`, limit),
      side: "ceiling",
      amount: price > max ? price : max,
    },
  ];
}

/** Returns the smallest and the largest price within a share of `base`, in minor units. */
export const around = (base: bigint, { ratio: { num, den } }: CompiledShare): readonly [bigint, bigint] => [
  divideCeil(base * (den - num), den),
  divideFloor(base * (den + num), den),
];

/** Returns the smallest price without a loss after VAT, fees and `cost`, in minor units of the cost's currency. */
export const breakEvenBound = (cost: bigint, { price }: { readonly price: PricePerCost | null }): Bound => ({
  rule: "below_cost",
  label: "Break-even price",
  limit: null,
  side: "floor",
  // When fees use up every price, no price is permitted; the floor must not disappear.
  amount: price === null ? MAX_MINOR + 1n : priceAtCost(cost, price),
});

/** Intersects the bounds; of two with the same amount the earlier one is reported. */
export function narrow(bounds: readonly Bound[]): Interval {
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
