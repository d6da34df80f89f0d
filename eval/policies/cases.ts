import { HOUR_MS } from "@/server/domain/durations";
import type { EngineItem, EngineObservation } from "@/server/domain/pricing/inputs";
import { NOW, seen } from "@/server/domain/pricing/testing";

/** What an example policy does with the mug, under one condition; prices in euro cents. */
export interface PolicyCase {
  /** What differs from the usual mug and its market. */
  readonly when: string;
  readonly item?: Partial<EngineItem>;
  readonly market?: readonly EngineObservation[];
  /** The VAT that the shop's prices include, which is a setting of the workspace. */
  readonly vatRate?: string;
  /** The recommended price; null where the price stays. */
  readonly price: bigint | null;
  /** What the trail or the sentence has to say. */
  readonly says?: readonly string[];
  /** The lane that the change fits in. */
  readonly lane?: string;
}

const AMAZON = "amazon.example";
const BRAVO = "bravo.example";
const CHARLIE = "charlie.example";
const DELTA = "delta.example";

/** The market of the mug: the lowest 18.00, the second 18.50, the median 18.75, the mean 19.125. */
const OFFERS: readonly EngineObservation[] = [
  seen(1800n, { seller: AMAZON }),
  seen(1850n, { seller: BRAVO }),
  seen(1900n, { seller: CHARLIE }),
  seen(2100n, { seller: DELTA }),
];

const soldOut = (seller: string): readonly EngineObservation[] =>
  OFFERS.map((offer) => (offer.seller === seller ? { ...offer, inStock: false } : offer));
const only = (price: bigint): readonly EngineObservation[] => [seen(price, { seller: AMAZON })];

const usual = (price: bigint | null, more: Omit<PolicyCase, "when" | "price"> = {}): PolicyCase => ({
  when: "",
  price,
  ...more,
});
const at = (price: bigint, gives: bigint | null): PolicyCase => ({
  when: `at ${price / 100n}.00`,
  item: { price, baselinePrice: price },
  price: gives,
});

/**
 * The figures of each example policy by its file's name. They were worked out by hand, as each line shows, and not by
 * the engine.
 */
export const CASES: Readonly<Record<string, readonly PolicyCase[]>> = {
  // 18.00 × 0.90.
  "01-ten-percent-under-the-cheapest": [usual(1620n)],
  "02-cheapest-of-two-sellers": [usual(1850n)],
  "02-cheapest-of-all-but-one-seller": [usual(1850n)],
  // 18.50 × 0.99 is 18.315, half a cent to the even one.
  "03-one-percent-under-a-seller": [usual(1832n)],
  // Without bravo: 18.00, 19.00 and 21.00.
  "04-a-seller-or-else-the-median": [
    usual(1850n),
    {
      when: "bravo is sold out",
      market: soldOut(BRAVO),
      price: 1900n,
      says: ["Meet bravo.example", "Meet the market median"],
    },
  ],
  // 10.00 × 1.40.
  "05-no-competitor-cost-plus": [usual(1800n), { when: "no competitor", market: [], price: 1400n }],
  "05-no-competitor-highest-price": [
    { when: "no competitor", market: [], item: { maxPrice: 2400n }, price: 2400n },
  ],
  // 18.50 × 0.98.
  "06-under-the-second-cheapest": [usual(1813n)],
  "06-third-cheapest": [usual(1900n)],
  // 76.50 ÷ 4 is 19.125, half a cent to the even one.
  "07-market-average": [usual(1912n)],
  // (2 × 19.00 + 21.00) ÷ 3; without delta the second tier's (18.00 + 18.50) ÷ 2.
  "08-tiers-of-sellers": [usual(1967n), { when: "delta is sold out", market: soldOut(DELTA), price: 1825n }],
  // 18.50 × 0.99 is 18.315; 18.75 × 0.95 is 17.8125.
  "09-the-lower-of-two": [usual(1781n)],
  // 10.00 × 1.20; half of 18.00 would be 9.00.
  "11-never-under-a-markup": [usual(1200n)],
  "12-never-under-a-profit": [usual(1600n)],
  // 10.00 × 1.30 + 2.50.
  "13-cost-times-and-plus": [usual(1550n)],
  // gross ÷ 1.2 − 10.00 − 0.029 × gross − 0.30 ≥ 0.25 × gross ÷ 1.2: gross ≥ 10.30 ÷ 0.596 = 17.2819…
  "14-margin-after-payment-fees": [{ when: "20 % VAT in prices", vatRate: "0.20", price: 1729n }],
  // 18.00 × 0.99.
  "15-only-up": [at(1500n, 1782n), at(2000n, null)],
  "16-only-down": [at(2000n, 1782n), at(1500n, null)],
  // 20.00 × 0.95 and 15.00 × 1.10; the cheapest is at 18.00.
  "17-down-slowly-up-faster": [at(2000n, 1900n), at(1500n, 1650n)],
  "18-no-small-changes": [
    usual(1800n),
    {
      when: "at 18.01",
      item: { price: 1801n, baselinePrice: 1801n },
      price: null,
      says: ["too small"],
    },
  ],
  // 10.00 × 2.50 is 25.00; bravo, the dearer of the two, is at 18.50.
  "20-never-above-two-sellers": [usual(1850n)],
  // 18.75 × 0.99 is 18.5625; 10.00 × 1.80.
  "21-key-items-by-index": [usual(1856n), { when: "no key item", item: { tags: [] }, price: 1800n }],
  // 13.00 ÷ 0.65; the index alone would be 18.56.
  "22-key-items-and-a-floor": [
    {
      when: "cost 13.00, at 19.00",
      item: { cost: 1300n, baselineCost: 1300n, price: 1900n, baselinePrice: 1900n },
      price: 2000n,
      says: ["Mugs never below 35 %"],
    },
  ],
  "23-every-brand-but-one": [usual(null), { when: "another brand", item: { brand: "Berg" }, price: 1799n }],
  // 18.75 lies 0.24 under 18.99 and 0.26 over 18.49; 125.00 lies 4.00 under 129.00 and 6.00 over 119.00.
  "24-price-endings": [
    usual(1899n),
    {
      when: "at 120.00, the market at 125.00",
      item: { price: 12_000n, baselinePrice: 12_000n, cost: 6_000n, baselineCost: 6_000n },
      market: only(12_500n),
      price: 12_900n,
    },
  ],
  "25-minimum-and-suggested-price": [
    { when: "MAP 18.75, MSRP 25.00", item: { mapPrice: 1875n, msrp: 2500n }, price: 1875n },
  ],
  // 25.00 × 0.90.
  "26-under-the-suggested-price": [{ when: "MSRP 25.00", item: { msrp: 2500n }, price: 2250n }],
  // 1 %, 5 % and 12.5 %.
  "27-who-decides": [
    { when: "the cheapest at 19.80", market: only(1980n), price: 1980n, lane: "Small changes" },
    { when: "the cheapest at 19.00", market: only(1900n), price: 1900n, lane: "Up to 10 %" },
    { when: "the cheapest at 17.50", market: only(1750n), price: 1750n, lane: "Over 10 %" },
  ],
  "29-sold-out-highest-price": [
    usual(1800n),
    { when: "sold out, highest price 24.00", item: { stock: 0, maxPrice: 2400n }, price: 2400n },
  ],
  "29-sold-out-no-change": [usual(1800n), { when: "sold out", item: { stock: 0 }, price: null }],
  // 18.00 × 0.95; 18.75 × 1.10 is 20.625, half a cent to the even one.
  "30-by-stock": [
    { when: "101 in stock", item: { stock: 101 }, price: 1710n },
    { when: "4 in stock", item: { stock: 4 }, price: 2062n },
  ],
  "34-ignore-who-sells-below-cost": [
    {
      when: "dump.example at 9.00",
      market: [...OFFERS, seen(900n, { seller: "dump.example", observedAtMs: NOW - HOUR_MS })],
      price: 1800n,
    },
  ],
};

/** The usual market. */
export const MUG_OFFERS = OFFERS;
