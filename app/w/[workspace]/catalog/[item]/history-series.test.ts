import { describe, expect, it } from "vitest";
import { historySeries } from "./history-series";

const eur = (amount: string) => ({ amount, currency: "EUR" });
const day = (date: number) => `2026-11-${String(date).padStart(2, "0")}T00:00:00.000Z`;

const now = Date.parse(day(30));

describe("an item's history as it is drawn", () => {
  it("is in the order of time, and leaves out what is in another currency", () => {
    const own = [
      { at: day(9), source: "sync", price: eur("12.00"), cost: null },
      { at: day(2), source: "import", price: { amount: "11.00", currency: "USD" }, cost: eur("7.00") },
    ];
    const { price, cost } = historySeries({ item_id: "itm_1", own, market: [], sellers: [] }, "EUR", now);
    expect(price).toEqual([
      { at: day(2), price: null },
      { at: day(9), price: eur("12.00") },
    ]);
    expect(cost.map((point) => point.price)).toEqual([eur("7.00"), null]);
  });

  it("breaks the market line where no price counted", () => {
    const seen = (date: number) => ({
      day: day(date),
      lowest: eur("9.00"),
      median: eur("10.00"),
      sellers: 2,
    });
    const points = (...dates: number[]) =>
      historySeries(
        { item_id: "itm_1", own: [], market: dates.map(seen), sellers: [] },
        "EUR",
        now,
      ).market.map(({ at, price }) => [at, price?.amount ?? null]);
    expect(points(20, 2, 1)).toEqual([
      [day(1), "10.00"],
      [day(2), "10.00"],
      [day(3), null],
      [day(20), "10.00"],
      [day(21), null],
    ]);
    expect(points(28, 29)).toEqual([
      [day(28), "10.00"],
      [day(29), "10.00"],
    ]);
  });
});
