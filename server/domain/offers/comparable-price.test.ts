import { describe, expect, it } from "vitest";
import { comparablePrice, comparesAlike } from "@/server/domain/offers/comparable-price";

const NET = { included: false, words: "20,92 € zzgl. MwSt.", shown: true };
const GROSS = { included: true, words: "24,89 € inkl. MwSt.", shown: true };
const CONFIRMED = new Date("2026-12-01T00:00:00Z");
const own = (pricesIncludeVat: boolean, vatRate: string, confirmedAt: Date | null = CONFIRMED) => ({
  pricesIncludeVat,
  vatRate,
  confirmedAt,
});
const asItStands = (price: bigint) => ({ outcome: "price", price, reason: null });

describe("a competitor's price without VAT", () => {
  it.each([
    [2092n, "EUR", "0.19", 2489n],
    [10_000n, "EUR", "0.2", 12_000n],
    [999n, "EUR", "0.077", 1076n],
    [1000n, "JPY", "0.1", 1100n],
  ])("%s %s at %s is %s with it", (net, currency, rate, price) => {
    expect(comparablePrice(net, currency, NET, own(true, rate))).toMatchObject({ outcome: "price", price });
  });

  it("tells the words and what was made of them", () => {
    expect(comparablePrice(2092n, "EUR", NET, own(true, "0.19"))).toMatchObject({
      reason: expect.stringMatching(
        /20\.92.*without VAT \("20,92 € zzgl\. MwSt\."\); with 19 % it is .*24\.89/,
      ),
    });
  });

  it("is compared as it stands with prices without VAT", () => {
    expect(comparablePrice(2092n, "EUR", NET, own(false, "0.19"))).toEqual(asItStands(2092n));
  });

  it.each([
    ["a rate", NET, "0"],
    ["words that a reader sees", { ...NET, words: "valueAddedTaxIncluded: false", shown: false }, "0.19"],
  ])("is not compared without %s", (_what, stated, rate) => {
    expect(comparablePrice(2092n, "EUR", stated, own(true, rate))).toMatchObject({
      outcome: "no_price",
      reason: expect.stringContaining(stated.words),
    });
  });
});

describe("a competitor's price with VAT", () => {
  it.each([
    [2489n, "EUR", "0.19", 2092n],
    [12_000n, "EUR", "0.2", 10_000n],
    [3n, "EUR", "0.2", 2n],
    [9n, "EUR", "0.2", 8n],
    [1100n, "JPY", "0.1", 1000n],
  ])("%s %s at %s is %s without it", (gross, currency, rate, price) => {
    expect(comparablePrice(gross, currency, GROSS, own(false, rate))).toMatchObject({
      outcome: "price",
      price,
    });
  });

  it("tells the words and what was made of them", () => {
    expect(comparablePrice(2489n, "EUR", GROSS, own(false, "0.19"))).toMatchObject({
      reason: expect.stringMatching(
        /24\.89.*with VAT \("24,89 € inkl\. MwSt\."\); without 19 % it is .*20\.92/,
      ),
    });
  });

  it.each([
    ["prices with VAT", own(true, "0.19")],
    ["a shop whose shoppers pay its prices as they stand, without a rate", own(false, "0")],
    ["a workspace whose VAT nobody has confirmed", own(false, "0.19", null)],
  ])("is compared as it stands with %s", (_with, pricing) => {
    expect(comparablePrice(2489n, "EUR", GROSS, pricing)).toEqual(asItStands(2489n));
  });
});

it.each([own(true, "0.19"), own(false, "0.19")])(
  "a price of whose tax nothing is said is compared as it stands: %o",
  (pricing) => {
    expect(comparablePrice(2489n, "EUR", null, pricing)).toEqual(asItStands(2489n));
  },
);

it("prices compare alike with the same VAT and rate, confirmed or not", () => {
  const first = own(false, "0.19");
  expect(comparesAlike(first, own(false, "0.190", new Date(0)))).toBe(true);
  for (const other of [own(true, "0.19"), own(false, "0.2"), own(false, "0.19", null)])
    expect(comparesAlike(first, other)).toBe(false);
});
