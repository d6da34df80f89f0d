import { StoreError, type WriteRequest } from "@/server/stores/port";

/**
 * Refuses, before anything is sent, what no store should ever be told: a price that is not a whole number
 * of minor units above zero, or one without a write key to recognise it by. The types say so already; a
 * value that came through a cast or a careless parser must not reach a shop all the same.
 * Throws StoreError `rejected`.
 */
export function checkWriteRequest({ target, currency, marker, expected }: WriteRequest): void {
  const amounts = expected === undefined ? [target] : [target, expected];
  if (!amounts.every((amount) => typeof amount === "bigint" && amount > 0n)) {
    throw new StoreError(
      "rejected",
      "definite",
      "A price has to be a whole number of minor units above zero.",
    );
  }
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw new StoreError("rejected", "definite", "A price needs an ISO 4217 currency.");
  }
  if (marker.length === 0 || marker.length > 255) {
    throw new StoreError(
      "rejected",
      "definite",
      "A price change needs a write key of at most 255 characters.",
    );
  }
}

/** Refuses a price in another currency than the store's, which would change its value and not its amount. */
export function checkCurrency(requested: string, ofStore: string): void {
  if (requested !== ofStore) {
    throw new StoreError(
      "rejected",
      "definite",
      `The price is in ${requested}, but the store sells in ${ofStore}. Nothing was sent.`,
    );
  }
}
