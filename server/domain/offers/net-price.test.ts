import { describe, expect, it } from "vitest";
import { comparableNet } from "@/server/domain/offers/net-price";

const SHOWN = { words: "20,92 € zzgl. MwSt.", shown: true };
const own = (pricesIncludeVat: boolean, vatRate: string) => ({ pricesIncludeVat, vatRate });

describe("a competitor's price without VAT", () => {
  it.each([
    [2092n, "EUR", "0.19", 2489n],
    [10_000n, "EUR", "0.2", 12_000n],
    [999n, "EUR", "0.077", 1076n],
    [1000n, "JPY", "0.1", 1100n],
  ])("%s %s at %s is %s", (net, currency, rate, price) => {
    expect(comparableNet(net, currency, SHOWN, own(true, rate))).toMatchObject({ outcome: "price", price });
  });

  it("tells the words and what was made of them", () => {
    expect(comparableNet(2092n, "EUR", SHOWN, own(true, "0.19"))).toMatchObject({
      reason: expect.stringMatching(/20\.92.*"20,92 € zzgl\. MwSt\."\); with 19 % it is .*24\.89/),
    });
  });

  it("is compared as it stands with prices without VAT", () => {
    expect(comparableNet(2092n, "EUR", SHOWN, own(false, "0.19"))).toEqual({
      outcome: "price",
      price: 2092n,
      reason: null,
    });
  });

  it.each([
    ["a rate", SHOWN, "0"],
    ["words that a reader sees", { words: "valueAddedTaxIncluded: false", shown: false }, "0.19"],
  ])("is not compared without %s", (_what, stated, rate) => {
    expect(comparableNet(2092n, "EUR", stated, own(true, rate))).toMatchObject({
      outcome: "no_price",
      reason: expect.stringContaining(stated.words),
    });
  });
});
