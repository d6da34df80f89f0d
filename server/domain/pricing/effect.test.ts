import { describe, expect, it } from "vitest";
import { NEVER_READ } from "@/server/domain/items/shop-window";
import { toMarginFactors } from "@/server/domain/margin";
import { formatRatio } from "@/server/domain/ratio";
import {
  addToComparison,
  BAND_EDGES,
  type Decision,
  emptyComparison,
  medianMove,
  type PolicyComparison,
} from "./effect";
import type { EngineItem } from "./inputs";

const NONE = { num: 0n, den: 1n };
const marginFactors = toMarginFactors({
  includesVat: false,
  vatRate: NONE,
  feeRate: NONE,
  feeBase: "gross",
  paymentRate: NONE,
  fixed: null,
});
const item: EngineItem = {
  id: "itm_1",
  sku: "MUG",
  currency: "EUR",
  price: 1000n,
  shopWindow: NEVER_READ,
  cost: 600n,
  costUpdatedAtMs: 0,
  mapPrice: null,
  minPrice: null,
  maxPrice: null,
  msrp: null,
  packSize: null,
  dayPrice: null,
  priceChangedAtMs: null,
  stock: 3,
  tags: [],
  category: null,
  brand: null,
  baselinePrice: null,
  baselineCost: null,
};
const to = (price: bigint, from = 1000n): Decision => ({
  price,
  changeRatio: formatRatio(price - from, from),
  skipReason: null,
});
const skipped = (skipReason: string): Decision => ({ price: null, changeRatio: null, skipReason });
const stay = skipped("at_target");

function effectOf(
  rows: readonly (readonly [Partial<EngineItem>, Decision, Decision])[],
  largest: "moves" | "differences" = "moves",
): PolicyComparison {
  const effect = emptyComparison();
  for (const [given, draft, other] of rows)
    addToComparison(
      effect,
      { ...item, ...given },
      { draft, other },
      { currency: "EUR", marginFactors, largest },
    );
  return effect;
}

describe("what a draft does beside another policy", () => {
  it("counts moves up and down, and why others do not move", () => {
    const effect = effectOf([
      [{}, to(1100n), to(1100n)],
      [{}, to(950n), stay],
      [{ price: null }, skipped("no_price"), skipped("no_price")],
    ]);
    expect(effect).toMatchObject({
      items: 3,
      differing: 1,
      draft: { moved: 2, up: 1, down: 1 },
      other: { moved: 1 },
    });
    expect([...effect.other.skipped]).toEqual([
      ["at_target", 1],
      ["no_price", 1],
    ]);
  });

  it("adds margins up over what has a price and a cost in the currency, and money where stock is known", () => {
    const effect = effectOf([
      [{}, to(1200n), stay],
      [{ stock: null }, to(1200n), stay],
      [{ cost: null }, to(1200n), stay],
      [{ currency: "USD" }, to(1200n), stay],
    ]);
    expect(effect).toMatchObject({ withMargin: 2, withStock: 1 });
    expect(effect.now.stockProfit).toBe(1200n);
    expect(effect.draft.stockProfit).toBe(1800n);
    expect(effect.draft.margin.kept * 2n).toBe(effect.draft.margin.net);
    expect(effect.other.margin).toEqual(effect.now.margin);
  });

  it("puts every move into the band it lies in, the smallest beside no move at all", () => {
    const price = 1_000_000n;
    const moves = [-2001n, -2000n, -1n, 1n, 200n, 201n, 2001n];
    const { bands } = effectOf(moves.map((by) => [{ price }, to(price + by * 100n, price), stay])).draft;
    expect(bands).toEqual([1, 1, 0, 0, 1, 2, 1, 0, 0, 1]);
    expect(bands).toHaveLength(BAND_EDGES.length + 1);
  });

  it("measures a move as the engine did, from what a late shop still charges", () => {
    const decided: Decision = { price: 1050n, changeRatio: "0.2805", skipReason: null };
    const effect = effectOf([
      [{}, decided, stay],
      [{}, { ...decided, price: 950n, changeRatio: "0.1599" }, stay],
    ]);
    expect(effect.draft).toMatchObject({ up: 1, down: 1, bands: [0, 1, 0, 0, 0, 0, 0, 0, 0, 1] });
    expect(medianMove(effect.draft)).toEqual({ num: 2805n + 1599n, den: 20_000n });
    expect(effect.largest.map(({ size }) => size)).toEqual([2805n, 1599n]);
  });

  it("keeps the ten largest, of the moves or of the differences, the largest first", () => {
    const rows = Array.from({ length: 30 }, (_, i) => {
      const by = BigInt((i * 7) % 30) + 1n;
      return [{ id: `itm_${by}` }, to(1000n + by), to(1010n)] as const;
    });
    expect(effectOf(rows).largest.map(({ size }) => size)).toEqual(
      [30, 29, 28, 27, 26, 25, 24, 23, 22, 21].map((size) => BigInt(size * 10)),
    );
    expect(effectOf(rows, "differences").largest[0]).toMatchObject({ itemId: "itm_30", size: 200n });
  });

  it.each([
    [[], 0n],
    [[5n], 100n],
    [[5n, -10n], 150n],
    [[1n, 1n, 100n], 20n],
  ])("takes the median of the sizes: %s", (moves, num) => {
    const effect = effectOf(moves.map((by) => [{}, to(1000n + by), stay]));
    expect(medianMove(effect.draft)).toEqual({ num, den: 20_000n });
  });
});
