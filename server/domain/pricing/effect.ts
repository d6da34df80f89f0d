import { unitsOf } from "@/server/domain/items/units";
import { type MarginFactors, marginParts, profitPerUnit } from "@/server/domain/margin";
import type { EngineItem } from "@/server/domain/pricing/inputs";
import type { Outcome } from "@/server/domain/pricing/outcome";
import { divideHalfEven, type Ratio } from "@/server/domain/ratio";

/** The part of an outcome that a comparison uses: a new price, or why there is none. */
export type Decision = {
  /** In minor units. */
  readonly price: bigint | null;
  /** The change as the engine measured it, with four decimals; null without a price. */
  readonly changeRatio: string | null;
  readonly skipReason: string | null;
};

/** Returns the decision of an outcome; only price changes have a price, reviews have none. */
export function decisionOf(outcome: Outcome): Decision {
  const { skipReason } = outcome;
  if (outcome.kind !== "recommendation" || outcome.recommendation.kind !== "price_change")
    return { price: null, changeRatio: null, skipReason };
  const { recommendedPrice: price, changeRatio } = outcome.recommendation;
  return { price, changeRatio, skipReason };
}

/** The limits between bands of moves, in basis points; 0 is no move. */
export const BAND_EDGES: readonly number[] = [-2_000, -1_000, -500, -200, 0, 200, 500, 1_000, 2_000];

const MAX_LARGEST = 10;
/**
 * Larger moves count as this size, in basis points (just above 20 × the price), which bounds the number of distinct
 * sizes. Breaker thresholds are at most ten times the price.
 */
const MAX_SIZE = 200_001;

/** The effect of one policy on the items counted so far. */
export interface PolicyImpact {
  moved: number;
  up: number;
  down: number;
  readonly skipped: Map<string, number>;
  /** Number of moves by size in basis points. */
  readonly sizes: Map<number, number>;
  readonly bands: number[];
  /** Profit of selling the stock at these prices, in minor units. */
  stockProfit: bigint;
  /**
   * Sum of the margins of one unit of each item, as a numerator (`kept`) and a denominator (`net`), so that nothing
   * is rounded before the end.
   */
  readonly margin: { kept: bigint; net: bigint };
}

/** One of the largest moves; amounts in minor units of `currency`. */
export interface Move {
  readonly itemId: string;
  readonly sku: string;
  readonly currency: string;
  readonly now: bigint;
  readonly draft: bigint | null;
  readonly other: bigint | null;
  /** In basis points, never negative: of the draft's own change, or of the current price for a difference. */
  readonly size: bigint;
}

/** The comparison of a draft with another policy, summed item by item in bounded memory. */
export interface PolicyComparison {
  items: number;
  differing: number;
  /** Items with a price and a cost in the policy's currency, which margins are summed over. */
  withMargin: number;
  /** Those of them with a known stock. */
  withStock: number;
  readonly now: Pick<PolicyImpact, "stockProfit" | "margin">;
  readonly draft: PolicyImpact;
  readonly other: PolicyImpact;
  readonly largest: Move[];
}

/**
 * The basis of the comparison: the draft's currency, VAT and fees for both policies, so that only prices make a
 * difference.
 */
export interface ComparisonBasis {
  readonly currency: string;
  readonly marginFactors: MarginFactors;
  /** How the largest moves are ranked: by the draft's own change, or by the difference between both policies. */
  readonly largest: "moves" | "differences";
}

const side = (): PolicyImpact => ({
  moved: 0,
  up: 0,
  down: 0,
  skipped: new Map(),
  sizes: new Map(),
  bands: Array.from({ length: BAND_EDGES.length + 1 }, () => 0),
  stockProfit: 0n,
  margin: { kept: 0n, net: 0n },
});

/** Returns a comparison without any items. */
export const emptyComparison = (): PolicyComparison => ({
  items: 0,
  differing: 0,
  withMargin: 0,
  withStock: 0,
  now: { stockProfit: 0n, margin: { kept: 0n, net: 0n } },
  draft: side(),
  other: side(),
  largest: [],
});

/** Adds the decisions of the two policies on one item to the comparison. */
export function addToComparison(
  effect: PolicyComparison,
  item: EngineItem,
  decisions: { readonly draft: Decision; readonly other: Decision },
  measure: ComparisonBasis,
): void {
  const { draft, other } = decisions;
  effect.items += 1;
  if (draft.price !== other.price || draft.skipReason !== other.skipReason) effect.differing += 1;
  count(effect.draft, item, draft);
  count(effect.other, item, other);
  addMargins(effect, item, decisions, measure);
  if (item.price !== null && item.price > 0n) addToLargest(effect, item, item.price, decisions, measure);
}

function count(into: PolicyImpact, { price }: EngineItem, decision: Decision): void {
  const { price: to, changeRatio, skipReason } = decision;
  if (skipReason !== null) into.skipped.set(skipReason, (into.skipped.get(skipReason) ?? 0) + 1);
  if (to === null || changeRatio === null || price === null || price <= 0n) return;
  into.moved += 1;
  if (to > price) into.up += 1;
  else into.down += 1;
  const change = sizeOf(changeRatio);
  const size = Math.min(Number(change), MAX_SIZE);
  into.sizes.set(size, (into.sizes.get(size) ?? 0) + 1);
  const band = to < price ? BAND_EDGES.findIndex((edge) => -change < edge || edge === 0) : upBand(change);
  into.bands[band] = (into.bands[band] ?? 0) + 1;
}

function upBand(change: bigint): number {
  const bandIndex = BAND_EDGES.findIndex((edge) => edge > 0 && change <= edge);
  return bandIndex < 0 ? BAND_EDGES.length : bandIndex;
}

/** The size of a change with four decimals ("-0.1260"), in basis points. */
const sizeOf = (changeRatio: string): bigint => BigInt(changeRatio.replace(/[-.]/g, ""));

function addMargins(
  effect: PolicyComparison,
  { price, cost, stock, currency }: EngineItem,
  { draft, other }: { readonly draft: Decision; readonly other: Decision },
  { currency: own, marginFactors }: ComparisonBasis,
): void {
  if (price === null || price <= 0n || cost === null || currency !== own) return;
  effect.withMargin += 1;
  if (stock !== null) effect.withStock += 1;
  const add = (into: Pick<PolicyImpact, "stockProfit" | "margin">, at: bigint) => {
    const { kept, net } = marginParts(at, cost, marginFactors);
    into.margin.kept += kept;
    into.margin.net += net;
    if (stock !== null) into.stockProfit += profitPerUnit(at, cost, marginFactors) * unitsOf(stock);
  };
  add(effect.now, price);
  add(effect.draft, draft.price ?? price);
  add(effect.other, other.price ?? price);
}

function addToLargest(
  effect: PolicyComparison,
  item: EngineItem,
  now: bigint,
  { draft, other }: { readonly draft: Decision; readonly other: Decision },
  { largest }: ComparisonBasis,
): void {
  const size = largest === "moves" ? moveOf(draft) : differenceOf(now, draft, other);
  if (size === null) return;
  const last = effect.largest.at(-1);
  if (effect.largest.length === MAX_LARGEST && last !== undefined && size <= last.size) return;
  const { id: itemId, sku, currency } = item;
  const position = effect.largest.findIndex((move) => move.size < size);
  effect.largest.splice(position < 0 ? effect.largest.length : position, 0, {
    itemId,
    sku,
    currency,
    now,
    draft: draft.price,
    other: other.price,
    size,
  });
  effect.largest.length = Math.min(effect.largest.length, MAX_LARGEST);
}

const moveOf = ({ changeRatio }: Decision): bigint | null =>
  changeRatio === null ? null : sizeOf(changeRatio);

/** The difference between both policies' prices, in basis points of the current one; null without any. */
function differenceOf(now: bigint, draft: Decision, other: Decision): bigint | null {
  const difference = (draft.price ?? now) - (other.price ?? now);
  if (difference === 0n) return null;
  return divideHalfEven((difference < 0n ? -difference : difference) * 10_000n, now);
}

/**
 * Returns the median size of a policy's moves, the mean of the two middle ones for an even number; 0 without moves.
 */
export function medianMove({ sizes, moved }: PolicyImpact): Ratio {
  const sorted = [...sizes].sort(([a], [b]) => a - b);
  const nth = (rank: number): number => {
    let remaining = rank;
    for (const [size, times] of sorted) {
      remaining -= times;
      if (remaining <= 0) return size;
    }
    return 0;
  };
  const lower = Math.ceil(moved / 2);
  return { num: BigInt(nth(lower) + nth(moved + 1 - lower)), den: 20_000n };
}
