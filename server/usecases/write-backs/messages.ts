import type { WriteBackRow } from "@/server/db/write-backs/write-backs";
import { type InactiveState, stateReason } from "@/server/domain/items/item-state";
import { formatAmount } from "@/server/domain/money";
import type { PriceGuard } from "@/server/domain/pricing/guards";
import type { PricingContradiction } from "@/server/domain/shop-pricing/shop-pricing";
import type { ConflictReason } from "@/server/domain/write-backs/write-back";

type Priced = Pick<WriteBackRow, "expectedPrice" | "targetPrice" | "currency" | "sends">;

const amount = (minor: bigint, { currency }: Priced): string =>
  `${formatAmount(minor, currency)} ${currency}`;

const notSent = ({ sends }: Priced): string => (sends === 0 ? "Nothing was sent." : "It was not sent again.");

/** What a person is told when the store no longer stands where the approval found it. */
export function conflictText(row: Priced, reason: ConflictReason, storePrice: bigint | null): string {
  if (reason === "not_in_store")
    return `The store no longer has this item, or no price for it. ${notSent(row)}`;
  if (reason === "currency_changed")
    return `The store's currency is no longer ${row.currency}. ${notSent(row)}`;
  const found = storePrice === null ? "another price" : amount(storePrice, row);
  return `The store holds ${found}, not the expected ${amount(row.expectedPrice, row)}. ${notSent(row)}`;
}

const GUARD_WORDS: Readonly<Record<PriceGuard, string>> = {
  price: "the item's price is no longer known",
  currency: "the policy's currency is another one",
  cost: "the item's cost is unknown or too old",
  below_cost: "the price would lie below cost",
  margin_floor: "the price would lie below the margin floor",
  map: "the price would lie below the minimum advertised price",
  item_min: "the price would lie below the item's minimum",
  item_max: "the price would lie above the item's maximum",
  msrp: "the price would lie above the suggested retail price",
  market_distance: "the price would lie too far from the market, or the market is no longer known",
  max_change_per_day: "the change in one day would be larger than the policy allows",
  max_change: "the change would be larger than the policy allows",
};

export const guardText = (row: Priced, broken: readonly PriceGuard[]): string =>
  `${notSent(row)} Since the approval, ${broken.map((guard) => GUARD_WORDS[guard]).join(", and ")}.`;

/** What a person is told of an approved price while two things are said of how the shop states its prices. */
export const contradictedText = (row: Priced, found: readonly PricingContradiction[]): string =>
  [notSent(row), ...found.map(({ message }) => message)].join(" ");

/** What a person is told of a price that arrived; `storePrice` (minor units) is what the store held when last read. */
export function appliedText(row: Priced, storePrice: bigint): string {
  const target = amount(row.targetPrice, row);
  if (storePrice === row.targetPrice) return `The store carries ${target}.`;
  return `The store took ${target}; it was changed there to ${amount(storePrice, row)} afterwards.`;
}

/** What a person is told of a price whose item is not watched any more. */
export const inactiveText = (row: Priced, state: InactiveState): string =>
  `${notSent(row)} Since the approval, the item has changed: ${stateReason(state, null)}`;

export const atTargetText = (row: Priced): string =>
  `The store already carried ${amount(row.targetPrice, row)}. ${notSent(row)}`;

export const takenBackText = (row: Priced, storePrice: bigint): string =>
  `The store answered that it took ${amount(row.targetPrice, row)}, but then held ${amount(storePrice, row)}.`;

export const GAVE_UP =
  "The store could not be asked for too long. Look at its price before you approve again.";
export const DISCONNECTED = "The store was disconnected before the price was written.";
export const IN_DOUBT = "The store did not answer in time; whether it took the price is being checked.";
export const LONG_IN_DOUBT = "A price was sent to the store, and whether it arrived is still not known.";
