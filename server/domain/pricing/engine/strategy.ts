import {
  type MarginFactors,
  type PricePerCost,
  priceAtCost,
  priceForMargin,
  priceForMarkup,
} from "@/server/domain/margin";
import { formatAmount, MAX_MINOR, parseAmount } from "@/server/domain/money";
import { fixedText } from "@/server/domain/pricing/engine/fees-text";
import {
  compileReference,
  isOfItem,
  type Reference,
  type ReferenceInputs,
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
    | { readonly type: "hold"; readonly whileSoldOut: boolean }
    | {
        readonly type: "cost_plus";
        readonly price: PricePerCost | null;
        /** What a unit has to earn on top, in minor units, with the factor that it takes of the price. */
        readonly more: { readonly amount: bigint; readonly price: PricePerCost } | null;
      }
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

const NOTHING: Ratio = { num: 0n, den: 1n };

type Given = Exclude<FullRules["strategy"], { type: "best_of" }>;
type GivenPosition = Extract<Given, { type: "position" }>;
type GivenIndex = Extract<Given, { type: "index" }>;

/**
 * Compiles a strategy to exact numbers and its texts.
 * @param whose the sellers that the market is of, as a text behind its figures
 */
export function compileStrategy(
  strategy: Given,
  currency: string,
  marginFactors: MarginFactors,
  whose: string,
): CompiledStrategy {
  switch (strategy.type) {
    case "hold":
      return {
        type: "hold",
        whileSoldOut: false,
        label: "Hold the price",
        purpose: "to keep within the policy's limits",
      };
    case "cost_plus":
      return compileCostPlus(strategy, currency, marginFactors);
    case "position":
      return compilePosition(strategy, currency, whose);
    case "index":
      return compileIndex(strategy, whose);
  }
}

/** Compiles what an item without stock aims for; null where that is what it aims for otherwise. */
export function compileSoldOut(what: FullRules["when_sold_out"]): CompiledStrategy | null {
  if (what === undefined || what === "ignore") return null;
  if (what === "hold")
    return {
      type: "hold",
      whileSoldOut: true,
      label: "Hold the price while it is sold out",
      purpose: "to keep within the policy's limits",
    };
  const reference = compileReference({ against: "item_max" });
  const position = `meet ${reference.label} while it is sold out`;
  return {
    type: "position",
    reference,
    factor: { num: 1n, den: 1n },
    difference: 0n,
    label: `M${position.slice(1)}`,
    purpose: `to ${position}`,
  };
}

function compileCostPlus(
  { margin, markup, amount }: Extract<Given, { type: "cost_plus" }>,
  currency: string,
  marginFactors: MarginFactors,
): CompiledStrategy {
  const ratio = parseRatio(margin ?? markup ?? "0");
  const price =
    margin === undefined ? priceForMarkup(ratio, marginFactors) : priceForMargin(ratio, marginFactors);
  const goal = `a ${margin === undefined ? "markup" : "margin"} of ${formatPercent(ratio.num, ratio.den)}`;
  const after = fixedText(marginFactors);
  if (amount === undefined)
    return {
      type: "cost_plus",
      price,
      more: null,
      label: `Cost plus ${goal}${after}`,
      purpose: `for ${goal}`,
    };
  const minor = parseAmount(amount, currency);
  const ofAmount = margin === undefined ? priceForMarkup(NOTHING, marginFactors) : price;
  const text = formatAmount(minor, currency);
  const isAlone = margin === undefined && markup === undefined;
  return {
    type: "cost_plus",
    price,
    more: ofAmount && { amount: minor, price: ofAmount },
    label: `Cost plus ${isAlone ? text : `${goal} and ${text}`}${after}`,
    purpose: isAlone ? `for ${text} over the cost` : `for ${goal} and ${text}`,
  };
}

function compilePosition(strategy: GivenPosition, currency: string, whose: string): CompiledStrategy {
  const reference = compileReference(strategy, whose);
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

function compileIndex(strategy: GivenIndex, whose: string): CompiledStrategy {
  const reference = compileReference(strategy, whose);
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
  isMeasured(strategy) && !isOfItem(strategy.reference);

/** Whether the target is measured from a reference. */
export const isMeasured = (
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
  inputs: ReferenceInputs,
): bigint | null {
  if (strategy.type === "hold") return price;
  if (strategy.type === "cost_plus") return costPlus(strategy, inputs.cost);
  const base = referencePrice(strategy.reference, inputs);
  if (base === null) return null;
  if (strategy.type === "index") return bounded(nearestInIndex(strategy, price, base));
  return bounded(divideHalfEven(base * strategy.factor.num, strategy.factor.den) + strategy.difference);
}

/** The smallest price that earns both the share of the cost and the amount on top. */
function costPlus(
  { price, more }: Extract<CompiledStrategy, { type: "cost_plus" }>,
  cost: bigint,
): bigint | null {
  if (price === null) return null;
  if (more === null) return bounded(priceAtCost(cost, price));
  const both = (cost * price.mul + price.plus) * more.price.div + more.amount * more.price.mul * price.div;
  return bounded(divideCeil(both, price.div * more.price.div));
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
