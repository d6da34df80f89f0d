/** How many items are priced in each currency other than the workspace's, by ISO 4217 code. */
export type OtherCurrencies = Readonly<Record<string, number>>;

/** Adds items, by their currencies, to what was counted before. */
export function countOthers(
  before: OtherCurrencies,
  currencies: readonly string[],
  own: string,
): OtherCurrencies {
  const counts: Record<string, number> = { ...before };
  for (const currency of currencies) if (currency !== own) counts[currency] = (counts[currency] ?? 0) + 1;
  return counts;
}

/** What becomes of items in another currency than the workspace's, one sentence for each currency. */
export const otherCurrencyText = (counts: OtherCurrencies): string[] =>
  Object.entries(counts)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(
      ([currency, count]) =>
        `${count === 1 ? "1 item is" : `${count} items are`} priced in ${currency}, which is not the workspace's ` +
        `currency: kept in the catalog, left out of every run.`,
    );
