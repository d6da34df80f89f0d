import { describe, expect, it } from "vitest";
import { comparePacks, readPackSize } from "@/server/domain/items/pack-size";
import { fc } from "@/server/testing/seed";

const pack = (count: number, dimension: string, num: number, den = 1) => ({
  count: BigInt(count),
  dimension,
  each: { num: BigInt(num), den: BigInt(den) },
});

describe("readPackSize", () => {
  it.each([
    ["500 g", pack(1, "mass", 500_000)],
    ["0,5 KG", pack(1, "mass", 500_000)],
    ["6 x 0.33 l", pack(6, "volume", 330)],
    ["6×330ml", pack(6, "volume", 330)],
    ["330 ml x 6", pack(6, "volume", 330)],
    ["330 ml x 6 pcs", pack(6, "volume", 330)],
    ["6 bottles of 0.33 litres", pack(6, "volume", 330)],
    ["pack of 6 x 33 cl", pack(6, "volume", 330)],
    ["4 x 6 x 330 ml", pack(24, "volume", 330)],
    ["12", pack(12, "piece", 1)],
    ["Pack of 12", pack(12, "piece", 1)],
    ["12 Stück", pack(12, "piece", 1)],
    ["12-pack", pack(12, "piece", 1)],
    ["6er Pack", pack(6, "piece", 1)],
    ["10 m", pack(1, "length", 10_000)],
    ["12 fl oz", pack(1, "volume", 1_419_529_419, 4_000_000)],
  ])("understands %j", (text, expected) => {
    expect(readPackSize(text)).toEqual(expected);
  });

  it.each([
    "",
    "family size",
    "1.500 g",
    "1,000 ml",
    "0",
    "0 x 5 g",
    "500 g 2 l",
    "2.5 pcs",
    "XL",
    "6 x family",
    "-3",
  ])("does not guess at %j", (text) => expect(readPackSize(text)).toBeNull());
});

describe("comparePacks", () => {
  it.each([
    ["6 x 0.33 l", "6x330 ml", "same"],
    ["500 g", "0,5 kg", "same"],
    ["12 oz", "340 g", "same"],
    ["Family Size", "family  size", "same"],
    ["6 x 0.33 l", "0.33 l", "different"],
    ["6", "1", "different"],
    ["500 g", "400 g", "different"],
    ["500 g", "500 ml", "different"],
    ["6", "12 x 0.33 l", "different"],
    ["6", "6 x 0.33 l", "unknown"],
    ["family size", "500 g", "unknown"],
    ["500 g", null, "unknown"],
    [null, null, "unknown"],
  ])("finds %j and %j %s, whichever comes first", (left, right, match) => {
    expect(comparePacks(left, right)).toBe(match);
    expect(comparePacks(right, left)).toBe(match);
  });

  it("finds a pack the same in whatever unit it is written", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 48 }), fc.integer({ min: 1, max: 900 }), (count, grams) => {
        const kilos = (grams / 1_000).toFixed(3);
        const written = `${count} x ${kilos.startsWith("0") ? kilos : grams} ${kilos.startsWith("0") ? "kg" : "g"}`;
        expect(comparePacks(`${count} × ${grams}g`, written)).toBe("same");
        expect(comparePacks(`${count + 1} × ${grams}g`, written)).toBe("different");
      }),
    );
  });
});
