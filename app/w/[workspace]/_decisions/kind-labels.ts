import type { RecommendationKind } from "@/server/domain/recommendations/recommendation";

export const KIND_LABELS: Readonly<Record<RecommendationKind, string>> = {
  price_change: "Price change",
  cost_review: "Check the cost",
  market_review: "Check the market",
};
