import { describe, expect, it } from "vitest";
import {
  brokenWindowGuards,
  type Sale,
  type ShopWindow,
  shopperPriceAfter,
  shopperPriceAt,
  UNKNOWN_WINDOW,
} from "@/server/domain/items/shop-window";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const at = (ms: number): Date => new Date(NOW + ms);
const sale = (over: Partial<Sale> = {}): Sale => ({
  price: 1500n,
  from: at(-1000),
  until: at(1000),
  ...over,
});
const window = (over: Partial<ShopWindow> = {}): ShopWindow => ({
  ...UNKNOWN_WINDOW,
  shopperPrice: 2000n,
  ...over,
});

describe("what shoppers pay", () => {
  it.each([
    ["while a sale runs", sale(), 1500n],
    ["at the first moment of a sale", sale({ from: at(0) }), 1500n],
    ["at the last moment of a sale, when it is over", sale({ until: at(0) }), 2000n],
    ["before a sale", sale({ from: at(1) }), 2000n],
    ["during a sale without dates", sale({ from: null, until: null }), 1500n],
  ])("%s is known from the sale, whatever the store charges late", (_when, running, paid) => {
    const late = window({ sale: running, shopperPrice: 1n });
    expect(shopperPriceAt(late, 2000n, NOW)).toBe(paid);
  });

  it("is what the store reported without a sale, and the regular price where it reported nothing", () => {
    expect(shopperPriceAt(window({ shopperPrice: 1800n }), 2000n, NOW)).toBe(1800n);
    expect(shopperPriceAt(UNKNOWN_WINDOW, 2000n, NOW)).toBe(2000n);
    expect(shopperPriceAt(UNKNOWN_WINDOW, null, NOW)).toBeNull();
  });

  it("after a write is the new price, the sale's price while it runs, and else unknown", () => {
    expect(shopperPriceAfter(window(), 2000n, 2149n, NOW)).toBe(2149n);
    expect(shopperPriceAfter(window({ sale: sale() }), 2000n, 2149n, NOW)).toBe(1500n);
    expect(shopperPriceAfter(window({ sale: sale({ until: at(0) }) }), 2000n, 2149n, NOW)).toBe(2149n);
    expect(shopperPriceAfter(window({ shopperPrice: 1800n }), 2000n, 2149n, NOW)).toBeNull();
  });
});

describe("a new price", () => {
  const broken = (shown: Partial<ShopWindow>, target: bigint, price: bigint | null = 2000n) =>
    brokenWindowGuards(window(shown), price, target, NOW);

  it("has to lie above a sale that is running or planned", () => {
    expect(broken({ sale: sale() }, 1501n)).toEqual([]);
    expect(broken({ sale: sale() }, 1500n)).toEqual(["sale_price"]);
    expect(broken({ sale: sale({ from: at(1), until: null }) }, 1400n)).toEqual(["sale_price"]);
    expect(broken({ sale: sale({ until: at(0) }) }, 1400n)).toEqual([]);
  });

  it("has to stay below the struck-through price that is above the present one", () => {
    expect(broken({ compareAt: 2500n }, 2499n)).toEqual([]);
    expect(broken({ compareAt: 2500n }, 2500n)).toEqual(["compare_at"]);
    expect(broken({ compareAt: 2500n }, 2600n, null)).toEqual(["compare_at"]);
    expect(broken({ compareAt: 2000n }, 2600n)).toEqual([]);
    expect(broken({}, 2600n)).toEqual([]);
  });
});
