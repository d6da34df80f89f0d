import { marginIfKnown } from "@/server/domain/margin";
import { movedFrom, scopeFor } from "@/server/domain/pricing/engine";
import type { Policy } from "@/server/domain/pricing/engine/compile";
import type { EvidenceOrigin } from "@/server/domain/pricing/evidence-origins";
import type { EngineItem, ScopeSubject } from "@/server/domain/pricing/inputs";
import type { ItemPast, LaneSubject } from "@/server/domain/pricing/lanes";
import type { EngineRecommendation, EvidenceWindow } from "@/server/domain/pricing/outcome";

/** The figures of a recommended price that lanes look at. Amounts are minor units of the policy's currency. */
export type LaneFigures = Pick<
  EngineRecommendation,
  "currentPrice" | "recommendedPrice" | "cost" | "confidence"
>;

/**
 * Returns the prices from which lanes measure a recommended price, by its evidence: the regular price, and after it the
 * one that the store still charged after the end of a sale. Minor units; null means unknown.
 */
export function recommendedFrom(
  { currentPrice }: Pick<LaneFigures, "currentPrice">,
  window: EvidenceWindow | null,
): readonly (bigint | null)[] {
  const charged = currentPrice === null ? null : movedFrom(window, currentPrice);
  return charged === currentPrice ? [currentPrice] : [currentPrice, charged];
}

/**
 * Returns what lanes look at in a recommended price, with the item's scope, stock and age of cost.
 * @param usedAtMs when the used observations were recorded, in milliseconds since 1970
 * @param origins everybody who brought the item's figures and the observed prices
 */
export function laneSubject(
  figures: LaneFigures,
  item: ScopeSubject & Pick<EngineItem, "stock" | "costUpdatedAtMs">,
  {
    usedAtMs,
    origins,
    past,
  }: {
    readonly usedAtMs: readonly number[];
    readonly origins: readonly EvidenceOrigin[];
    readonly past: ItemPast;
  },
  policy: Policy,
): LaneSubject {
  const scope = scopeFor(policy, item);
  const { costUpdatedAtMs } = item;
  const marginOf = (price: bigint | null) => marginIfKnown(price, figures.cost, policy.marginFactors);
  return {
    scope: scope.match === null ? null : scope.name,
    currentPrice: figures.currentPrice,
    newPrice: figures.recommendedPrice,
    cost: figures.cost,
    stock: item.stock,
    // Of the regular price: a sale ends, and would hide until then how far the price falls.
    marginBefore: marginOf(figures.currentPrice),
    marginAfter: marginOf(figures.recommendedPrice),
    confidence: figures.confidence,
    origins,
    past,
    // The age of the evidence is unknown if that of the cost is.
    oldestInputMs:
      costUpdatedAtMs === null
        ? null
        : usedAtMs.reduce((oldest, at) => Math.min(oldest, at), costUpdatedAtMs),
  };
}
