import { describe, expect, it } from "vitest";
import {
  divideCeil,
  divideFloor,
  divideHalfEven,
  formatPercent,
  formatRatio,
  isRatioText,
  parseRatio,
} from "@/server/domain/ratio";
import { fc } from "@/server/testing/seed";

describe("ratios", () => {
  it.each([
    [5825n, 20825n, "0.2797"],
    [1n, 8n, "0.1250"],
    [5n, 100_000n, "0.0000"],
    [15n, 100_000n, "0.0002"],
    [25n, 100_000n, "0.0002"],
    [-15n, 100_000n, "-0.0002"],
    [-1n, 3n, "-0.3333"],
    [1n, -3n, "-0.3333"],
    [0n, 7n, "0.0000"],
    [12n, 1n, "12.0000"],
  ])("writes %s/%s as %s, halves to even", (num, den, text) => {
    expect(formatRatio(num, den)).toBe(text);
  });

  it("reads a decimal fraction exactly", () => {
    expect(parseRatio("0.20")).toEqual({ num: 1n, den: 5n });
    expect(parseRatio("-0.05")).toEqual({ num: -1n, den: 20n });
    expect(parseRatio("3")).toEqual({ num: 3n, den: 1n });
    expect(parseRatio("0")).toEqual({ num: 0n, den: 1n });
  });

  it.each(["", "20%", ".2", "1e-1", " 0.2", "0,2", "--1"])("refuses %j", (text) => {
    expect(isRatioText(text)).toBe(false);
    expect(() => parseRatio(text)).toThrow(RangeError);
  });

  it("has no answer for a denominator of 0", () => {
    expect(() => formatRatio(1n, 0n)).toThrow(RangeError);
  });

  it("says percentages as people do", () => {
    expect(formatPercent(1n, 5n)).toBe("20 %");
    expect(formatPercent(25n, 1000n)).toBe("2.5 %");
    expect(formatPercent(-1n, 8n)).toBe("−12.5 %");
  });

  it("rounds down, up and to the nearest as said, on either side of zero", () => {
    const den = fc.bigInt({ min: 1n, max: 10n ** 12n });
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), den, (num, d) => {
        const [floor, ceil, near] = [divideFloor(num, d), divideCeil(num, d), divideHalfEven(num, d)];
        expect(floor * d <= num && num < (floor + 1n) * d).toBe(true);
        expect((ceil - 1n) * d < num && num <= ceil * d).toBe(true);
        const twice = 2n * (num - near * d);
        expect(twice >= -d && twice <= d).toBe(true);
        if (twice === d || twice === -d) expect(near % 2n).toBe(0n);
      }),
    );
  });
});
