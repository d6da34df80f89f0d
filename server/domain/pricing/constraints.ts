import { type MarginFactors, type PricePerCost, priceForMargin } from "@/server/domain/margin";
import type { FullRules } from "@/server/domain/pricing/policy";
import { compileReference, type Reference } from "@/server/domain/pricing/reference";
import { formatPercent, type Ratio, ratioOrNull } from "@/server/domain/ratio";

/** Who sets a constraint: the name of one of the policy's limits; null for the item's scope, or the policy's defaults. */
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
  marginFloor: extreme(all, "marginFloor", (one, other) => isAbove(one.ratio, other.ratio)),
  maxChange: extreme(all, "maxChange", (one, other) => isAbove(other.ratio, one.ratio)),
  maxChangePerDay: extreme(all, "maxChangePerDay", (one, other) => isAbove(other.ratio, one.ratio)),
  marketDistances: all.flatMap(({ marketDistances }) => marketDistances),
  itemLimits: extreme(all, "itemLimits", () => false),
  map: extreme(all, "map", () => false),
  msrp: extreme(all, "msrp", () => false),
});

function extreme<K extends Exclude<keyof CompiledConstraints, "marketDistances">>(
  all: readonly CompiledConstraints[],
  kind: K,
  isTighter: (
    one: NonNullable<CompiledConstraints[K]>,
    other: NonNullable<CompiledConstraints[K]>,
  ) => boolean,
): CompiledConstraints[K] | null {
  let found: NonNullable<CompiledConstraints[K]> | null = null;
  for (const { [kind]: one } of all) {
    if (one !== null && (found === null || isTighter(one, found))) found = one;
  }
  return found;
}

const isAbove = (one: Ratio, other: Ratio): boolean => one.num * other.den > other.num * one.den;
