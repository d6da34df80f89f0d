import { type MarginTerms, marginTerms, type PricePerCost, priceForMargin } from "@/server/domain/margin";
import {
  type CompiledScope,
  compileMatch,
  compileScope,
  ratioOrNull,
} from "@/server/domain/pricing/compile-scope";
import type { FullPolicy, PolicyDocument } from "@/server/domain/pricing/policy";
import { byPrecedence } from "@/server/domain/pricing/precedence";
import { resolvePolicy, resolveRules } from "@/server/domain/pricing/resolve";
import { parseRatio, type Ratio } from "@/server/domain/ratio";
import { ENGINE_VERSION } from "@/server/domain/runs/run";

const NO_MARGIN: Ratio = { num: 0n, den: 1n };

/** A policy in exact numbers, made once per run. Scopes stand most specific first; the last one takes every item. */
export type Policy = {
  readonly currency: string;
  readonly terms: MarginTerms;
  readonly scopes: readonly CompiledScope[];
  readonly fallback: CompiledScope;
  readonly reopenThreshold: Ratio;
  readonly undercut: Ratio;
  readonly costSpike: Ratio;
  readonly breaker: {
    readonly maxShare: Ratio | null;
    readonly maxMedianMove: Ratio | null;
    readonly minItems: number;
  };
  /** Whether a price is offered only where it would stand once applied: since engine 2. */
  readonly settles: boolean;
  /**
   * The smallest price that is offered, one that covers VAT, fees and cost, whose `price` is null when fees leave nothing
   * of any price. Null for the engines before 3, which looked for a margin floor alone.
   */
  readonly breakEven: { readonly price: PricePerCost | null } | null;
};

/**
 * Turns a document that `readPolicyDocument` accepted into exact numbers, for this engine or, to compute an old run
 * again, for an earlier one. Throws AmountError or RangeError when the document was never checked and holds a value
 * that cannot be read.
 */
export function compilePolicy(document: PolicyDocument, engineVersion: string = ENGINE_VERSION): Policy {
  const full = resolvePolicy(document);
  const terms = compileTerms(full.pricing);
  const scopes = full.scopes
    .slice()
    .sort(byPrecedence)
    .map((scope) =>
      compileScope(
        scope.name,
        compileMatch(scope, full.currency),
        resolveRules(scope, full.defaults),
        full.currency,
        terms,
      ),
    );
  return {
    currency: full.currency,
    terms,
    scopes,
    fallback: compileScope("Everything else", null, full.defaults, full.currency, terms),
    reopenThreshold: parseRatio(full.reopen_threshold),
    undercut: parseRatio(full.alerts.undercut),
    costSpike: parseRatio(full.alerts.cost_spike),
    breaker: {
      maxShare: ratioOrNull(full.breaker.max_share),
      maxMedianMove: ratioOrNull(full.breaker.max_median_move),
      minItems: full.breaker.min_items,
    },
    settles: engineVersion !== "1",
    breakEven:
      engineVersion === "1" || engineVersion === "2" ? null : { price: priceForMargin(NO_MARGIN, terms) },
  };
}

/** Whether any rule limits what a price may move in a day, so that the price of a day before is asked for. */
export const limitsDays = ({ scopes, fallback }: Policy): boolean =>
  [...scopes, fallback].some(({ maxChangePerDay }) => maxChangePerDay !== null);

/** The VAT and fee part of a complete policy in integers. */
export const compileTerms = (pricing: FullPolicy["pricing"]): MarginTerms =>
  marginTerms({
    includesVat: pricing.includes_vat,
    vatRate: parseRatio(pricing.vat_rate),
    feeRate: parseRatio(pricing.fee_rate),
    feeBase: pricing.fee_base,
  });
