import { type MarginFactors, type PricePerCost, priceForMargin } from "@/server/domain/margin";
import { compileReference, type Reference } from "@/server/domain/pricing/engine/reference";
import type { FullRules } from "@/server/domain/pricing/policy";
import { formatPercent, type Ratio, ratioOrNull } from "@/server/domain/ratio";

/**
 * Who sets a constraint: the name of one of the policy's limits; null for the item's scope, or the policy's defaults.
 */
type SetBy = { readonly limit: string | null };

/** A ratio with its text: "15 %". */
export type CompiledShare = SetBy & { readonly ratio: Ratio; readonly percent: string };

type CompiledFloor = CompiledShare & { readonly price: PricePerCost | null };

type CompiledDistance = SetBy & {
  readonly reference: Reference;
  readonly above: CompiledShare | null;
  readonly below: CompiledShare | null;
};

/** What prices have to keep, in exact numbers; null where nothing of the kind is asked for. */
export type CompiledConstraints = {
  readonly marginFloor: CompiledFloor | null;
  readonly maxChange: CompiledShare | null;
  readonly maxChangePerDay: CompiledShare | null;
  /** Each of them holds: they may be measured from different figures of the market. */
  readonly marketDistances: readonly CompiledDistance[];
  readonly itemLimits: SetBy | null;
  readonly map: SetBy | null;
  readonly msrp: SetBy | null;
};

type Given = { readonly [K in keyof FullRules["constraints"]]?: FullRules["constraints"][K] | undefined };

/**
 * Compiles constraints to exact numbers; an absent one asks for nothing.
 * @param limit the name of the policy's limit that they are of; null for those of a scope or of the defaults
 */
export function compileConstraints(
  given: Given,
  marginFactors: MarginFactors,
  limit: string | null,
): CompiledConstraints {
  const share = (text: string | null | undefined): CompiledShare | null => {
    const ratio = ratioOrNull(text ?? null);
    return ratio === null ? null : { ratio, percent: formatPercent(ratio.num, ratio.den), limit };
  };
  const flag = (on: boolean | undefined): SetBy | null => (on === true ? { limit } : null);
  const floor = share(given.margin_floor);
  const distance = given.market_distance ?? null;
  return {
    marginFloor: floor && { ...floor, price: priceForMargin(floor.ratio, marginFactors) },
    maxChange: share(given.max_change),
    maxChangePerDay: share(given.max_change_per_day),
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

/**
 * Returns the constraints that hold when all of these do: the tightest of each kind, of two equally tight ones the
 * earlier. None loosens another.
 */
export const tightest = (all: readonly CompiledConstraints[]): CompiledConstraints => ({
  marginFloor: extreme(all, "marginFloor"),
  maxChange: extreme(all, "maxChange"),
  maxChangePerDay: extreme(all, "maxChangePerDay"),
  marketDistances: all.flatMap(({ marketDistances }) => marketDistances),
  itemLimits: extreme(all, "itemLimits"),
  map: extreme(all, "map"),
  msrp: extreme(all, "msrp"),
});

type Single = Exclude<keyof CompiledConstraints, "marketDistances">;

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
  if (!("ratio" in left && "ratio" in right)) return false;
  return kind === "marginFloor" ? isAbove(left.ratio, right.ratio) : isAbove(right.ratio, left.ratio);
}

/** The kinds of constraints, by their key in a policy. */
const KINDS = {
  margin_floor: "marginFloor",
  max_change: "maxChange",
  max_change_per_day: "maxChangePerDay",
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
    if (kind !== "marketDistances") return isTighter(kind, one, other);
    return one.marketDistances.some(
      (distance) => !other.marketDistances.some((known) => isWithin(known, distance)),
    );
  });

/** Whether a price that keeps the first distance always keeps the second. */
const isWithin = (known: CompiledDistance, distance: CompiledDistance): boolean =>
  known.reference.against === distance.reference.against &&
  (["above", "below"] as const).every((side) => {
    const [has, asked] = [known[side], distance[side]];
    return asked === null || (has !== null && !isAbove(has.ratio, asked.ratio));
  });

const isAbove = (one: Ratio, other: Ratio): boolean => one.num * other.den > other.num * one.den;
