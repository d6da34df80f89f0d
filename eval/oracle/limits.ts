import type { GivenConstraints } from "@/eval/oracle/applying";
import type { Earnings } from "@/eval/oracle/earnings";
import { fractionOf, isAtMost, minus, ONE, plus, times, whole } from "@/eval/oracle/exact";
import { floorsOf, type Holds } from "@/eval/oracle/floors";
import { figureOf } from "@/eval/oracle/references";
import type { Counted } from "@/eval/oracle/tiers";
import type { EngineItem } from "@/server/domain/pricing/inputs";
import type { Ratio } from "@/server/domain/ratio";

/** What a price may not be above or below; one of the movement says how far a run may go, not where a price may be. */
export interface Limit {
  readonly rule: string;
  readonly side: "floor" | "ceiling";
  readonly holds: Holds;
}

/** What the limits of an item are measured from; amounts are minor units of `currency`. */
export interface Limited {
  readonly item: EngineItem;
  readonly price: bigint;
  readonly currency: string;
  readonly earnings: Earnings;
  readonly counted: readonly Counted[];
}

const floor = (rule: string, holds: Holds): Limit => ({ rule, side: "floor", holds });
const ceiling = (rule: string, holds: Holds): Limit => ({ rule, side: "ceiling", holds });
const bounds = (rule: string, low: bigint | null, high: bigint | null): Limit[] => [
  ...(low === null ? [] : [floor(rule, (price) => price >= low)]),
  ...(high === null ? [] : [ceiling(rule, (price) => price <= high)]),
];

/** The limits of change of a run and a day, which a price that is far from its target takes in steps. */
export const STEPS: readonly string[] = ["max_change", "max_change_per_day", "max_decrease", "max_increase"];

/** Returns the limits that some constraints set to the price of an item. */
export function limitsOf(constraints: GivenConstraints, limited: Limited): readonly Limit[] {
  const { item, earnings, currency } = limited;
  const { item_limits: own, map, msrp } = constraints;
  return [
    ...floorsOf(constraints, earnings, currency).map(([rule, holds]) => floor(rule, holds)),
    ...(own ? bounds("item_min", item.minPrice, null) : []),
    ...(own ? bounds("item_max", null, item.maxPrice) : []),
    ...(map ? bounds("map", item.mapPrice, null) : []),
    ...(msrp ? bounds("msrp", null, item.msrp) : []),
    ...distance(constraints, limited),
    ...movement(constraints, limited),
  ];
}

/** How far above and below a figure of the market a price may lie. */
function distance({ market_distance: asked }: GivenConstraints, { counted }: Limited): readonly Limit[] {
  const figure = asked ? figureOf(asked, counted) : null;
  if (!asked || figure === null) return [];
  const { above, below } = asked;
  return [
    ...(typeof below === "string"
      ? [floor("market_distance", isAtLeastShare(minus(ONE, fractionOf(below)), figure))]
      : []),
    ...(typeof above === "string"
      ? [ceiling("market_distance", isAtMostShare(plus(ONE, fractionOf(above)), figure))]
      : []),
  ];
}

const isAtLeastShare = (share: Ratio, of: bigint): Holds => {
  const least = times(whole(of), share);
  return (price) => isAtMost(least, whole(price));
};
const isAtMostShare = (share: Ratio, of: bigint): Holds => {
  const most = times(whole(of), share);
  return (price) => isAtMost(whole(price), most);
};

/** Returns how far a run may move a price, and which way. */
export function movement(
  constraints: GivenConstraints,
  { item, price }: Pick<Limited, "item" | "price">,
): readonly Limit[] {
  const {
    max_change: run,
    max_change_per_day: day,
    max_decrease: down,
    max_increase: up,
    direction,
  } = constraints;
  const dayPrice = item.dayPrice ?? price;
  const within = (
    rule: string,
    share: string | null | undefined,
    from: bigint,
    sides: readonly Limit["side"][],
  ) => (typeof share !== "string" ? [] : sides.map((side) => stepLimit(rule, fractionOf(share), from, side)));
  // A price that is beyond the day's limit already may stay or come nearer.
  const daily = within("max_change_per_day", day, dayPrice, ["floor", "ceiling"]).map((limit) =>
    limit.holds(price)
      ? limit
      : { ...limit, holds: (each: bigint) => (limit.side === "floor" ? each >= price : each <= price) },
  );
  return [
    ...within("max_change", run, price, ["floor", "ceiling"]),
    ...daily,
    ...within("max_decrease", down, price, ["floor"]),
    ...within("max_increase", up, price, ["ceiling"]),
    ...(direction === "up" ? [floor("direction", (each) => each >= price)] : []),
    ...(direction === "down" ? [ceiling("direction", (each) => each <= price)] : []),
  ];
}

const stepLimit = (rule: string, share: Ratio, from: bigint, side: Limit["side"]): Limit =>
  side === "floor"
    ? floor(rule, isAtLeastShare(minus(ONE, share), from))
    : ceiling(rule, isAtMostShare(plus(ONE, share), from));
