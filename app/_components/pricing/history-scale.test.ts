import { describe, expect, it } from "vitest";
import { historyScale, lastPrice, spreadLabels, stepPath } from "./history-scale";

const AREA = { left: 0, right: 100, top: 0, bottom: 100 };
const SPAN = { from: "2026-11-01T00:00:00Z", to: "2026-11-11T00:00:00Z" };
const eur = (amount: string) => ({ amount, currency: "EUR" });
const point = (day: string, amount: string | null) => ({
  at: `2026-11-${day}T00:00:00Z`,
  price: amount === null ? null : eur(amount),
});

describe("the price history chart", () => {
  it("draws the dearer price higher and the later one further right", () => {
    const scale = historyScale(AREA, SPAN, [eur("10.00"), eur("20.00")]);
    expect(scale.y(eur("20.00"))).toBeLessThan(scale.y(eur("10.00")));
    expect(scale.x("2026-11-06T00:00:00Z")).toBe(50);
  });

  it("holds a price level until the next one and to the end", () => {
    const scale = historyScale(AREA, SPAN, [eur("10.00"), eur("20.00")]);
    const path = stepPath([point("01", "10.00"), point("06", "20.00")], scale, 100);
    expect(path).toMatch(/^M0 [\d.]+H50V[\d.]+H100$/);
  });

  it("breaks the line where a price is not known instead of drawing it at zero", () => {
    const scale = historyScale(AREA, SPAN, [eur("10.00")]);
    const path = stepPath([point("01", "10.00"), point("03", null), point("05", "10.00")], scale, 100);
    expect(path.match(/M/g)).toHaveLength(2);
    expect(path).toContain("H20M40");
    expect(lastPrice([point("01", "10.00"), point("03", null)])).toBeNull();
  });

  it("keeps a single unchanging price inside the picture", () => {
    const y = historyScale(AREA, SPAN, [eur("9.90")]).y(eur("9.90"));
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(100);
  });

  it("keeps labels apart, in order and inside the picture", () => {
    const [first = 0, second = 0, third = 0] = spreadLabels([98, 97, 20], 14, AREA);
    expect(first).toBe(100);
    expect(second).toBe(86);
    expect(third).toBe(20);
  });
});
