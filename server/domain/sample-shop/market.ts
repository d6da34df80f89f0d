import { HOUR_MS } from "../durations";
import type { ObservationRow } from "../imports/csv/observation-format";
import type { SampleItem } from "./catalog";

const SELLERS = [
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

/** What was seen of an item at the sellers over the last days; one price in a while is plainly a slip. */
export function observationsOf(
  item: SampleItem,
  index: number,
  nowMs: number,
  currency = "EUR",
): { readonly sku: string; readonly value: ObservationRow }[] {
  const lonely = item.story === "hardly observed";
  const sellers = SELLERS.slice(0, lonely ? 1 : 3 + (index % 3));
  const hours = lonely ? OLD_CHECKS : CHECKS;
  return hours.flatMap((ago, check) =>
    sellers.map((seller, s) => ({
      sku: item.sku,
      value: {
        sku: item.sku,
        seller,
        price: priceAt(item, { index, s, of: sellers.length, check }),
        currency,
        inStock: (index + s * 3) % 11 !== 0,
        packSize: null,
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
  const slip = index % 29 === 7 && s === of - 1 && check === CHECKS.length - 1;
  return slip ? price / 100n : price;
}
