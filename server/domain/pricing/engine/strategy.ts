import {
  type MarginFactors,
  type PricePerCost,
  priceAtCost,
  priceForMargin,
  priceForMarkup,
} from "@/server/domain/margin";
import { formatAmount, MAX_MINOR, parseAmount } from "@/server/domain/money";
import {
  compileReference,
  type MarketPrices,
  type Reference,
  referencePrice,
} from "@/server/domain/pricing/engine/reference";
import type { FullRules } from "@/server/domain/pricing/policy";
import {
  divideCeil,
  divideFloor,
  divideHalfEven,
  formatPercent,
  lowest,
  parseRatio,
  type Ratio,
} from "@/server/domain/ratio";

type Texts = {
  /** "Meet the market median" */
  readonly label: string;
  /** The purpose of a price change: "to meet the market median" */
  readonly purpose: string;
};

/**
 * How the target is computed: `factor` and `difference` are applied to the reference price; an index keeps the price
 * between `low` and `high` times it. `price` is null when fees use up every price.
 */
export type CompiledStrategy = Texts &
  (
    | { readonly type: "hold" }
    | { readonly type: "cost_plus"; readonly price: PricePerCost | null }
    | {
        readonly type: "position";
        readonly reference: Reference;
        readonly factor: Ratio;
        readonly difference: bigint;
      }
    | {
        readonly type: "index";
        readonly reference: Reference;
        readonly index: Ratio;
        readonly low: Ratio;
        readonly high: Ratio;
      }
  );

type Given = FullRules["strategy"];
type GivenPosition = Extract<Given, { type: "position" }>;
type GivenIndex = Extract<Given, { type: "index" }>;

/** Compiles a strategy to exact numbers and its texts. */
export function compileStrategy(
  strategy: Given,
  currency: string,
  marginFactors: MarginFactors,
): CompiledStrategy {
  switch (strategy.type) {
    case "hold":
      return { type: "hold", label: "Hold the price", purpose: "to keep within the policy's limits" };
    case "cost_plus": {
      const byMargin = strategy.margin !== undefined;
      const ratio = parseRatio(strategy.margin ?? strategy.markup ?? "0");
      const goal = `${byMargin ? "margin" : "markup"} of ${formatPercent(ratio.num, ratio.den)}`;
      const price = byMargin ? priceForMargin(ratio, marginFactors) : priceForMarkup(ratio, marginFactors);
      return { type: "cost_plus", price, label: `Cost plus a ${goal}`, purpose: `for a ${goal}` };
    }
    case "position":
      return compilePosition(strategy, currency);
    case "index":
      return compileIndex(strategy);
  }
}

function compilePosition(strategy: GivenPosition, currency: string): CompiledStrategy {
  const reference = compileReference(strategy);
  const ratio = parseRatio(strategy.ratio ?? "0");
  const difference = parseAmount(strategy.amount ?? "0", currency, true);
  const factor = lowest(ratio.den + ratio.num, ratio.den);
  const same = ratio.num === 0n && difference === 0n;
  const below = ratio.num < 0n || difference < 0n;
  const by =
    ratio.num !== 0n
      ? formatPercent(ratio.num < 0n ? -ratio.num : ratio.num, ratio.den)
      : formatAmount(difference < 0n ? -difference : difference, currency);
  const position = same
    ? `meet ${reference.label}`
    : `stay ${by} ${below ? "below" : "above"} ${reference.label}`;
  const label = `${position.charAt(0).toUpperCase()}${position.slice(1)}`;
  return { type: "position", reference, factor, difference, label, purpose: `to ${position}` };
}

function compileIndex(strategy: GivenIndex): CompiledStrategy {
  const reference = compileReference(strategy);
  const index = parseRatio(strategy.index);
  const tolerance = parseRatio(strategy.tolerance ?? "0");
  const moved = (by: bigint) => lowest(index.num * tolerance.den + by * index.den, index.den * tolerance.den);
  const within = tolerance.num === 0n ? "" : ` within ${formatPercent(tolerance.num, tolerance.den)}`;
  const position = `${formatPercent(index.num, index.den)} of ${reference.label}${within}`;
  const [low, high] = [moved(-tolerance.num), moved(tolerance.num)];
  return {
    type: "index",
    reference,
    index,
    low,
    high,
    label: `Keep at ${position}`,
    purpose: `to keep at ${position}`,
  };
}

/** Whether the target comes from the market, so that a reliable market is required. */
export const followsMarket = (
  strategy: CompiledStrategy,
): strategy is Extract<CompiledStrategy, { type: "position" | "index" }> =>
  strategy.type === "position" || strategy.type === "index";

/**
 * Returns the strategy's target in minor units, at least 1: the current price, the price for a margin or markup on
 * cost, a reference moved by a ratio or an amount (nearest minor unit), or the price nearest to the current one
 * within the index. Null when the strategy has no target.
 */
export function strategyTarget(
  strategy: CompiledStrategy,
  price: bigint,
  cost: bigint,
  market: MarketPrices,
): bigint | null {
  if (strategy.type === "hold") return price;
  if (strategy.type === "cost_plus")
    return strategy.price === null ? null : bounded(priceAtCost(cost, strategy.price));
  const base = referencePrice(strategy.reference, market);
  if (base === null) return null;
  if (strategy.type === "index") return bounded(nearestInIndex(strategy, price, base));
  return bounded(divideHalfEven(base * strategy.factor.num, strategy.factor.den) + strategy.difference);
}

function nearestInIndex(
  { index, low, high }: Extract<CompiledStrategy, { type: "index" }>,
  price: bigint,
  base: bigint,
): bigint {
  const min = divideCeil(base * low.num, low.den);
  const max = divideFloor(base * high.num, high.den);
  // The index range contains no whole minor unit: use the one nearest to the index.
  if (min > max) return divideHalfEven(base * index.num, index.den);
  return price < min ? min : price > max ? max : price;
}

const bounded = (target: bigint): bigint => (target < 1n ? 1n : target > MAX_MINOR ? MAX_MINOR : target);
