import {
  type MarginFactors,
  type PricePerCost,
  priceForMargin,
  priceForMarkup,
} from "@/server/domain/margin";
import { formatAmount, parseAmount } from "@/server/domain/money";
import { fixedText } from "@/server/domain/pricing/engine/fees-text";
import { compileReference, type Reference } from "@/server/domain/pricing/engine/reference";
import type { FullRules } from "@/server/domain/pricing/policy";
import { formatPercent, type Ratio, ratioOrNull } from "@/server/domain/ratio";

/**
 * Who sets a constraint: the name of one of the policy's limits; null for the item's scope, or the policy's defaults.
 */
type SetBy = { readonly limit: string | null };

/** A ratio with its text: "15 %". */
export type CompiledShare = SetBy & { readonly ratio: Ratio; readonly percent: string };

/** `after` are the fixed fees of a unit, as a text behind the label. */
type CompiledFloor = CompiledShare & { readonly price: PricePerCost | null; readonly after: string };

type CompiledDistance = SetBy & {
  readonly reference: Reference;
  readonly above: CompiledShare | null;
  readonly below: CompiledShare | null;
};

/** What a unit has to earn, in minor units, with the factor that covers VAT, fees and cost. */
type CompiledProfit = SetBy & {
  readonly amount: bigint;
  readonly text: string;
  readonly price: PricePerCost | null;
  readonly after: string;
};

export type CompiledDirection = SetBy & { readonly direction: "up" | "down" };

/** The smallest change that is recommended: it has to reach the ratio of the price, and the amount in minor units. */
export type CompiledMinChange = SetBy & {
  readonly ratio: Ratio | null;
  readonly amount: bigint;
  /** "1 % or 0.10" */
  readonly text: string;
};

/** How many hours a changed price stays. */
export type CompiledWait = SetBy & { readonly hours: number };

/** What prices have to keep, in exact numbers; null where nothing of the kind is asked for. */
export type CompiledConstraints = {
  readonly marginFloor: CompiledFloor | null;
  readonly maxChange: CompiledShare | null;
  readonly maxChangePerDay: CompiledShare | null;
  readonly maxDecrease: CompiledShare | null;
  readonly maxIncrease: CompiledShare | null;
  readonly minProfit: CompiledProfit | null;
  readonly markupFloor: CompiledFloor | null;
  /** Each of them holds. */
  readonly directions: readonly CompiledDirection[];
  readonly minChanges: readonly CompiledMinChange[];
  readonly minWait: CompiledWait | null;
  /** Each of them holds: they may be measured from different figures of the market. */
  readonly marketDistances: readonly CompiledDistance[];
  readonly itemLimits: SetBy | null;
  readonly map: SetBy | null;
  readonly msrp: SetBy | null;
};

type Given = { readonly [K in keyof FullRules["constraints"]]?: FullRules["constraints"][K] | undefined };

/**
 * Compiles constraints to exact numbers; an absent one asks for nothing. `currency` is that of their amounts.
 * @param limit the name of the policy's limit that they are of; null for those of a scope or of the defaults
 */
export function compileConstraints(
  given: Given,
  marginFactors: MarginFactors,
  currency: string,
  limit: string | null,
): CompiledConstraints {
  const share = (text: string | null | undefined): CompiledShare | null => {
    const ratio = ratioOrNull(text ?? null);
    return ratio === null ? null : { ratio, percent: formatPercent(ratio.num, ratio.den), limit };
  };
  const flag = (on: boolean | undefined): SetBy | null => (on === true ? { limit } : null);
  const floor = share(given.margin_floor);
  const markup = share(given.markup_floor);
  const after = fixedText(marginFactors);
  const distance = given.market_distance ?? null;
  return {
    marginFloor: floor && { ...floor, price: priceForMargin(floor.ratio, marginFactors), after },
    maxChange: share(given.max_change),
    maxChangePerDay: share(given.max_change_per_day),
    maxDecrease: share(given.max_decrease),
    maxIncrease: share(given.max_increase),
    minProfit: compileProfit(given.min_profit ?? null, marginFactors, currency, limit),
    markupFloor: markup && { ...markup, price: priceForMarkup(markup.ratio, marginFactors), after },
    directions: given.direction ? [{ direction: given.direction, limit }] : [],
    minChanges: given.min_change ? [compileMinChange(given.min_change, currency, limit)] : [],
    minWait: given.min_hours_between ? { hours: given.min_hours_between, limit } : null,
    marketDistances:
      distance === null
        ? []
        : [
            {
              reference: compileReference(distance),
              above: share(distance.above),
              below: share(distance.below),
              limit,
            },
          ],
    itemLimits: flag(given.item_limits),
    map: flag(given.map),
    msrp: flag(given.msrp),
  };
}

function compileProfit(
  text: string | null,
  marginFactors: MarginFactors,
  currency: string,
  limit: string | null,
): CompiledProfit | null {
  if (text === null) return null;
  const amount = parseAmount(text, currency, true);
  const price = priceForMargin({ num: 0n, den: 1n }, marginFactors);
  return { amount, text: formatAmount(amount, currency), price, after: fixedText(marginFactors), limit };
}

function compileMinChange(
  { ratio: share, amount: money }: NonNullable<Given["min_change"]>,
  currency: string,
  limit: string | null,
): CompiledMinChange {
  const ratio = ratioOrNull(share ?? null);
  const amount = money === undefined ? 0n : parseAmount(money, currency, true);
  const parts = [
    ...(ratio === null ? [] : [formatPercent(ratio.num, ratio.den)]),
    ...(money === undefined ? [] : [formatAmount(amount, currency)]),
  ];
  return { ratio, amount, text: parts.join(" or "), limit };
}

/**
 * Returns the constraints that hold when all of these do: the tightest of each kind, of two equally tight ones the
 * earlier. None loosens another.
 */
export const tightest = (all: readonly CompiledConstraints[]): CompiledConstraints => ({
  marginFloor: extreme(all, "marginFloor"),
  maxChange: extreme(all, "maxChange"),
  maxChangePerDay: extreme(all, "maxChangePerDay"),
  maxDecrease: extreme(all, "maxDecrease"),
  maxIncrease: extreme(all, "maxIncrease"),
  minProfit: extreme(all, "minProfit"),
  markupFloor: extreme(all, "markupFloor"),
  directions: all.flatMap(({ directions }) => directions),
  minChanges: all.flatMap(({ minChanges }) => minChanges),
  minWait: extreme(all, "minWait"),
  marketDistances: all.flatMap(({ marketDistances }) => marketDistances),
  itemLimits: extreme(all, "itemLimits"),
  map: extreme(all, "map"),
  msrp: extreme(all, "msrp"),
});

type Several = "marketDistances" | "directions" | "minChanges";
type Single = Exclude<keyof CompiledConstraints, Several>;

function extreme<K extends Single>(
  all: readonly CompiledConstraints[],
  kind: K,
): CompiledConstraints[K] | null {
  let found: CompiledConstraints | null = null;
  for (const one of all) {
    if (one[kind] !== null && (found === null || isTighter(kind, one, found))) found = one;
  }
  return found === null ? null : found[kind];
}

/** Whether the first of two sets of constraints asks for more of one kind than the second. */
function isTighter(kind: Single, one: CompiledConstraints, other: CompiledConstraints): boolean {
  const [left, right] = [one[kind], other[kind]];
  if (left === null || right === null) return left !== null;
  if ("amount" in left && "amount" in right) return left.amount > right.amount;
  if ("hours" in left && "hours" in right) return left.hours > right.hours;
  if (!("ratio" in left && "ratio" in right)) return false;
  return kind === "marginFloor" || kind === "markupFloor"
    ? isAbove(left.ratio, right.ratio)
    : isAbove(right.ratio, left.ratio);
}

/** The kinds of constraints, by their key in a policy. */
const KINDS = {
  margin_floor: "marginFloor",
  max_change: "maxChange",
  max_change_per_day: "maxChangePerDay",
  max_decrease: "maxDecrease",
  max_increase: "maxIncrease",
  direction: "directions",
  min_change: "minChanges",
  min_hours_between: "minWait",
  min_profit: "minProfit",
  markup_floor: "markupFloor",
  market_distance: "marketDistances",
  item_limits: "itemLimits",
  map: "map",
  msrp: "msrp",
} as const satisfies Record<keyof FullRules["constraints"], keyof CompiledConstraints>;
export type ConstraintKind = keyof typeof KINDS;
const KIND_KEYS = Object.keys(KINDS) as ConstraintKind[];

/**
 * Returns the kinds in which `one` asks for something that `other` does not ask for as well, in the document's order.
 */
export const tighterKinds = (one: CompiledConstraints, other: CompiledConstraints): ConstraintKind[] =>
  KIND_KEYS.filter((key) => {
    const kind = KINDS[key];
    switch (kind) {
      case "marketDistances":
        return asksMore(one[kind], other[kind], isWithin);
      case "directions":
        return asksMore(one[kind], other[kind], (known, asked) => known.direction === asked.direction);
      case "minChanges":
        return asksMore(one[kind], other[kind], isAtLeast);
      default:
        return isTighter(kind, one, other);
    }
  });

/** Whether one of the asked is not kept by keeping a known one. */
const asksMore = <T>(asked: readonly T[], known: readonly T[], keeps: (known: T, asked: T) => boolean) =>
  asked.some((each) => !known.some((has) => keeps(has, each)));

/** Whether a change that reaches the first always reaches the second. */
const isAtLeast = (known: CompiledMinChange, asked: CompiledMinChange): boolean =>
  known.amount >= asked.amount &&
  (asked.ratio === null || (known.ratio !== null && !isAbove(asked.ratio, known.ratio)));

/** Whether a price that keeps the first distance always keeps the second. */
const isWithin = (known: CompiledDistance, distance: CompiledDistance): boolean =>
  known.reference.against === distance.reference.against &&
  known.reference.rank === distance.reference.rank &&
  (["above", "below"] as const).every((side) => {
    const [has, asked] = [known[side], distance[side]];
    return asked === null || (has !== null && !isAbove(has.ratio, asked.ratio));
  });

const isAbove = (one: Ratio, other: Ratio): boolean => one.num * other.den > other.num * one.den;
