import {
  type FixedFees,
  type MarginFactors,
  type PricePerCost,
  priceForMargin,
  toMarginFactors,
} from "@/server/domain/margin";
import { parseAmount } from "@/server/domain/money";
import { type CompiledScope, compileScope } from "@/server/domain/pricing/engine/compile-scope";
import { type CompiledConstraints, compileConstraints } from "@/server/domain/pricing/engine/constraints";
import { ENGINE_VERSION } from "@/server/domain/pricing/engine/engine-version";
import { type CompiledMatch, compileMatch } from "@/server/domain/pricing/engine/match";
import { type CompiledLane, compileLanes } from "@/server/domain/pricing/lanes";
import type { FullPolicy, PolicyDocument } from "@/server/domain/pricing/policy";
import { byPrecedence } from "@/server/domain/pricing/precedence";
import { resolvePolicy, resolveRules } from "@/server/domain/pricing/resolve";
import { parseRatio, type Ratio, ratioOrNull } from "@/server/domain/ratio";

const NO_MARGIN: Ratio = { num: 0n, den: 1n };

/** A limit in exact numbers: what the prices of the items that match have to keep, whatever scope decides. */
export type CompiledLimit = { readonly match: CompiledMatch; readonly constraints: CompiledConstraints };

/**
 * A policy in exact numbers, compiled once per run. Scopes are sorted with the most specific first; the last one
 * matches every item.
 */
export type Policy = {
  readonly currency: string;
  readonly marginFactors: MarginFactors;
  readonly scopes: readonly CompiledScope[];
  readonly fallback: CompiledScope;
  /** In the order of the document; all that match an item hold at once, with its scope's constraints. */
  readonly limits: readonly CompiledLimit[];
  readonly reopenThreshold: Ratio;
  readonly undercut: Ratio;
  readonly costSpike: Ratio;
  readonly breaker: {
    readonly maxShare: Ratio | null;
    readonly maxMedianMove: Ratio | null;
    readonly minItems: number;
  };
  /** Who decides about which price changes; the first that one fits in counts. */
  readonly lanes: readonly CompiledLane[];
  /** Whether a price is recommended only if it would not change again once applied: since engine 2. */
  readonly requiresStablePrice: boolean;
  /**
   * The factor from cost to the smallest price that covers VAT, fees and cost; its `price` is null when fees exceed
   * every price. Null for engines before 3, which checked the margin floor only.
   */
  readonly breakEven: { readonly price: PricePerCost | null } | null;
  /**
   * Whether margins and alerts are those of the price that shoppers pay, and no price is recommended that would break
   * the shop window: since engine 4.
   */
  readonly followsShopWindow: boolean;
  /**
   * Whether shoppers pay what the store charges, also where it has not noticed that a sale began or ended: since engine
   * 5. Engine 4 took the price that follows from the sale's dates.
   */
  readonly believesStore: boolean;
};

/**
 * Compiles a document that `readPolicyDocument` accepted to exact numbers, for this engine or, to replay an old run,
 * for an earlier one.
 * @throws AmountError or RangeError when the document was never validated and holds a value that cannot be parsed
 */
export function compilePolicy(document: PolicyDocument, engineVersion: string = ENGINE_VERSION): Policy {
  const full = resolvePolicy(document);
  const marginFactors = compileMarginFactors(full.pricing, full.currency);
  const scopes = full.scopes
    .slice()
    .sort(byPrecedence)
    .map((scope) =>
      compileScope(
        scope.name,
        compileMatch(scope.match, full.currency),
        resolveRules(scope, full.defaults),
        full.currency,
        marginFactors,
      ),
    );
  return {
    currency: full.currency,
    marginFactors,
    scopes,
    fallback: compileScope("Everything else", null, full.defaults, full.currency, marginFactors),
    limits: (full.limits ?? []).map(({ name, match, constraints }) => ({
      match: compileMatch(match, full.currency),
      constraints: compileConstraints(constraints, marginFactors, full.currency, name),
    })),
    reopenThreshold: parseRatio(full.reopen_threshold),
    undercut: parseRatio(full.alerts.undercut),
    costSpike: parseRatio(full.alerts.cost_spike),
    breaker: {
      maxShare: ratioOrNull(full.breaker.max_share),
      maxMedianMove: ratioOrNull(full.breaker.max_median_move),
      minItems: full.breaker.min_items,
    },
    lanes: compileLanes(full),
    requiresStablePrice: isSince(2, engineVersion),
    breakEven: isSince(3, engineVersion) ? { price: priceForMargin(NO_MARGIN, marginFactors) } : null,
    followsShopWindow: isSince(4, engineVersion),
    believesStore: isSince(5, engineVersion),
  };
}

/** Whether an engine has what joined with a version. */
const isSince = (version: number, engineVersion: string): boolean => Number(engineVersion) >= version;

/** What a policy asks of the past of items. */
export type AskedOfPast = {
  /** The price one day ago, from which the change per day is limited. */
  readonly dayPrices: boolean;
  /** When the price last changed, after which it stays for some hours. */
  readonly lastChanges: boolean;
};

/** Returns what any rule of any of these policies asks of the past of items. */
export function askedOfPast(...policies: readonly Policy[]): AskedOfPast {
  const all = policies.flatMap(({ scopes, fallback, limits }) => [
    ...scopes,
    fallback,
    ...limits.map(({ constraints }) => constraints),
  ]);
  return {
    dayPrices: all.some(({ maxChangePerDay }) => maxChangePerDay !== null),
    lastChanges: all.some(({ minWait }) => minWait !== null),
  };
}

/** Compiles the VAT and fee part of a complete policy to integers; `currency` is that of its amounts. */
export const compileMarginFactors = (pricing: FullPolicy["pricing"], currency: string): MarginFactors =>
  toMarginFactors({
    includesVat: pricing.includes_vat,
    vatRate: parseRatio(pricing.vat_rate),
    feeRate: parseRatio(pricing.fee_rate),
    feeBase: pricing.fee_base,
    paymentRate: parseRatio(pricing.payment_rate ?? "0"),
    fixed: compileFixed(pricing, currency),
  });

/** The fixed fees of a unit together; null where there are none. */
function compileFixed(
  { fee_fixed = "0", payment_fixed = "0", shipping_cost = "0" }: FullPolicy["pricing"],
  currency: string,
): FixedFees | null {
  const minor = [fee_fixed, payment_fixed, shipping_cost].reduce(
    (sum, text) => sum + parseAmount(text, currency, true),
    0n,
  );
  return minor === 0n ? null : { minor, currency };
}
