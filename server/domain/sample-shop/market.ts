import { HOUR_MS } from "../durations";
import type { ObservationRow } from "../imports/csv/observation-format";
import type { SampleItem } from "./catalog";

/** The invented competitors. */
export const SELLERS = [
  "nordlicht.example",
  "bergkante.example",
  "wanderlager.example",
  "zeltplatz.example",
  "aussenposten.example",
];
/** How long ago the pages of the market were checked, in hours. */
const CHECKS = [12 * 24, 8 * 24, 4 * 24, 30, 6];
const OLD_CHECKS = [40 * 24, 26 * 24];

/** Where the sellers' middle lies, as a percentage of the shop's price. */
const MIDDLE: Partial<Record<SampleItem["story"], number>> = {
  "below the market": 109,
  "above the market": 93,
  "cost risen": 104,
  "floor binds": 90,
};

const isInStock = (index: number, s: number): boolean => (index + s * 3) % 11 !== 0;
const slips = (index: number): boolean => index % 29 === 7;
const countSellers = ({ story }: SampleItem, index: number): number =>
  story === "hardly observed" ? 1 : 3 + (index % 3);

/** Whether all sellers have the item, and their middle is its price: then a run finds nothing about it. */
export const isCalm = (item: SampleItem, index: number): boolean =>
  item.story === "in line" &&
  !slips(index) &&
  SELLERS.slice(0, countSellers(item, index)).every((_, s) => isInStock(index, s));

/** What was seen of an item at the sellers over the last days; one price in a while is plainly a slip. */
export function observationsOf(
  item: SampleItem,
  index: number,
  nowMs: number,
  currency = "EUR",
): { readonly sku: string; readonly value: ObservationRow }[] {
  const sellers = SELLERS.slice(0, countSellers(item, index));
  const hours = item.story === "hardly observed" ? OLD_CHECKS : CHECKS;
  return hours.flatMap((ago, check) =>
    sellers.map((seller, s) => ({
      sku: item.sku,
      value: {
        sku: item.sku,
        seller,
        price: priceAt(item, { index, s, of: sellers.length, check }),
        currency,
        inStock: isInStock(index, s),
        packSize: null,
        shipping: null,
        observedAtMs: nowMs - ago * HOUR_MS - (index % 50) * 60_000,
        url: `https://${seller}/p/${item.sku.toLowerCase()}`,
      },
    })),
  );
}

function priceAt(
  item: SampleItem,
  { index, s, of, check }: { index: number; s: number; of: number; check: number },
): bigint {
  const middle = BigInt(MIDDLE[item.story] ?? 100);
  // The sellers stand evenly around the middle, and come nearer to where they are now from check to check.
  const spread = BigInt((2 * s - (of - 1)) * (1 + (index % 2)));
  const drift = BigInt((CHECKS.length - 1 - check) * ((index % 5) - 2));
  const price = (item.price * (middle * 2n + spread + drift)) / 200n;
  const slip = slips(index) && s === of - 1 && check === CHECKS.length - 1;
  return slip ? price / 100n : price;
}
