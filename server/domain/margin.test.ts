import { describe, expect, it } from "vitest";
import {
  formatMargin,
  isKnownIn,
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

const marginFactors = (over: Partial<Record<"vat" | "fee" | "payment", string>> & Partial<VatAndFees> = {}) =>
  toMarginFactors({
    includesVat: over.includesVat ?? true,
    vatRate: over.vatRate ?? parseRatio(over.vat ?? "0"),
    feeRate: over.feeRate ?? parseRatio(over.fee ?? "0"),
    feeBase: over.feeBase ?? "gross",
    paymentRate: over.paymentRate ?? parseRatio(over.payment ?? "0"),
    fixed: over.fixed ?? null,
  });

const euros = (minor: bigint) => ({ minor, currency: "EUR" });

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

  it("counts a payment's share of the price with VAT, and what each unit costs besides", () => {
    // 17.29 with 20 % VAT: net 14.4083; 10.00, 2.9 % of 17.29 and 0.30 leave 3.6069, a quarter of net.
    const card = marginFactors({ vat: "0.20", payment: "0.029", fixed: euros(30n) });
    expect([formatMargin(1729n, 1000n, card), profitPerUnit(1729n, 1000n, card)]).toEqual(["0.2503", 360n]);
    expect(floorPrice(1000n, parseRatio("0.25"), card)).toBe(1729n);
    expect([
      profitPerUnit(1200n, 900n, card),
      profitPerUnit(1200n, 900n, marginFactors({ vat: "0.20" })),
    ]).toEqual([35n, 100n]);
    expect(formatMargin(2n * 1729n, 2n * 1000n, card, 2n)).toBe(formatMargin(1729n, 1000n, card));
    expect([isKnownIn("EUR", card), isKnownIn("USD", card), isKnownIn("USD", marginFactors())]).toEqual([
      true,
      false,
      true,
    ]);
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
          feeRate: rate(1500),
          feeBase: fc.constantFrom("gross" as const, "net" as const),
          paymentRate: rate(400),
          fixed: fc.option(fc.bigInt({ min: 1n, max: 2000n }).map(euros)),
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

  it("covers what each unit costs besides, once", () => {
    const shipped = marginFactors({ fixed: euros(490n), fee: "0.10" });
    const markup = priceForMarkup(parseRatio("0.50"), shipped);
    // (1.5 × 10.00 + 4.90) / 0.9 = 22.1111…
    expect(markup && priceAtCost(1000n, markup)).toBe(2212n);
  });

  it("serves a markup on cost in the same way", () => {
    const factor = priceForMarkup(parseRatio("0.50"), marginFactors({ vat: "0.20" }));
    expect(factor && priceAtCost(1000n, factor)).toBe(1800n);
  });
});
