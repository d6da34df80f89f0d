import { sellerKey } from "@/server/domain/pricing/inputs";
import type { PlacedFinding } from "@/server/domain/pricing/lint-finding";
import { countedIn, isCounted, lintTiers } from "@/server/domain/pricing/lint-tiers";
import type { FullRules } from "@/server/domain/pricing/policy";
import type { SimpleStrategy } from "@/server/domain/pricing/policy-rules";
import { type Placed, strategiesOf } from "@/server/domain/pricing/strategies";

const ABOUT = ["strategy", "fallback", "constraints", "gates"] as const;

/**
 * Returns findings about rules that follow the market: prices that are measured from a seller who does not count, from
 * a rank that is never filled, or that need more sellers than count.
 */
export const lintCompetitors = (rules: FullRules): PlacedFinding[] => [
  ...tooFewSellers(rules),
  ...lintTiers(rules),
  ...strategiesOf(rules).flatMap((placed) => excludedSeller(placed, rules)),
  ...ranksOf(rules).flatMap((ranked) => rank(ranked, rules)),
];

const keysOf = (names: readonly string[] | undefined): ReadonlySet<string> | null =>
  names === undefined ? null : new Set(names.map(sellerKey));

const finding = (
  level: PlacedFinding["level"],
  at: string,
  code: string,
  message: string,
): PlacedFinding => ({
  level,
  at,
  code,
  message,
  about: ABOUT,
});

const sellersText = (count: number): string => (count === 1 ? "one seller counts" : `${count} sellers count`);

function tooFewSellers({ gates }: FullRules): PlacedFinding[] {
  const only = keysOf(gates.sellers?.only);
  if (only === null || only.size >= gates.min_observations) return [];
  const message = `Only ${sellersText(only.size)}, and ${gates.min_observations} prices are asked for: no item gets a price.`;
  return [finding("error", "gates.sellers", "too_few_sellers", message)];
}

function excludedSeller({ at, strategy }: Placed<SimpleStrategy>, { gates }: FullRules): PlacedFinding[] {
  if (!("against" in strategy) || strategy.seller === undefined) return [];
  const key = sellerKey(strategy.seller);
  const { tiers } = gates;
  const isInTier = !tiers || tiers.some(({ sellers }) => keysOf(sellers)?.has(key) ?? true);
  if (isInTier && isCounted(strategy.seller, gates)) return [];
  const message = `Prices are measured from ${strategy.seller}, a seller that does not count.`;
  return [finding("error", at, "seller_not_counted", message)];
}

type Ranked = { readonly at: string; readonly asked: number; readonly instead: boolean };

/** The ranks that prices are measured from, and whether something else is tried where one is not filled. */
function ranksOf({ constraints, ...rules }: FullRules): Ranked[] {
  const { rank: limit } = constraints.market_distance ?? {};
  const aims = strategiesOf(rules).flatMap(({ at, strategy }) =>
    "against" in strategy && strategy.rank !== undefined ? [{ at, asked: strategy.rank }] : [],
  );
  return [
    ...aims.map((aim) => ({ ...aim, instead: (rules.fallback ?? []).length > 0 })),
    ...(limit === undefined ? [] : [{ at: "constraints.market_distance", asked: limit, instead: false }]),
  ];
}

/** How many sellers a market can have at most: those that count, of the largest tier. */
function mostSellers(gates: FullRules["gates"]): number {
  const only = keysOf(gates.sellers?.only)?.size ?? Number.POSITIVE_INFINITY;
  const tiers = (gates.tiers ?? []).map(({ sellers }) => countedIn(sellers, gates) ?? only);
  return tiers.length === 0 ? only : Math.max(...tiers);
}

function rank({ at, asked, instead }: Ranked, { gates }: FullRules): PlacedFinding[] {
  const most = mostSellers(gates);
  if (most < asked) {
    const message = `Only ${sellersText(most)}: no item has a price of rank ${asked}.`;
    return [finding("error", `${at}.rank`, "rank_never_filled", message)];
  }
  if (asked <= gates.min_observations || instead) return [];
  const message = `Items with fewer than ${asked} competitor prices get no price: that many are needed for this rank.`;
  return [finding("warning", `${at}.rank`, "rank_needs_more", message)];
}
