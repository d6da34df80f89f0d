import { describe, expect, it } from "vitest";
import {
  brokenWindowGuards,
  chargedBesides,
  NEVER_READ,
  type ReadWindow,
  type Sale,
  saleLag,
  shopperPriceAfter,
  shopperPriceAt,
  shopperPriceByDates,
} from "@/server/domain/items/shop-window";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const at = (ms: number): Date => new Date(NOW + ms);
const sale = (over: Partial<Sale> = {}): Sale => ({
  price: 1500n,
  from: at(-1000),
  until: at(1000),
  ...over,
});
const window = (over: Partial<ReadWindow> = {}): ReadWindow => ({
  ...NEVER_READ,
  readAtMs: NOW,
  shopperPrice: 2000n,
  ...over,
});

describe("what shoppers pay, by the dates of a sale", () => {
  it.each([
    ["while a sale runs", sale(), 1500n],
    ["at the first moment of a sale", sale({ from: at(0) }), 1500n],
    ["at the last moment of a sale, when it is over", sale({ until: at(0) }), 2000n],
    ["before a sale", sale({ from: at(1) }), 2000n],
    ["during a sale without dates", sale({ from: null, until: null }), 1500n],
  ])("%s, was known to engine 4, whatever the store charges", (_when, running, paid) => {
    const late = window({ sale: running, shopperPrice: 1n });
    expect(shopperPriceByDates(late, 2000n, NOW)).toBe(paid);
  });
});

describe("what shoppers pay", () => {
  const ended = sale({ until: at(-10) });
  it.each<[string, Partial<ReadWindow>, bigint | null]>([
    ["the sale price that the shop still charges after the end", { sale: ended, shopperPrice: 1500n }, 1500n],
    ["the regular price once it has ended the sale", { sale: ended, shopperPrice: 2000n }, 2000n],
    [
      "unknown where it was read before the end only",
      { sale: ended, shopperPrice: 1500n, readAtMs: NOW - 11 },
      null,
    ],
    [
      "known where it was read in the moment of the end",
      { sale: ended, shopperPrice: 1500n, readAtMs: NOW - 10 },
      1500n,
    ],
    [
      "unknown where nobody knows when it was read",
      { sale: ended, shopperPrice: 1500n, readAtMs: null },
      null,
    ],
    ["unknown where it did not say what it charges since", { sale: ended, shopperPrice: null }, null],
    ["the regular price that it still charges after the begin", { sale: sale(), shopperPrice: 2000n }, 2000n],
    ["unknown where it was read before the begin only", { sale: sale(), readAtMs: NOW - 1001 }, null],
    ["the regular price before a sale", { sale: sale({ from: at(1) }), readAtMs: null }, 2000n],
    [
      "the price of a sale without dates",
      { sale: sale({ from: null, until: null }), shopperPrice: null },
      1500n,
    ],
    ["another price that the store reported", { shopperPrice: 1800n }, 1800n],
    ["the regular price where it reported none", { shopperPrice: null }, 2000n],
  ])("is %s", (_what, over, paid) => {
    expect(shopperPriceAt(window(over), 2000n, NOW)).toBe(paid);
  });

  it("is unknown without any price", () => {
    expect(shopperPriceAt(NEVER_READ, null, NOW)).toBeNull();
  });

  it("is the new price after a write, the sale's price while it runs, and else unknown", () => {
    const after = (over: Partial<ReadWindow>) => shopperPriceAfter(window(over), 2000n, 2149n, NOW);
    expect(after({})).toBe(2149n);
    expect(after({ sale: sale(), shopperPrice: 1500n })).toBe(1500n);
    expect(after({ sale: ended })).toBe(2149n);
    expect(after({ shopperPrice: 1800n })).toBeNull();
    expect(after({ sale: ended, readAtMs: null })).toBeNull();
  });

  it("is what the sale's dates say after a write to a late shop, which computes its price anew", () => {
    const after = (over: Partial<ReadWindow>) => shopperPriceAfter(window(over), 2000n, 2149n, NOW);
    expect(after({ sale: ended, shopperPrice: 1500n })).toBe(2149n);
    expect(after({ sale: sale(), shopperPrice: 2000n })).toBe(1500n);
  });
});

describe("a shop that is behind its sale", () => {
  const ended = sale({ until: at(-10) });
  it.each<[string, Partial<ReadWindow>, ReturnType<typeof saleLag>, (bigint | null)[]]>([
    [
      "with the end",
      { sale: ended, shopperPrice: 1500n },
      { kind: "late", edge: "end", atMs: NOW - 10 },
      [1500n],
    ],
    ["with the begin", { sale: sale() }, { kind: "late", edge: "begin", atMs: NOW - 1000 }, []],
    [
      "or unread since the end",
      { sale: ended, readAtMs: null },
      { kind: "unread", edge: "end", atMs: NOW - 10 },
      [1500n, null],
    ],
    [
      "or unread since the begin",
      { sale: sale(), readAtMs: null },
      { kind: "unread", edge: "begin", atMs: NOW - 1000 },
      [null],
    ],
  ])("is known, %s, and from where a write moves the price", (_how, over, lag, from) => {
    expect(saleLag(window(over), 2000n, NOW)).toEqual(lag);
    expect(chargedBesides(window(over), 2000n, NOW)).toEqual(from);
  });

  it.each<[string, Partial<ReadWindow>]>([
    ["without a sale", { shopperPrice: 1800n, readAtMs: null }],
    ["before a sale", { sale: sale({ from: at(1) }), readAtMs: null }],
    ["that charges the sale price in the sale", { sale: sale(), shopperPrice: 1500n }],
    ["that charges the regular price after it", { sale: ended }],
    ["that charges a third price", { sale: ended, shopperPrice: 1700n }],
  ])("is not one %s", (_which, over) => {
    expect(saleLag(window(over), 2000n, NOW)).toBeNull();
    expect(chargedBesides(window(over), 2000n, NOW)).toEqual([]);
  });
});

describe("a new price", () => {
  const broken = (shown: Partial<ReadWindow>, target: bigint, price: bigint | null = 2000n) =>
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
