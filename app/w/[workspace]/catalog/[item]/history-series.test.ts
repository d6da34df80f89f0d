import { describe, expect, it } from "vitest";
import { historySeries } from "./history-series";

const eur = (amount: string) => ({ amount, currency: "EUR" });
const day = (date: number) => `2026-11-${String(date).padStart(2, "0")}T00:00:00.000Z`;

describe("an item's history as it is drawn", () => {
  it("is in the order of time, and leaves out what is in another currency", () => {
    const own = [
      { at: day(9), source: "sync", price: eur("12.00"), cost: null },
      { at: day(2), source: "import", price: { amount: "11.00", currency: "USD" }, cost: eur("7.00") },
    ];
    const { price, cost } = historySeries({ item_id: "itm_1", own, market: [] }, "EUR");
    expect(price).toEqual([
      { at: day(2), price: null },
      { at: day(9), price: eur("12.00") },
    ]);
    expect(cost.map((point) => point.price)).toEqual([eur("7.00"), null]);
  });

  it("breaks the market's line where no price was seen, instead of drawing one", () => {
    const seen = (date: number) => ({
      day: day(date),
      lowest: eur("9.00"),
      median: eur("10.00"),
      sellers: 2,
    });
    const { market } = historySeries(
      { item_id: "itm_1", own: [], market: [seen(6), seen(3), seen(2)] },
      "EUR",
    );
    expect(market).toEqual([
      { at: day(2), price: eur("10.00") },
      { at: day(3), price: eur("10.00") },
      { at: day(4), price: null },
      { at: day(6), price: eur("10.00") },
    ]);
  });
});
