import { describe, expect, it } from "vitest";
import { costFromShop, fromShop, toShop } from "@/server/stores/woocommerce/amounts";

it.each([
  ["12.34", "EUR", 1234n],
  ["12.3", "EUR", 1230n],
  ["12", "EUR", 1200n],
  ["0", "EUR", 0n],
  ["31.0100", "EUR", 3101n],
  ["31.019", "EUR", null],
  ["1980.00", "JPY", 1980n],
  ["1980.50", "JPY", null],
  ["1.234", "KWD", 1234n],
  ["90071992547409.93", "EUR", 9007199254740993n],
  ["-1.00", "EUR", null],
  ["", "EUR", null],
  ["1e3", "EUR", null],
  ["12,34", "EUR", null],
  ["12.34", "XXX", null],
])("%j in %s is %s minor units", (text, currency, minor) => {
  expect(fromShop(text, currency)).toBe(minor);
});

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
