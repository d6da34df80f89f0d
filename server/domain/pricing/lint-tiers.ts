import { sellerKey } from "@/server/domain/pricing/inputs";
import type { PlacedFinding } from "@/server/domain/pricing/lint-finding";
import type { FullRules } from "@/server/domain/pricing/policy";
import { strategiesOf } from "@/server/domain/pricing/strategies";

type Tier = NonNullable<FullRules["gates"]["tiers"]>[number];

const finding = (
  level: PlacedFinding["level"],
  at: string,
  code: string,
  message: string,
): PlacedFinding => ({
  level,
  at: `gates.tiers.${at}`,
  code,
  message,
  about: ["gates"],
});

/** Returns findings about tiers of sellers: those that never count, and weights that change nothing. */
export function lintTiers(rules: FullRules): PlacedFinding[] {
  const tiers = rules.gates.tiers ?? [];
  return tiers.flatMap((tier, index) => [
    ...neverFilled(tier, index, rules.gates.min_observations),
    ...namedTwice(tiers, index),
    ...zeroWeights(tier, index),
    ...unusedWeights(tier, index, rules),
  ]);
}

function neverFilled({ sellers, at_least = 1 }: Tier, index: number, least: number): PlacedFinding[] {
  const needed = Math.max(at_least, least);
  const count = new Set(sellers?.map(sellerKey)).size;
  if (sellers === undefined || count >= needed) return [];
  const has = count === 1 ? "one seller" : `${count} sellers`;
  const message = `This tier has ${has}, and ${needed} prices are needed: it never counts.`;
  return [finding("error", String(index), "tier_never_filled", message)];
}

function namedTwice(tiers: readonly Tier[], index: number): PlacedFinding[] {
  const before = new Set(tiers.slice(0, index).flatMap(({ sellers = [] }) => sellers.map(sellerKey)));
  return (tiers[index]?.sellers ?? []).flatMap((seller, at) => {
    if (!before.has(sellerKey(seller))) return [];
    const message = `${seller} is in an earlier tier as well: say in which one it belongs.`;
    return [finding("error", `${index}.sellers.${at}`, "seller_in_two_tiers", message)];
  });
}

const zeroWeights = ({ sellers = [], weights = [] }: Tier, index: number): PlacedFinding[] =>
  weights.flatMap((weight, at) => {
    if (/[1-9]/.test(weight)) return [];
    const message = `A weight of zero leaves ${sellers[at] ?? "a seller"} out of the average: take it out of the tier.`;
    return [finding("error", `${index}.weights.${at}`, "zero_weight", message)];
  });

/** Weights are for the average, of which a price or a limit has to be measured. */
function unusedWeights({ weights }: Tier, index: number, rules: FullRules): PlacedFinding[] {
  const isMeasured =
    rules.constraints.market_distance?.against === "mean" ||
    strategiesOf(rules).some(({ strategy }) => "against" in strategy && strategy.against === "mean");
  if (weights === undefined || isMeasured) return [];
  const message = "Weights change the market average alone, from which nothing here is measured.";
  const about = ["strategy", "fallback", "gates"] as const;
  return [{ ...finding("warning", `${index}.weights`, "weights_unused", message), about }];
}
