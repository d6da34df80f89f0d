import { type InactiveState, ITEM_STATES } from "@/server/domain/items/item-state";
import type { SkipReason } from "@/server/domain/pricing/outcome";

/** What a reason for no new price says and advises; a link leads below the workspace's page to where that is done. */
interface SkipText {
  readonly label: string;
  /** Null where nothing is to be done. */
  readonly advice: string | null;
  readonly links?: readonly { readonly label: string; readonly path: string }[];
}

const IMPORT_COSTS = { label: "Import costs", path: "/catalog/import" };

const SKIPPED: Readonly<Record<SkipReason | InactiveState, SkipText>> = {
  no_price: { label: "No price in the catalog", advice: "Give these items a price." },
  currency_mismatch: { label: "Priced in another currency than the policy", advice: "Check their currency." },
  unknown_cost: {
    label: "Cost unknown",
    advice: "Enter their cost in the catalog, or import it.",
    links: [{ label: "Enter costs", path: "/catalog?cost=unknown" }, IMPORT_COSTS],
  },
  stale_cost: {
    label: "Cost too old",
    advice: "Enter their present cost on their pages, or import it.",
    links: [IMPORT_COSTS],
  },
  no_market_data: {
    label: "No usable competitor price",
    advice: "Import competitor prices, with what delivery costs where the policy counts it.",
  },
  stale_market: { label: "Competitor prices too old", advice: "Import newer competitor prices." },
  too_few_observations: { label: "Too few competitor prices", advice: "Import more competitor prices." },
  market_outliers: {
    label: "Competitor prices too far apart",
    advice: "Check that they show the same product.",
  },
  no_seller_price: {
    label: "The seller to follow has no usable price",
    advice: "Import the prices of the seller that the policy names.",
  },
  no_permitted_price: {
    label: "No price keeps every rule",
    advice: "Look at the policy's limits for these items.",
  },
  no_permitted_ending: {
    label: "No permitted ending within the limits",
    advice: "Allow another price ending.",
  },
  no_stable_price: {
    label: "The new price would be moved on at once",
    advice: "Look at where the policy's price bands meet.",
  },
  sale_price: {
    label: "The new price would end a sale in the store",
    advice: "They get a price once the sale is over.",
  },
  compare_at: {
    label: "The new price would make a struck-through price false",
    advice: "Change the struck-through price in the store.",
  },
  sale_unread: {
    label: "A sale began or ended, and the store was not read since",
    advice: "Sync the store: the next run then knows what shoppers pay.",
  },
  shop_late: {
    label: "The shop still charges the price of a sale that is over",
    advice: "They get a price once the shop has ended the sale: its scheduled jobs are late.",
  },
  no_base_price: {
    label: "The price to measure from is not known",
    advice:
      "They have no suggested, minimum advertised or struck-through price; enter it on the item or by a file.",
  },
  wrong_direction: {
    label: "The market asks for the other direction",
    advice: "The policy moves these prices one way only.",
  },
  changed_recently: {
    label: "Changed a short time ago",
    advice: "They get a price once the hours between two changes, which the policy asks for, have passed.",
  },
  small_change: { label: "The change would be too small", advice: null },
  at_target: { label: "Already at the right price", advice: null },
  sold_out: { label: "Sold out, and held until there is stock", advice: null },
  hold: { label: "Held by the policy", advice: null },
  archived: { label: "Archived", advice: null },
  missing: { label: "No longer in the store", advice: null },
  disabled: { label: "Disabled in the store", advice: null },
  ambiguous: {
    label: "Several products of the store have the SKU",
    advice: "Give each product its own SKU in the store, or remove the others, and sync.",
    links: [{ label: "The sync's report", path: "/settings/integrations" }],
  },
};

/** Returns what a reason for no new price says, and what to do about it. */
export function skipText(reason: string): SkipText {
  const known = new Map<string, SkipText>(Object.entries(SKIPPED));
  return known.get(reason) ?? { label: reason.replaceAll("_", " "), advice: null };
}

/** Returns the reasons why items got no new price, each with advice; the most frequent reason first. */
export const skippedText = (
  skipped: Readonly<Record<string, number>>,
): (SkipText & { reason: string; count: number })[] =>
  Object.entries(skipped)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => ({ reason, count, ...skipText(reason) }));

const INACTIVE: readonly string[] = ITEM_STATES.filter((state) => state !== "active");

/**
 * Returns the page below the workspace's that lists the items skipped for a reason: the run's own list, or the catalog
 * for items that it did not evaluate. Null if the run's list was deleted.
 */
export function skippedItemsPath(runId: string, reason: string, isListed: boolean): string | null {
  if (INACTIVE.includes(reason)) return `/catalog?state=${reason}`;
  return isListed ? `/runs/${runId}/skipped?reason=${encodeURIComponent(reason)}` : null;
}
