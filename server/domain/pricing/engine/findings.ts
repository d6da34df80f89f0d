import { marginIfKnown } from "@/server/domain/margin";
import type { Policy } from "@/server/domain/pricing/engine/compile";
import type { CompiledScope, FollowedScope } from "@/server/domain/pricing/engine/compile-scope";
import type { CostView } from "@/server/domain/pricing/engine/cost";
import type { MarketView } from "@/server/domain/pricing/engine/market";
import { itemSignals } from "@/server/domain/pricing/engine/signals";
import type { EngineItem } from "@/server/domain/pricing/inputs";
import type {
  EngineRecommendation,
  Evidence,
  EvidenceWindow,
  PricingStep,
  RecommendationOutcome,
  SkipOutcome,
  SkipReason,
} from "@/server/domain/pricing/outcome";

/** The inputs of a decision on one item. */
export type PricingInputs = {
  readonly item: EngineItem;
  /** What shoppers see; null for engines that know the regular price alone. */
  readonly shopWindow: EvidenceWindow | null;
  readonly rules: CompiledScope;
  readonly cost: CostView;
  readonly market: MarketView;
  /** The market in the evidence: older prices count as well where the strategy looks at those last known. */
  readonly shown: MarketView;
  readonly policy: Policy;
};

/** The inputs with the strategy that is followed. */
export type FollowedInputs = PricingInputs & { readonly scope: FollowedScope };

/** Returns the outcome that leaves the price unchanged, with the reason that runs count and a sentence for people. */
export const skip = (
  inputs: PricingInputs,
  skipReason: SkipReason,
  message: string,
  steps: readonly PricingStep[] = [],
): SkipOutcome => ({ kind: "skip", ...commonFields(inputs, steps), skipReason, message });

/** Returns the outcome of a new price. */
export const recommend = (
  inputs: PricingInputs,
  recommendation: EngineRecommendation,
  steps: readonly PricingStep[],
): RecommendationOutcome => ({
  kind: "recommendation",
  ...commonFields(inputs, steps),
  skipReason: null,
  recommendation,
});

/**
 * Returns the outcome that asks a person to review the item's cost or market first; runs also count it as skipped.
 */
export function requestReview(
  inputs: PricingInputs,
  kind: "cost_review" | "market_review",
  skipReason: SkipReason,
  reason: string,
): RecommendationOutcome {
  const { item, shopWindow, cost, policy } = inputs;
  const paid = shopWindow === null ? item.price : shopWindow.shopperPrice;
  return {
    kind: "recommendation",
    ...commonFields(inputs, []),
    skipReason,
    recommendation: {
      kind,
      currentPrice: item.price,
      recommendedPrice: null,
      cost: cost.amount,
      marginBefore: marginIfKnown(paid, cost.amount, policy.marginFactors),
      marginAfter: null,
      changeRatio: null,
      reason,
      bindingRule: null,
      confidence: "low",
    },
  };
}

function commonFields(inputs: PricingInputs, steps: readonly PricingStep[]) {
  const { item } = inputs;
  return {
    itemId: item.id,
    sku: item.sku,
    currency: item.currency,
    signals: itemSignals(inputs),
    market: inputs.market.figures,
    evidence: evidenceOf(inputs, steps),
  };
}

const evidenceOf = (
  { rules, shopWindow, cost, shown }: PricingInputs,
  steps: readonly PricingStep[],
): Evidence => ({
  scope: rules.name,
  shopWindow,
  cost: { amount: cost.amount, ageDays: cost.ageDays, state: cost.state },
  market: shown.figures,
  observations: shown.observations,
  steps,
});
