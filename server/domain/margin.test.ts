import { describe, expect, it } from "vitest";
import {
  formatMargin,
  type MarginFactors,
  marginRatio,
  priceAtCost,
  priceForMargin,
  priceForMarkup,
  profitPerUnit,
  toMarginFactors,
  type VatAndFees,
} from "@/server/domain/margin";
import { parseRatio, type Ratio } from "@/server/domain/ratio";
import { fc } from "@/server/testing/seed";

const marginFactors = (over: Partial<Record<"vat" | "fee", string>> & Partial<VatAndFees> = {}) =>
  toMarginFactors({
    includesVat: over.includesVat ?? true,
    vatRate: parseRatio(over.vat ?? "0"),
    feeRate: parseRatio(over.fee ?? "0"),
    feeBase: over.feeBase ?? "gross",
  });

const floorPrice = (cost: bigint, margin: Ratio, compiled: MarginFactors) => {
  const factor = priceForMargin(margin, compiled);
  return factor && priceAtCost(cost, factor);
};

describe("the margin", () => {
  it("is taken on the net price", () => {
    expect(formatMargin(2499n, 1500n, marginFactors({ vat: "0.20" }))).toBe("0.2797");
    expect(formatMargin(2499n, 1500n, marginFactors({ vat: "0.20", includesVat: false }))).toBe("0.3998");
  });

  it("counts fees on what the customer pays, or on net", () => {
    // 120.00 with 20 % VAT: net 100.00, fee 12.00 or 10.00.
    expect(formatMargin(12000n, 5000n, marginFactors({ vat: "0.20", fee: "0.10" }))).toBe("0.3800");
    expect(formatMargin(12000n, 5000n, marginFactors({ vat: "0.20", fee: "0.10", feeBase: "net" }))).toBe(
      "0.4000",
    );
    // 100.00 without VAT, 20 % on top: the customer pays 120.00.
    const onTop = marginFactors({ vat: "0.20", fee: "0.10", includesVat: false });
    expect(formatMargin(10000n, 5000n, onTop)).toBe("0.3800");
  });

  it("never shows a loss smaller than it is", () => {
    expect(profitPerUnit(1000n, 900n, marginFactors({ vat: "0.20" }))).toBe(-67n);
    expect(profitPerUnit(1200n, 900n, marginFactors({ vat: "0.20" }))).toBe(100n);
  });
});

describe("the floor price", () => {
  it("is the smallest price that reaches the margin", () => {
    const margin = parseRatio("0.20");
    expect(floorPrice(10000n, margin, marginFactors({ vat: "0.20", fee: "0.10" }))).toBe(17648n);
    expect(floorPrice(10000n, margin, marginFactors({ vat: "0.20", fee: "0.10", feeBase: "net" }))).toBe(
      17143n,
    );
    expect(floorPrice(6480n, margin, marginFactors({ vat: "0.20" }))).toBe(9720n);
  });

  it("does not exist when fees and margin leave nothing", () => {
    expect(floorPrice(100n, parseRatio("0.50"), marginFactors({ fee: "0.50" }))).toBeNull();
  });

  it("is exact to the last minor unit, whatever the terms", () => {
    const rate = (max: number) => fc.integer({ min: 0, max }).map((n) => parseRatio((n / 10_000).toFixed(4)));
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        fc.record({
          includesVat: fc.boolean(),
          vatRate: rate(2700),
          feeRate: rate(3000),
          feeBase: fc.constantFrom("gross" as const, "net" as const),
        }),
        rate(5000),
        (cost, pricing, margin) => {
          const compiled = marginFactors(pricing);
          const floor = floorPrice(cost, margin, compiled);
          if (floor === null) throw new Error("these terms leave a margin");
          const reaches = (price: bigint) => {
            const { num, den } = marginRatio(price, cost, compiled);
            return num * margin.den >= margin.num * den;
          };
          expect(reaches(floor)).toBe(true);
          if (floor > 1n) expect(reaches(floor - 1n)).toBe(false);
        },
      ),
    );
  });

  it("serves a markup on cost in the same way", () => {
    const factor = priceForMarkup(parseRatio("0.50"), marginFactors({ vat: "0.20" }));
    expect(factor && priceAtCost(1000n, factor)).toBe(1800n);
  });
});
