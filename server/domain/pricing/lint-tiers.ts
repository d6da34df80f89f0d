import { sellerKey } from "@/server/domain/pricing/inputs";
import type { PlacedFinding } from "@/server/domain/pricing/lint-finding";
import type { FullRules } from "@/server/domain/pricing/policy";
import { strategiesOf } from "@/server/domain/pricing/strategies";

type Tier = NonNullable<FullRules["gates"]["tiers"]>[number];

/** Whether the prices of a seller count at all. */
export function isCounted(seller: string, { sellers }: FullRules["gates"]): boolean {
  const isSeller = (other: string): boolean => sellerKey(other) === sellerKey(seller);
  return (sellers?.only?.some(isSeller) ?? true) && !sellers?.except?.some(isSeller);
}

/** Returns how many sellers of a tier count; null for a tier of all that no other one names. */
export const countedIn = (sellers: Tier["sellers"], gates: FullRules["gates"]): number | null =>
  sellers === undefined
    ? null
    : new Set(sellers.filter((seller) => isCounted(seller, gates)).map(sellerKey)).size;

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
    ...neverFilled(tier, index, rules.gates),
    ...namedTwice(tiers, index),
    ...zeroWeights(tier, index),
    ...unusedWeights(tier, index, rules),
  ]);
}

function neverFilled(
  { sellers, at_least = 1 }: Tier,
  index: number,
  gates: FullRules["gates"],
): PlacedFinding[] {
  const needed = Math.max(at_least, gates.min_observations);
  const count = countedIn(sellers, gates);
  if (count === null || count >= needed) return [];
  const has = count === 0 ? "no seller that counts" : count === 1 ? "one seller" : `${count} sellers`;
  const prices = needed === 1 ? "a price is" : `${needed} prices are`;
  const message = `This tier has ${has}, and ${prices} needed: it never counts.`;
  return [finding("error", String(index), "tier_never_filled", message)];
}

function namedTwice(tiers: readonly Tier[], index: number): PlacedFinding[] {
  const before = new Set(tiers.slice(0, index).flatMap(({ sellers = [] }) => sellers.map(sellerKey)));
  const keys = tiers[index]?.sellers?.map(sellerKey) ?? [];
  return (tiers[index]?.sellers ?? []).flatMap((seller, at) => {
    const key = sellerKey(seller);
    const isHere = keys.indexOf(key) < at;
    if (!isHere && !before.has(key)) return [];
    const message = isHere
      ? `${seller} is in this tier twice: take one of them out.`
      : `${seller} is in an earlier tier as well: say in which one it belongs.`;
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
