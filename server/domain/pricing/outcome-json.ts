import { formatAmount } from "@/server/domain/money";
import { windowToJson } from "@/server/domain/pricing/evidence-window-json";
import type {
  AlertSignal,
  EngineRecommendation,
  Evidence,
  EvidenceObservation,
  Outcome,
  PricingStep,
} from "@/server/domain/pricing/outcome";

const isoTime = (ms: number): string => new Date(ms).toISOString();

const money = (minor: bigint | null, currency: string): string | null =>
  minor === null ? null : formatAmount(minor, currency);

/**
 * Converts the outcome to its stored and replayed form: plain JSON values in one fixed order of keys, amounts as
 * decimal strings in major units of `currency` (observations: of their own), times ISO 8601 UTC. Equal outcomes give
 * equal bytes.
 */
export function outcomeToJson(outcome: Outcome) {
  const { currency } = outcome;
  return {
    kind: outcome.kind,
    item_id: outcome.itemId,
    sku: outcome.sku,
    currency,
    skip_reason: outcome.skipReason,
    message: outcome.kind === "skip" ? outcome.message : null,
    recommendation:
      outcome.kind === "recommendation" ? recommendationToJson(outcome.recommendation, currency) : null,
    signals: outcome.signals.map((signal) => signalToJson(signal, currency)),
    evidence: evidenceToJson(outcome.evidence, currency),
  };
}
export type OutcomeJson = ReturnType<typeof outcomeToJson>;

const recommendationToJson = (recommendation: EngineRecommendation, currency: string) => ({
  kind: recommendation.kind,
  current_price: money(recommendation.currentPrice, currency),
  recommended_price: money(recommendation.recommendedPrice, currency),
  cost: money(recommendation.cost, currency),
  margin_before: recommendation.marginBefore,
  margin_after: recommendation.marginAfter,
  change_ratio: recommendation.changeRatio,
  reason: recommendation.reason,
  binding_rule: recommendation.bindingRule,
  confidence: recommendation.confidence,
});

// Most signals are off and have no other fields; leaving those out shortens a hundred thousand stored outcomes a lot.
const signalToJson = (signal: AlertSignal, currency: string) =>
  signal.signal === "on"
    ? {
        kind: signal.kind,
        signal: signal.signal,
        severity: signal.severity,
        shortfall: money(signal.shortfallMinor, currency),
        message: signal.message,
      }
    : { kind: signal.kind, signal: signal.signal };

/** Converts the evidence alone, as recommendations show it. */
export const evidenceToJson = (evidence: Evidence, currency: string) => ({
  scope: evidence.scope,
  // Earlier engines did not know it, and their evidence is written without it, byte for byte.
  ...(evidence.shopWindow === null ? {} : { shop_window: windowToJson(evidence.shopWindow, currency) }),
  cost: {
    amount: money(evidence.cost.amount, currency),
    age_days: evidence.cost.ageDays,
    state: evidence.cost.state,
  },
  market: {
    lowest: money(evidence.market.lowest, currency),
    median: money(evidence.market.median, currency),
    highest: money(evidence.market.highest, currency),
    used: evidence.market.used,
    refused: evidence.market.refused,
    newest: evidence.market.newestAtMs === null ? null : isoTime(evidence.market.newestAtMs),
  },
  observations: evidence.observations.map(observationToJson),
  trail: evidence.steps.map((step) => stepToJson(step, currency)),
});
export type EvidenceJson = ReturnType<typeof evidenceToJson>;

const observationToJson = (observation: EvidenceObservation) => ({
  id: observation.id,
  seller: observation.seller,
  price: formatAmount(observation.price, observation.currency),
  currency: observation.currency,
  in_stock: observation.inStock,
  observed_at: isoTime(observation.observedAtMs),
  url: observation.url,
  // Most sellers state neither a pack size nor what delivery costs; what is unknown is left out.
  ...(observation.packSize === null ? {} : { pack_size: observation.packSize }),
  ...(observation.shipping === null
    ? {}
    : { shipping: formatAmount(observation.shipping, observation.currency) }),
  // As the price itself, unless prices with delivery are compared.
  ...(observation.compared === observation.price
    ? {}
    : { compared: formatAmount(observation.compared, observation.currency) }),
  used: observation.used,
  refusal: observation.refusal,
  note: observation.note,
});

const stepToJson = (step: PricingStep, currency: string) => ({
  rule: step.rule,
  label: step.label,
  amount: money(step.amount, currency),
  effect: step.effect,
  bound: step.bound,
});
