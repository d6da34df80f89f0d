import { describe, expect, it } from "vitest";
import {
  changeBetween,
  compareDecimals,
  countText,
  formatIndex,
  formatMoney,
  formatPercent,
  formatPoints,
  shortCount,
  signOf,
  statedText,
} from "./format";

const eur = (amount: string) => ({ amount, currency: "EUR" });

describe("a sentence of the service", () => {
  it("has its thousands grouped, and keeps a number with its unit", () => {
    expect(statedText("Raise from 1189.50 to 12345.00 EUR, 2 % above the market.", "en")).toBe(
      "Raise from 1,189.50 to 12,345.00\u00a0EUR, 2\u00a0% above the market.",
    );
    expect(statedText("It would change 99033 of 100000 prices.", "en")).toBe(
      "It would change 99,033 of 100,000 prices.",
    );
  });

  it("has them grouped without decimals and at its end as well", () => {
    expect(statedText("Raise from 12000 to 12500 JPY. A competitor asks 1189.50.", "en")).toBe(
      "Raise from 12,000 to 12,500\u00a0JPY. A competitor asks 1,189.50.",
    );
  });

  it("keeps days, ids, addresses and what people named with a number as they are", () => {
    const text =
      "Read at shop1234.example/1234 and 1234.example on 2026-11-24 (Autumn 2026), write 1234-5678, run_01234567, 4006270000012.";
    expect(statedText(text, "en")).toBe(text);
  });
});

describe("counts", () => {
  it("are grouped, named in the singular or plural, and short where there is no room", () => {
    expect(countText(1, "alert", "en")).toBe("1 alert");
    expect(countText(16_236, "alert", "en")).toBe("16,236 alerts");
    expect([950, 16_236].map((count) => shortCount(count, "en"))).toEqual(["950", "16K"]);
  });
});

describe("money on the screen", () => {
  it("keeps every digit of an amount no float could hold", () => {
    expect(formatMoney(eur("90071992547409931.05"), "en")).toBe("90,071,992,547,409,931.05\u00a0EUR");
  });

  it("keeps the decimals of the currency: none for yen, three for dinar", () => {
    expect(formatMoney({ amount: "1980", currency: "JPY" }, "en")).toBe("1,980\u00a0JPY");
    expect(formatMoney({ amount: "1.250", currency: "KWD" }, "en", "none")).toBe("1.250");
  });

  it("writes a negative amount with a real minus", () => {
    expect(formatMoney(eur("-3.10"), "en", "none")).toBe("\u22123.10");
  });

  it("shows text that is no number as it came, never as zero", () => {
    expect(formatMoney(eur("n/a"), "en")).toBe("n/a");
    expect(formatMoney(eur(""), "en")).toBe("");
  });

  it("follows the reader's notation", () => {
    expect(formatMoney(eur("12990.00"), "de", "none")).toBe("12.990,00");
  });
});

describe("ratios on the screen", () => {
  it("shows an index with 100 for one", () => {
    expect(formatIndex("1.0120", "en")).toBe("101.2");
    expect(["1.0000", "1.0001", "0.9997"].map((ratio) => formatIndex(ratio, "en"))).toEqual([
      "100.0",
      "100.01",
      "99.97",
    ]);
    expect(formatIndex("0.9500", "de")).toBe("95,0");
    expect(formatIndex("n/a", "en")).toBe("n/a");
  });

  it.each([
    ["0.3120", "0.3310", "+1.9"],
    ["0.3310", "0.3120", "\u22121.9"],
    ["-0.0100", "0.0050", "+1.5"],
    ["0.5", "0.50", "0.0"],
    ["1", "0", "\u2212100.0"],
  ])("counts what a ratio gained in points, from %s to %s", (before, after, text) => {
    expect(formatPoints(before, after, "en")).toBe(text);
  });

  it("shows a fraction as a percentage with a sign where it is a change", () => {
    expect(formatPercent("0.2797", "en")).toBe("28.0\u00a0%");
    expect(formatPercent("0.0845", "en", { signed: true })).toBe("+8.4\u00a0%");
    expect(formatPercent("-0.1264", "en", { signed: true })).toBe("\u221212.6\u00a0%");
  });

  it("tells a fall from a rise and from no change", () => {
    expect([signOf("-0.0001"), signOf("0.0000"), signOf("0.1"), signOf("-0.0000")]).toEqual([-1, 0, 1, 0]);
  });

  it("compares decimals of different length exactly", () => {
    expect(compareDecimals("0.2", "0.2000")).toBe(0);
    expect(compareDecimals("-0.05", "0.0001")).toBe(-1);
    expect(compareDecimals("97.5", "97.49")).toBe(1);
  });
});

describe("the change between two prices", () => {
  it("is exact and rounded half-even to four decimals", () => {
    expect(changeBetween(eur("89.90"), eur("97.49"))).toBe("0.0844");
    expect(changeBetween(eur("46.90"), eur("40.99"))).toBe("-0.1260");
    expect(changeBetween(eur("200.00"), eur("200.01"))).toBe("0.0000");
    expect(changeBetween(eur("200.00"), eur("200.03"))).toBe("0.0002");
  });

  it("is unknown between currencies and from a price of zero", () => {
    expect(changeBetween(eur("1.00"), { amount: "2.00", currency: "USD" })).toBeNull();
    expect(changeBetween(eur("0.00"), eur("2.00"))).toBeNull();
  });
});
