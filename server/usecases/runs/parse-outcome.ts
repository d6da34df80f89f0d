import { unitsOf } from "@/server/domain/items/units";
import { readFormatted } from "@/server/domain/money";
import { windowFromJson } from "@/server/domain/pricing/evidence-window-json";
import type { AlertSignal, PricingStep } from "@/server/domain/pricing/outcome";
import type { OutcomeJson } from "@/server/domain/pricing/outcome-json";
import type { Finding } from "@/server/domain/recommendations/publication";
import { evidenceBasis } from "./evidence-basis";

/** The part of a stored outcome that publishing needs; amounts in minor units of `currency`. */
export interface StoredOutcome {
  readonly currency: string;
  readonly finding: Finding | null;
  /** Digest of the evidence without its ages. */
  readonly basis: string;
  readonly signals: readonly AlertSignal[];
}

/**
 * Parses an outcome that `outcomeToJson` wrote.
 * @throws SyntaxError when it is not JSON
 */
export function parseOutcome(text: string): StoredOutcome {
  const outcome: OutcomeJson = JSON.parse(text);
  const { currency } = outcome;
  const minor = (amount: string | null) => (amount === null ? null : readFormatted(amount, currency));
  return {
    currency,
    finding: findingOf(outcome, minor),
    basis: evidenceBasis(outcome.evidence),
    signals: outcome.signals.map((each) => ({
      kind: each.kind,
      signal: each.signal,
      severity: each.severity ?? "info",
      shortfallMinor: minor(each.shortfall ?? null),
      message: each.message ?? "",
    })),
  };
}

function findingOf(
  { recommendation, evidence, currency }: OutcomeJson,
  minor: (amount: string | null) => bigint | null,
): Finding | null {
  if (recommendation === null) return null;
  const steps: PricingStep[] = evidence.trail.map((step) => ({ ...step, amount: minor(step.amount) }));
  return {
    kind: recommendation.kind,
    currency,
    currentPrice: minor(recommendation.current_price),
    recommendedPrice: minor(recommendation.recommended_price),
    cost: minor(recommendation.cost),
    marginBefore: recommendation.margin_before,
    marginAfter: recommendation.margin_after,
    changeRatio: recommendation.change_ratio,
    reason: recommendation.reason,
    bindingRule: recommendation.binding_rule,
    confidence: recommendation.confidence,
    marketMedian: minor(evidence.market.median),
    shopWindow: windowFromJson(evidence.shop_window, currency),
    steps,
  };
}

/** The database's largest bigint. A larger product is stored as this value, so that it does not fail the run. */
const MAX_BIGINT = 2n ** 63n - 1n;

/**
 * Returns the money at risk in minor units: the shortfall per unit times the stock, or times one when the stock is
 * unknown; null without a shortfall.
 */
export function moneyAtRisk(shortfall: bigint | null, stock: number | null): bigint | null {
  if (shortfall === null) return null;
  const risk = shortfall * unitsOf(stock);
  return risk > MAX_BIGINT ? MAX_BIGINT : risk;
}
