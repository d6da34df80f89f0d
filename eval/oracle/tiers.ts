import type { Applying } from "@/eval/oracle/applying";
import type { Case } from "@/eval/oracle/case";
import { fractionOf, ONE } from "@/eval/oracle/exact";
import { type Compared, type Gated, gated } from "@/eval/oracle/market";
import { sellerKey } from "@/server/domain/pricing/inputs";
import type { SkipReason } from "@/server/domain/pricing/outcome";
import type { FullRules } from "@/server/domain/pricing/policy";
import type { Ratio } from "@/server/domain/ratio";

type Subject = Pick<Case, "document" | "item" | "observations">;
type Tier = NonNullable<FullRules["gates"]["tiers"]>[number];

/** A price that counts, and its weight in the average. */
export interface Counted extends Compared {
  readonly weight: Ratio;
}

/**
 * The market of an item; `missing` says why no price follows it, null where one may. `tooFew` says why there are not
 * more prices, for what needs more than the rules ask for.
 */
export interface Market {
  readonly counted: readonly Counted[];
  readonly missing: SkipReason | null;
  readonly tooFew: SkipReason;
}

/**
 * Returns the market of an item by its rules.
 * @param lastKnownDays lets older prices in than the rules do, so many days at most
 */
export function marketFor(subject: Subject, applying: Applying, lastKnownDays = 0): Market {
  const { max_observation_age_days: days } = applying.rules.gates;
  const prices = gated(subject, applying, days === null ? null : Math.max(days, lastKnownDays));
  const usual = prices.passed.filter((each) => !prices.outliers.has(each));
  const { tiers, min_observations: needed } = applying.rules.gates;
  const tooFew = missingIn(prices, usual.length);
  if (!tiers) {
    const counted = usual.map((each) => ({ ...each, weight: ONE }));
    return { counted, missing: usual.length >= needed ? null : tooFew, tooFew };
  }
  for (const tier of tiers) {
    const own = usual.filter((each) => isIn(tier, tiers, each));
    if (own.length >= Math.max(tier.at_least ?? 1, needed))
      return {
        counted: own.map((each) => ({ ...each, weight: weightOf(tier, each) })),
        missing: null,
        tooFew,
      };
  }
  return { counted: [], missing: tooFew, tooFew };
}

/** A tier without sellers is of all that no other tier names. */
function isIn(tier: Tier, tiers: readonly Tier[], { observation }: Compared): boolean {
  const names = (of: Tier) => (of.sellers ?? []).map(sellerKey);
  const key = sellerKey(observation.seller);
  return tier.sellers === undefined
    ? !tiers.some((each) => names(each).includes(key))
    : names(tier).includes(key);
}

function weightOf({ sellers = [], weights }: Tier, { observation }: Compared): Ratio {
  const place = sellers.map(sellerKey).indexOf(sellerKey(observation.seller));
  const weight = weights?.[place];
  return weight === undefined ? ONE : fractionOf(weight);
}

/** Why too few prices count: half of them or more are too far away, all are too old or foreign, or they are few. */
function missingIn(
  { passed, outliers, observations, foreign, current, old }: Gated,
  usual: number,
): SkipReason {
  if (observations === 0) return "no_market_data";
  if (outliers.size > 0 && outliers.size * 2 >= passed.length) return "market_outliers";
  if (usual > 0) return "too_few_observations";
  if (foreign === observations) return "currency_mismatch";
  return current === old ? "stale_market" : "no_market_data";
}
