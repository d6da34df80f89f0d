import { z } from "zod";
import { toWire, type WireMoney } from "@/server/domain/money";
import { breakerVerdict } from "@/server/domain/pricing/breaker";
import {
  BAND_EDGES,
  type Move,
  medianMove,
  type PolicyComparison,
  type PolicyImpact,
} from "@/server/domain/pricing/effect";
import type { Policy } from "@/server/domain/pricing/engine/compile";
import { formatRatio } from "@/server/domain/ratio";

const Money = z.object({ amount: z.string(), currency: z.string() });
const SideFigures = z.object({
  moved: z.int(),
  up: z.int(),
  down: z.int(),
  /** Ratio; null when no price changes. */
  median_move: z.string().nullable(),
  /** Why the circuit breaker would hold such a run; null when it would not. */
  held: z.string().nullable(),
  margin: z.string().nullable(),
  stock_profit: Money.nullable(),
});

/**
 * The comparison of a draft with another policy as stored and shown: amounts as money, ratios as decimal strings. A
 * band extends from `from` to `to`; null means open. `margin` is that of one unit of each of the `margin_items`,
 * `stock_profit` the profit of selling the stock of the `stock_items`.
 */
export const EffectFigures = z.object({
  items: z.int(),
  differing: z.int(),
  margin_items: z.int(),
  stock_items: z.int(),
  now: SideFigures.pick({ margin: true, stock_profit: true }),
  draft: SideFigures,
  other: SideFigures,
  bands: z.array(
    z.object({ from: z.string().nullable(), to: z.string().nullable(), draft: z.int(), other: z.int() }),
  ),
  skipped: z.array(z.object({ reason: z.string(), draft: z.int(), other: z.int() })),
  largest: z.array(
    z.object({
      item_id: z.string(),
      sku: z.string(),
      title: z.string().nullable(),
      now: Money,
      draft: Money.nullable(),
      other: Money.nullable(),
      size: z.string(),
    }),
  ),
});
export type EffectFigures = z.infer<typeof EffectFigures>;

/**
 * Converts a comparison to its stored form.
 * @param policies the two policies, whose circuit breakers are evaluated
 * @param titles of the items among the largest moves, by id
 */
export function effectToJson(
  effect: PolicyComparison,
  policies: { readonly draft: Policy; readonly other: Policy },
  titles: ReadonlyMap<string, string>,
): EffectFigures {
  const { draft, other } = effect;
  const { currency } = policies.draft;
  const money = (profit: bigint): WireMoney | null =>
    effect.withStock === 0 ? null : toWire({ minor: profit, currency });
  const earned = ({ margin, stockProfit }: Pick<PolicyImpact, "margin" | "stockProfit">) => ({
    margin: margin.net === 0n ? null : formatRatio(margin.kept, margin.net),
    stock_profit: money(stockProfit),
  });
  const figures = (side: PolicyImpact, policy: Policy) => ({
    ...movesOf(side, effect.items, policy),
    ...earned(side),
  });
  const edge = (at: number | undefined) => (at === undefined ? null : formatRatio(BigInt(at), 10_000n));
  return {
    items: effect.items,
    differing: effect.differing,
    margin_items: effect.withMargin,
    stock_items: effect.withStock,
    now: earned(effect.now),
    draft: figures(draft, policies.draft),
    other: figures(other, policies.other),
    bands: draft.bands.map((count, index) => ({
      from: edge(BAND_EDGES[index - 1]),
      to: edge(BAND_EDGES[index]),
      draft: count,
      other: other.bands[index] ?? 0,
    })),
    skipped: [...new Set([...draft.skipped.keys(), ...other.skipped.keys()])].sort().map((reason) => ({
      reason,
      draft: draft.skipped.get(reason) ?? 0,
      other: other.skipped.get(reason) ?? 0,
    })),
    largest: effect.largest.map((move) => moveToJson(move, titles)),
  };
}

function movesOf(side: PolicyImpact, items: number, policy: Policy) {
  const median = medianMove(side);
  return {
    moved: side.moved,
    up: side.up,
    down: side.down,
    median_move: side.moved === 0 ? null : formatRatio(median.num, median.den),
    held: breakerVerdict(items, side.moved, median, policy),
  };
}

function moveToJson(move: Move, titles: ReadonlyMap<string, string>): EffectFigures["largest"][number] {
  const money = (minor: bigint | null) =>
    minor === null ? null : toWire({ minor, currency: move.currency });
  return {
    item_id: move.itemId,
    sku: move.sku,
    title: titles.get(move.itemId) ?? null,
    now: toWire({ minor: move.now, currency: move.currency }),
    draft: money(move.draft),
    other: money(move.other),
    size: formatRatio(move.size, 10_000n),
  };
}
