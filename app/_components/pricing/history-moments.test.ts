import { describe, expect, it } from "vitest";
import { dayAt, nearestMoment, priceAt, selectableMoments, sellersAt } from "./history-moments";

const eur = (amount: string) => ({ amount, currency: "EUR" });
const at = (day: number, hour = 0) => new Date(Date.UTC(2026, 10, day, hour)).toISOString();
const ms = (day: number, hour = 0) => Date.parse(at(day, hour));

describe("reading a price history", () => {
  it("stops at every moment at which something changed, and at both ends", () => {
    const moments = selectableMoments({ from: at(1), to: at(10) }, [
      [{ at: at(5) }, { at: at(3) }],
      [{ at: at(5) }, { at: at(20) }],
    ]);
    expect(moments).toEqual([ms(1), ms(3), ms(5), ms(10)]);
    expect(nearestMoment(moments, ms(4, 1))).toBe(2);
    expect(nearestMoment(moments, ms(1) - 1)).toBe(0);
  });

  it("reads the price that held, and none where it was not known", () => {
    const points = [
      { at: at(2), price: eur("10.00") },
      { at: at(4), price: null },
      { at: at(6), price: eur("11.00") },
    ];
    expect([1, 2, 3, 4, 5, 6, 9].map((day) => priceAt(points, ms(day))?.amount ?? null)).toEqual([
      null,
      "10.00",
      "10.00",
      null,
      null,
      "11.00",
      "11.00",
    ]);
  });

  it("reads the market and the sellers of the same day", () => {
    const day = { day: at(3), lowest: eur("9.00"), median: eur("9.50"), sellers: 2 };
    expect(dayAt([day], ms(3, 23))).toBe(day);
    expect(dayAt([day], ms(4))).toBeNull();
    const sellers = [
      { seller: "a", points: [{ at: at(3, 6), price: eur("9.00") }] },
      { seller: "b", points: [{ at: at(2, 6), price: eur("9.90") }] },
    ];
    expect(sellersAt(sellers, ms(3, 20))).toEqual([{ seller: "a", price: eur("9.00") }]);
  });
});
