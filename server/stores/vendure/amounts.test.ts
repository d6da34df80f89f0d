import { describe, expect, it } from "vitest";
import { fromStored, toStored } from "@/server/stores/vendure/amounts";

describe("amounts as Vendure keeps them", () => {
  it.each([
    ["EUR", 2, 1999n, 1999],
    ["JPY", 2, 1980n, 198000],
    ["KWD", 3, 12345n, 12345],
    ["EUR", 3, 1999n, 19990],
    ["KWD", 2, 12340n, 1234],
  ])("%s with %i decimals: %s is kept as %i, and read back", (currency, precision, minor, stored) => {
    expect(toStored(minor, currency, { precision })).toBe(stored);
    expect(fromStored(stored, currency, { precision })).toBe(minor);
  });

  it("a fraction of the smallest coin is not a price", () => {
    expect(fromStored(19995, "EUR", { precision: 3 })).toBeNull();
    expect(fromStored(198050, "JPY", { precision: 2 })).toBeNull();
  });

  it("what the store would round is refused", () => {
    expect(() => toStored(12345n, "KWD", { precision: 2 })).toThrow(/exactly/);
    expect(() => toStored(10n ** 16n, "EUR", { precision: 2 })).toThrow(/exactly/);
  });
});
