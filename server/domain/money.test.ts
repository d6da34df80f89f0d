import { describe, expect, it } from "vitest";
import { CURRENCIES, currencyDecimals, isCurrency } from "@/server/domain/currency";
import {
  AmountError,
  formatAmount,
  formatPrice,
  MAX_MINOR,
  parseAmount,
  readFormatted,
  roundedUp,
  toWire,
} from "@/server/domain/money";
import { fc } from "@/server/testing/seed";

describe("amounts", () => {
  it("are read back as they were written, whatever was computed from them", () => {
    for (const currency of ["EUR", "JPY", "KWD"])
      for (const minor of [0n, -5n, 1999n, MAX_MINOR * 1_000_000n])
        expect(readFormatted(formatAmount(minor, currency), currency)).toBe(minor);
    for (const text of ["19.9", "19", "1e3", ""])
      expect(() => readFormatted(text, "EUR")).toThrow(AmountError);
  });

  it.each([
    ["19.99", "EUR", 1999n],
    ["19.9", "EUR", 1990n],
    ["19", "EUR", 1900n],
    ["0", "EUR", 0n],
    ["1999", "JPY", 1999n],
    ["1.234", "KWD", 1234n],
    ["10000000000000.00", "EUR", MAX_MINOR],
    ["19.9000", "EUR", 1990n],
    ["25.000000", "EUR", 2500n],
    ["1480.00", "JPY", 1480n],
    ["1.2340000000", "KWD", 1234n],
    ["0.5000000000000000000000000", "EUR", 50n],
  ])("reads %s %s exactly", (text, currency, minor) => {
    expect(parseAmount(text, currency)).toBe(minor);
  });

  it.each([
    ["19.999", "EUR", /more decimals than EUR has \(2\)/],
    ["19.9", "JPY", /more decimals than JPY has \(0\)/],
    ["1.2345", "KWD", /more decimals/],
    ["12.345", "EUR", /more decimals/],
    ["12.345001", "EUR", /more decimals/],
    ["1480.50", "JPY", /more decimals/],
    ["12,12", "EUR", /plain decimal/],
    ["1e3", "EUR", /plain decimal/],
    [" 1", "EUR", /plain decimal/],
    ["+1", "EUR", /plain decimal/],
    [".99", "EUR", /plain decimal/],
    ["1.", "EUR", /plain decimal/],
    ["", "EUR", /plain decimal/],
    ["1\n", "EUR", /plain decimal/],
    ["١٢", "EUR", /plain decimal/],
    ["NaN", "EUR", /plain decimal/],
    ["-1.00", "EUR", /negative/],
    ["10000000000000.01", "EUR", /larger/],
    ["1.00", "euro", /ISO 4217/],
    ["1.00", "XXX", /ISO 4217/],
  ])("refuses %j %s and says why", (text, currency, message) => {
    expect(() => parseAmount(text, currency)).toThrow(AmountError);
    expect(() => parseAmount(text, currency)).toThrow(message);
  });

  it.each([
    ["12.549999999999999", "EUR", 1255n],
    ["19.990000000000002", "EUR", 1999n],
    ["24.159663865546218", "EUR", 2416n],
    ["0.1000000000000000055511151231257827", "EUR", 10n],
    ["8.3333333", "EUR", 833n],
    ["8.4950001", "EUR", 850n],
    ["999.9999999999999", "JPY", 1000n],
    ["1.2345678", "KWD", 1235n],
  ])("rounds %s %s half up, which a program has computed", (text, currency, minor) => {
    expect(parseAmount(text, currency)).toBe(minor);
  });

  it.each([
    ["0.0435", "EUR", "0.05"],
    ["12.345", "EUR", "12.35"],
    ["0.043500000000000004", "EUR", "0.05"],
    ["8.333333333333334", "EUR", "8.34"],
    ["12.001", "JPY", "13"],
    ["9.9999", "EUR", "10.00"],
    ["12.549999999999999", "EUR", null],
    ["12.550000000000001", "EUR", null],
    ["12.5000", "EUR", null],
    ["-0.0435", "EUR", null],
    ["about 1", "EUR", null],
    ["1.2345", "XXX", null],
  ])("rounds the cost %s %s up to %s", (text, currency, rounded) => {
    expect(roundedUp(text, currency)).toBe(rounded);
  });

  it("accepts a minus sign only where it is asked for", () => {
    expect(parseAmount("-0.50", "EUR", true)).toBe(-50n);
  });

  it("comes back the same from the wire in every currency", () => {
    const minor = fc.bigInt({ min: -MAX_MINOR, max: MAX_MINOR });
    fc.assert(
      fc.property(fc.constantFrom(...CURRENCIES), minor, (currency, value) => {
        expect(parseAmount(formatAmount(value, currency), currency, true)).toBe(value);
      }),
    );
    expect(toWire({ minor: 5n, currency: "EUR" })).toEqual({ amount: "0.05", currency: "EUR" });
    expect(toWire({ minor: -5n, currency: "KWD" }).amount).toBe("-0.005");
  });

  it("knows the currencies' decimals", () => {
    expect(["EUR", "JPY", "KWD", "CLF"].map(currencyDecimals)).toEqual([2, 0, 3, 4]);
    expect(isCurrency("eur")).toBe(false);
    expect(CURRENCIES.length).toBeGreaterThan(160);
    expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length);
  });
});

describe("an amount for people", () => {
  it.each([
    [1999n, "EUR", "19.99 EUR"],
    [99_999n, "EUR", "999.99 EUR"],
    [999_999n, "EUR", "9,999.99 EUR"],
    [123_456_789n, "EUR", "1,234,567.89 EUR"],
    [-1_099_000n, "EUR", "-10,990.00 EUR"],
    [12_000n, "JPY", "12,000 JPY"],
  ])("%s %s is written %s", (minor, currency, text) => {
    expect(formatPrice(minor, currency)).toBe(text);
  });
});
