import { describe, expect, it } from "vitest";
import { costFromShop, toShop } from "@/server/stores/woocommerce/amounts";

describe("a price for the shop", () => {
  it.each([
    [1234n, "EUR", 2, "12.34"],
    [1200n, "EUR", 2, "12.00"],
    [1230n, "EUR", 1, "12.3"],
    [1200n, "EUR", 0, "12"],
    [1234n, "EUR", 4, "12.34"],
    [1980n, "JPY", 2, "1980"],
    [100000000000000000000000n, "EUR", 2, "1000000000000000000000.00"],
  ])("%s in %s with %i decimals is %j", (minor, currency, decimals, text) => {
    expect(toShop(minor, currency, decimals)).toBe(text);
  });

  it.each([
    [1234n, 1],
    [1230n, 0],
  ])("%s cents do not leave for a shop that shows %i decimals", (minor, decimals) => {
    expect(() => toShop(minor, "EUR", decimals)).toThrow(`shows prices with ${decimals} decimals`);
  });
});

it("a cost of 0 is unknown, as is one below it or finer than the currency", () => {
  expect([5.71, 0.1, 8.2, 0, -1, 1.234, 1e21].map((cost) => costFromShop(cost, "EUR"))).toEqual([
    571n,
    10n,
    820n,
    null,
    null,
    null,
    null,
  ]);
});
