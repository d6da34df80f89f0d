import { namesText } from "@/server/domain/pricing/engine/names-text";
import { sellerKey } from "@/server/domain/pricing/inputs";
import type { FullRules } from "@/server/domain/pricing/policy";
import { parseRatio } from "@/server/domain/ratio";

/** A tier of sellers in exact numbers. */
export type CompiledTier = {
  /** The keys of its sellers; of the tier of all others, the keys that the other tiers name. */
  readonly keys: ReadonlySet<string>;
  readonly ofOthers: boolean;
  /** What each seller weighs in an average, by key, in ten-thousandths; null where all weigh the same. */
  readonly weights: ReadonlyMap<string, bigint> | null;
  /** How many prices have to count. */
  readonly needed: number;
  /** "charlie × 2 and delta", "the other sellers" */
  readonly label: string;
};

type Given = NonNullable<FullRules["gates"]["tiers"]>;

/** Weights have at most four decimals. */
const WEIGHT_SCALE = 10_000n;

/** Compiles tiers of sellers; `minObservations` is what every tier needs at least. */
export function compileTiers(
  given: Given | null | undefined,
  minObservations: number,
): readonly CompiledTier[] {
  const named = new Set((given ?? []).flatMap(({ sellers = [] }) => sellers.map(sellerKey)));
  return (given ?? []).map(({ sellers, weights, at_least }) => ({
    keys: sellers === undefined ? named : new Set(sellers.map(sellerKey)),
    ofOthers: sellers === undefined,
    weights:
      weights === undefined
        ? null
        : new Map(sellers?.map((seller, index) => [sellerKey(seller), scaled(weights[index] ?? "1")])),
    needed: Math.max(at_least ?? 1, minObservations),
    label: tierLabel(sellers, weights),
  }));
}

function scaled(weight: string): bigint {
  const { num, den } = parseRatio(weight);
  return (num * WEIGHT_SCALE) / den;
}

const tierLabel = (sellers: readonly string[] | undefined, weights: readonly string[] = []): string =>
  sellers === undefined
    ? "the other sellers"
    : namesText(
        sellers.map((seller, index) => {
          const weight = weights[index] ?? "1";
          return scaled(weight) === WEIGHT_SCALE ? seller.trim() : `${seller.trim()} × ${weight}`;
        }),
      );
