import {
  type MarginTerms,
  type PricePerCost,
  priceAtCost,
  priceForMargin,
  priceForMarkup,
} from "@/server/domain/margin";
import { formatAmount, MAX_MINOR, parseAmount } from "@/server/domain/money";
import type { FullRules } from "@/server/domain/pricing/policy";
import { divideHalfEven, formatPercent, lowest, parseRatio, type Ratio } from "@/server/domain/ratio";

type Words = {
  /** "Meet the market median" */
  readonly label: string;
  /** What a price change is for: "to meet the market median" */
  readonly purpose: string;
};

/** How the target is found; `factor` and `difference` move the market figure, `price` is null when fees eat it all. */
export type CompiledStrategy = Words &
  (
    | { readonly type: "hold" }
    | { readonly type: "cost_plus"; readonly price: PricePerCost | null }
    | {
        readonly type: "position";
        readonly against: "min" | "median" | "max";
        readonly factor: Ratio;
        readonly difference: bigint;
      }
  );

/** The market figures a position is taken against, minor units. */
export type MarketFigures = {
  readonly lowest: bigint | null;
  readonly median: bigint | null;
  readonly highest: bigint | null;
};

/** Turns a strategy into exact numbers and the words for it. */
export function compileStrategy(
  strategy: FullRules["strategy"],
  currency: string,
  terms: MarginTerms,
): CompiledStrategy {
  if (strategy.type === "hold") {
    return { type: "hold", label: "Hold the price", purpose: "to keep within the policy's limits" };
  }
  if (strategy.type === "cost_plus") {
    const byMargin = strategy.margin !== undefined;
    const ratio = parseRatio(strategy.margin ?? strategy.markup ?? "0");
    const what = `${byMargin ? "margin" : "markup"} of ${formatPercent(ratio.num, ratio.den)}`;
    const price = byMargin ? priceForMargin(ratio, terms) : priceForMarkup(ratio, terms);
    return { type: "cost_plus", price, label: `Cost plus a ${what}`, purpose: `for a ${what}` };
  }
  const ratio = parseRatio(strategy.ratio ?? "0");
  const difference = parseAmount(strategy.amount ?? "0", currency, true);
  return {
    type: "position",
    against: strategy.against,
    factor: lowest(ratio.den + ratio.num, ratio.den),
    difference,
    ...positionWords(strategy.against, ratio, difference, currency),
  };
}

/**
 * The price the strategy wants, minor units, at least 1: the current price, the price for a margin or markup on cost,
 * or a market figure moved by a ratio or an amount (nearest minor unit). Null when it has none.
 */
export function strategyTarget(
  strategy: CompiledStrategy,
  price: bigint,
  cost: bigint,
  market: MarketFigures,
): bigint | null {
  if (strategy.type === "hold") return price;
  if (strategy.type === "cost_plus")
    return strategy.price === null ? null : bounded(priceAtCost(cost, strategy.price));
  const figures = { min: market.lowest, median: market.median, max: market.highest };
  const base = figures[strategy.against];
  if (base === null) return null;
  return bounded(divideHalfEven(base * strategy.factor.num, strategy.factor.den) + strategy.difference);
}

const bounded = (target: bigint): bigint => (target < 1n ? 1n : target > MAX_MINOR ? MAX_MINOR : target);

const MARKET_WORDS = {
  min: "the lowest market price",
  median: "the market median",
  max: "the highest market price",
} as const;

function positionWords(
  against: "min" | "median" | "max",
  ratio: Ratio,
  difference: bigint,
  currency: string,
): Words {
  const figure = MARKET_WORDS[against];
  if (ratio.num === 0n && difference === 0n) {
    return { label: `Meet ${figure}`, purpose: `to meet ${figure}` };
  }
  const below = ratio.num < 0n || difference < 0n;
  const by =
    ratio.num !== 0n
      ? formatPercent(ratio.num < 0n ? -ratio.num : ratio.num, ratio.den)
      : formatAmount(difference < 0n ? -difference : difference, currency);
  const place = `${by} ${below ? "below" : "above"} ${figure}`;
  return { label: `Stay ${place}`, purpose: `to stay ${place}` };
}
