import { StoreError, type WriteRequest } from "@/server/stores/port";

/**
 * Refuses a write before anything is sent, unless the price is a whole number of minor units above zero and has a
 * write key. The types require this already, but a value from a cast or a careless parser must not reach a store
 * either.
 * @throws StoreError `rejected`
 */
export function checkWriteRequest({ target, currency, writeKey, expected }: WriteRequest): void {
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
  if (writeKey.length === 0 || writeKey.length > 255) {
    throw new StoreError(
      "rejected",
      "definite",
      "A price change needs a write key of at most 255 characters.",
    );
  }
}

/**
 * Refuses a price in another currency than the store's: the amount would stay the same and the value would change.
 */
export function checkCurrency(requested: string, ofStore: string): void {
  if (requested !== ofStore) {
    throw new StoreError(
      "rejected",
      "definite",
      `The price is in ${requested}, but the store sells in ${ofStore}. Nothing was sent.`,
    );
  }
}
