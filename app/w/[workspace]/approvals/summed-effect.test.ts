import { expect, it } from "vitest";
import { summedEffect } from "./summed-effect";

const entry = (
  before: string | null,
  after: string,
  change: string,
  stock: number | null = null,
  currency = "EUR",
) => ({
  change_ratio: change,
  profit_before: before === null ? null : { amount: before, currency },
  profit_after: { amount: after, currency },
  stock,
});

it("adds what one of each earns more, to the cent", () => {
  const effect = summedEffect([entry("10.12", "16.44", "0.0844", 31), entry("9.30", "5.04", "-0.1260", 10)]);
  expect(effect).toEqual({
    raised: 1,
    lowered: 1,
    profitPerUnit: [{ amount: "2.06", currency: "EUR" }],
    profitInStock: [{ amount: "153.32", currency: "EUR" }],
    unknown: 0,
  });
});

it("counts an item that is sold beyond its stock as none in stock", () => {
  const effect = summedEffect([entry("1.00", "3.00", "0.1", -5), entry("1.00", "2.00", "0.1", 2)]);
  expect(effect.profitPerUnit).toEqual([{ amount: "3.00", currency: "EUR" }]);
  expect(effect.profitInStock).toEqual([{ amount: "2.00", currency: "EUR" }]);
});

it("shows a loss as a loss, and keeps currencies and their decimals apart", () => {
  const effect = summedEffect([entry("0.10", "-0.05", "-0.1"), entry("500", "450", "-0.1", null, "JPY")]);
  expect(effect.profitPerUnit).toEqual([
    { amount: "-0.15", currency: "EUR" },
    { amount: "-50", currency: "JPY" },
  ]);
});

it("counts what is not known instead of taking it for nothing", () => {
  const effect = summedEffect([entry(null, "4.00", "0.1", 5), entry("1.00", "2.00", "0.1", 5)]);
  expect(effect.unknown).toBe(1);
  expect(effect.profitPerUnit).toEqual([{ amount: "1.00", currency: "EUR" }]);
});
