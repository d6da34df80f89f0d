import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import type { EngineItem, EngineObservation } from "@/server/domain/pricing/inputs";
import type { ItemPast } from "@/server/domain/pricing/lanes";
import type { SkipReason } from "@/server/domain/pricing/outcome";
import type { LaneDecider } from "@/server/domain/pricing/policy-lanes";
import { NOW, seen } from "@/server/domain/pricing/testing";

/** What an example policy does with the mug, under one condition; prices in euro cents. */
export interface PolicyCase {
  /** What differs from the usual mug and its market. */
  readonly when?: string;
  readonly item?: Partial<EngineItem>;
  readonly market?: readonly EngineObservation[];
  /** The VAT that the shop's prices include, which is a setting of the workspace. */
  readonly vatRate?: string;
  /** The recommended price, or why the price stays. */
  readonly gives: bigint | SkipReason;
  /** What the trail or the sentence has to say. */
  readonly says?: readonly string[];
  /** When the item came and its price was last changed by hand; a year ago and never unless said otherwise. */
  readonly past?: Partial<ItemPast>;
  /** Who decides about the change. */
  readonly decidedBy?: LaneDecider;
}

const AMAZON = "amazon.example";
const BRAVO = "bravo.example";
const CHARLIE = "charlie.example";
const DELTA = "delta.example";

/** The usual market of the mug: the lowest 18.00, the second 18.50, the median 18.75, the mean 19.125. */
export const MUG_OFFERS: readonly EngineObservation[] = [
  seen(1800n, { seller: AMAZON }),
  seen(1850n, { seller: BRAVO }),
  seen(1900n, { seller: CHARLIE }),
  seen(2100n, { seller: DELTA }),
];

/** The usual market, with what delivery costs at each but delta. */
const delivering = (amazon: bigint): readonly EngineObservation[] =>
  MUG_OFFERS.map((offer) => ({
    ...offer,
    shipping: offer.seller === AMAZON ? amazon : offer.seller === DELTA ? null : 0n,
  }));
const soldOut = (seller: string): readonly EngineObservation[] =>
  MUG_OFFERS.map((offer) => (offer.seller === seller ? { ...offer, inStock: false } : offer));
const offeredAt = (seller: string, price: bigint): readonly EngineObservation[] => [
  ...MUG_OFFERS.filter((offer) => offer.seller !== seller),
  seen(price, { seller }),
];
const only = (price: bigint): readonly EngineObservation[] => [seen(price, { seller: AMAZON })];
const at = (price: bigint): Pick<PolicyCase, "when" | "item"> => ({
  when: `at ${price / 100n}.${(price % 100n).toString().padStart(2, "0")}`,
  item: { price, baselinePrice: price },
});

/**
 * The figures of each example policy by its file's name. They were worked out by hand, as each line shows, and not by
 * the engine.
 */
export const CASES: Readonly<Record<string, readonly PolicyCase[]>> = {
  // 18.00 × 0.90; 12.00 × 0.90 is 10.80, under the floor of 10.00 ÷ 0.90, rounded up.
  "01-ten-percent-under-the-cheapest": [
    { gives: 1620n },
    { when: "the cheapest at 12.00", market: only(1200n), gives: 1112n, says: ["Margin floor 10 %"] },
  ],
  "02-cheapest-of-two-sellers": [
    { gives: 1850n },
    { when: "delta at 17.00", market: offeredAt(DELTA, 1700n), gives: 1850n },
  ],
  "02-cheapest-of-all-but-one-seller": [
    { gives: 1850n },
    { when: "delta at 17.00", market: offeredAt(DELTA, 1700n), gives: 1700n },
  ],
  // 18.50 × 0.99 is 18.315, half a cent to the even one.
  "03-one-percent-under-a-seller": [{ gives: 1832n }],
  // Without bravo: 18.00, 19.00 and 21.00.
  "04-a-seller-or-else-the-median": [
    { gives: 1850n },
    {
      when: "bravo is sold out",
      market: soldOut(BRAVO),
      gives: 1900n,
      says: ["Meet bravo.example", "Meet the market median"],
    },
  ],
  // 10.00 × 1.40.
  "05-no-competitor-cost-plus": [{ gives: 1800n }, { when: "no competitor", market: [], gives: 1400n }],
  "05-no-competitor-highest-price": [
    { gives: 1800n },
    { when: "no competitor", market: [], item: { maxPrice: 2400n }, gives: 2400n },
  ],
  // 18.50 × 0.98.
  "06-under-the-second-cheapest": [{ gives: 1813n }],
  "06-third-cheapest": [
    { gives: 1900n },
    { when: "one offer alone", market: only(1800n), gives: "too_few_observations" },
  ],
  // 76.50 ÷ 4 is 19.125, half a cent to the even one.
  "07-market-average": [{ gives: 1912n }],
  // (2 × 19.00 + 21.00) ÷ 3; without delta the second tier's (18.00 + 18.50) ÷ 2.
  "08-tiers-of-sellers": [
    { gives: 1967n },
    { when: "delta is sold out", market: soldOut(DELTA), gives: 1825n },
  ],
  // 18.50 × 0.99 is 18.315; 18.75 × 0.95 is 17.8125. 17.50 × 0.99 is 17.325, half a cent to the even one; 18.50 × 0.95
  // is 17.575.
  "09-the-lower-of-two": [
    { gives: 1781n },
    { when: "bravo at 17.50", market: offeredAt(BRAVO, 1750n), gives: 1732n },
  ],
  // 18.00 + 4.90, 18.50, 19.00; delta's 21.00 is not known with delivery.
  "10-cheapest-delivered": [
    {
      when: "amazon takes 4.90",
      market: delivering(490n),
      gives: 1850n,
      says: ["the lowest market price with delivery"],
    },
    { when: "amazon delivers free", market: delivering(0n), gives: 1800n },
    { when: "nobody says what delivery costs", gives: "no_market_data" },
  ],
  // 10.00 × 1.20; half of 18.00 would be 9.00.
  "11-never-under-a-markup": [{ gives: 1200n }],
  "12-never-under-a-profit": [{ gives: 1600n }],
  // 10.00 × 1.30 + 2.50.
  "13-cost-times-and-plus": [{ gives: 1550n }],
  // gross ÷ 1.2 − 10.00 − 0.029 × gross − 0.30 ≥ 0.25 × gross ÷ 1.2: gross ≥ 10.30 ÷ 0.596 = 17.2819…;
  // without VAT gross ≥ 10.30 ÷ 0.721 = 14.2857…
  "14-margin-after-payment-fees": [
    { when: "20 % VAT in prices", vatRate: "0.20", gives: 1729n },
    { when: "no VAT", gives: 1429n },
  ],
  // 18.00 × 0.99.
  "15-only-up": [
    { ...at(1500n), gives: 1782n },
    { ...at(2000n), gives: "wrong_direction" },
  ],
  "16-only-down": [
    { ...at(2000n), gives: 1782n },
    { ...at(1500n), gives: "wrong_direction" },
  ],
  // 20.00 × 0.95 and 15.00 × 1.10; the cheapest is at 18.00.
  "17-down-slowly-up-faster": [
    { ...at(2000n), gives: 1900n },
    { ...at(1500n), gives: 1650n },
  ],
  // Of 18.15 they are 0.8 %, of 4.92 only 0.08.
  "18-no-small-changes": [
    { gives: 1800n },
    { ...at(1801n), gives: "small_change", says: ["too small"] },
    { ...at(1815n), gives: "small_change" },
    {
      when: "at 5.00, the cheapest at 4.92",
      item: { price: 500n, baselinePrice: 500n, cost: 200n, baselineCost: 200n },
      market: only(492n),
      gives: "small_change",
    },
  ],
  // From 03:00 on nothing until 03:00 of the next day.
  "19-one-change-a-day": [
    { gives: 1800n },
    {
      when: "changed to 17.50 six hours ago, the cheapest at 17.00",
      item: { price: 1750n, baselinePrice: 1750n, priceChangedAtMs: NOW - 6 * HOUR_MS },
      market: only(1700n),
      gives: "changed_recently",
      says: ["24 hours between changes", "From 2026-11-22 03:00 UTC on it can become 17.00"],
    },
    {
      when: "changed to 17.50 a day ago, the cheapest at 17.00",
      item: { price: 1750n, baselinePrice: 1750n, priceChangedAtMs: NOW - DAY_MS },
      market: only(1700n),
      gives: 1700n,
    },
  ],
  // 10.00 × 2.50 is 25.00; bravo, the dearer of the two, is at 18.50.
  "20-never-above-two-sellers": [
    { gives: 1850n },
    { when: "bravo is sold out", market: soldOut(BRAVO), gives: 1800n },
    { when: "charlie at 17.00", market: offeredAt(CHARLIE, 1700n), gives: 1850n },
  ],
  // 18.75 × 0.99 is 18.5625; 10.00 × 1.80.
  "21-key-items-by-index": [{ gives: 1856n }, { when: "no key item", item: { tags: [] }, gives: 1800n }],
  // 13.00 ÷ 0.65; the index alone would be 18.56.
  "22-key-items-and-a-floor": [
    {
      when: "cost 13.00, at 19.00",
      item: { cost: 1300n, baselineCost: 1300n, price: 1900n, baselinePrice: 1900n },
      gives: 2000n,
      says: ["Mugs never below 35 %"],
    },
    {
      when: "the same, but no mug",
      item: { category: "Plates", cost: 1300n, baselineCost: 1300n, price: 1900n, baselinePrice: 1900n },
      gives: 1856n,
    },
  ],
  "23-every-brand-but-one": [
    { gives: "hold" },
    { when: "another brand", item: { brand: "Berg" }, gives: 1799n },
  ],
  // 18.75 lies 0.24 under 18.99 and 0.26 over 18.49; 125.00 lies 4.00 under 129.00 and 6.00 over 119.00.
  "24-price-endings": [
    { gives: 1899n },
    {
      when: "at 120.00, the market at 125.00",
      item: { price: 12_000n, baselinePrice: 12_000n, cost: 6_000n, baselineCost: 6_000n },
      market: only(12_500n),
      gives: 12_900n,
    },
  ],
  "25-minimum-and-suggested-price": [
    { when: "MAP 18.75, MSRP 25.00", item: { mapPrice: 1875n, msrp: 2500n }, gives: 1875n },
    { when: "MSRP 25.00, the market at 30.00", item: { msrp: 2500n }, market: only(3000n), gives: 2500n },
  ],
  // 25.00 × 0.90.
  "26-under-the-suggested-price": [{ when: "MSRP 25.00", item: { msrp: 2500n }, gives: 2250n }],
  // 1 %, 2 %, 5 %, 10 % and 12.5 %.
  "27-who-decides": [
    { when: "the cheapest at 19.60", market: only(1960n), gives: 1960n, decidedBy: "automatic" },
    { when: "the cheapest at 18.00", gives: 1800n, decidedBy: "one_person" },
    { when: "the cheapest at 19.80", market: only(1980n), gives: 1980n, decidedBy: "automatic" },
    { when: "the cheapest at 19.00", market: only(1900n), gives: 1900n, decidedBy: "one_person" },
    { when: "the cheapest at 17.50", market: only(1750n), gives: 1750n, decidedBy: "two_people" },
  ],
  // 1 %, which the rule itself decides unless the item is new or was changed lately.
  "28-not-after-a-hand-edit-nor-new": [
    { when: "the cheapest at 19.80", market: only(1980n), gives: 1980n, decidedBy: "automatic" },
    {
      when: "an hour after a hand edit",
      market: only(1980n),
      past: { lastEditMs: NOW - HOUR_MS },
      gives: 1980n,
      decidedBy: "one_person",
    },
    {
      when: "24 hours after a hand edit",
      market: only(1980n),
      past: { lastEditMs: NOW - 24 * HOUR_MS },
      gives: 1980n,
      decidedBy: "automatic",
    },
    {
      when: "ten days after the item came",
      market: only(1980n),
      past: { firstSeenMs: NOW - 10 * DAY_MS },
      gives: 1980n,
      decidedBy: "one_person",
    },
  ],
  "29-sold-out-highest-price": [
    { gives: 1800n },
    { when: "sold out, highest price 24.00", item: { stock: 0, maxPrice: 2400n }, gives: 2400n },
  ],
  "29-sold-out-no-change": [{ gives: 1800n }, { when: "sold out", item: { stock: 0 }, gives: "sold_out" }],
  // 18.00 × 0.95; 18.75 × 1.10 is 20.625, half a cent to the even one.
  "30-by-stock": [
    { gives: 1875n },
    { when: "100 in stock", item: { stock: 100 }, gives: 1875n },
    { when: "5 in stock", item: { stock: 5 }, gives: 1875n },
    { when: "101 in stock", item: { stock: 101 }, gives: 1710n },
    { when: "4 in stock", item: { stock: 4 }, gives: 2062n },
  ],
  "34-ignore-who-sells-below-cost": [
    {
      when: "dump.example at 9.00",
      market: [...MUG_OFFERS, seen(900n, { seller: "dump.example" })],
      gives: 1800n,
    },
  ],
};
