/** How many items are priced in each currency other than the workspace's, by ISO 4217 code. */
export type OtherCurrencies = Readonly<Record<string, number>>;

/** Adds items, by currency, to the counts so far. */
export function countOthers(
  before: OtherCurrencies,
  currencies: readonly string[],
  own: string,
): OtherCurrencies {
  const counts: Record<string, number> = { ...before };
  for (const currency of currencies) if (currency !== own) counts[currency] = (counts[currency] ?? 0) + 1;
  return counts;
}

/** Returns one sentence per currency about how items in a currency other than the workspace's are treated. */
export const otherCurrencyText = (counts: OtherCurrencies): string[] =>
  Object.entries(counts)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(
      ([currency, count]) =>
        `${count === 1 ? "1 item is" : `${count} items are`} priced in ${currency}, which is not the workspace's ` +
        `currency: kept in the catalog, left out of every run.`,
    );
