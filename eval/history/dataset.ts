import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { z } from "zod";

const change = z.object({ store: z.string(), id: z.string(), date: z.iso.date(), price: z.string() });
const match = z.object({
  left_id: z.string(),
  left_title: z.string(),
  left_qty: z.string(),
  left_unit: z.string(),
  right_id: z.string(),
  right_qty: z.string(),
  right_unit: z.string(),
  currency: z.string(),
});

/** A product of the shop and the market product it is compared with. */
export interface Pair {
  readonly sku: string;
  readonly title: string;
  readonly packSize: string;
  readonly marketId: string;
  readonly marketPackSize: string;
  readonly currency: string;
}

/** The changes of one day: prices as decimals, by the ids of the shop and of the market. */
export interface DayOfChanges {
  readonly date: string;
  readonly shop: ReadonlyMap<string, string>;
  readonly market: ReadonlyMap<string, string>;
}

export interface Dataset {
  readonly pairs: readonly Pair[];
  /** The days with any change, ascending. */
  readonly days: readonly DayOfChanges[];
}

const rowsOf = <T>(folder: string, file: string, row: z.ZodType<T>): T[] =>
  z.array(row).parse(parse(readFileSync(join(folder, file)), { columns: true, bom: true }));

/**
 * Reads a folder with two shops' dated prices: `matches_both_prices.csv` pairs the shop's products (left) with the
 * market's (right), `price_history.csv` lists each price change with its date.
 * @param shop the store in `price_history.csv` whose prices are ours
 * @throws ZodError if a file has another form
 */
export function readDataset(folder: string, shop: string, market: string): Dataset {
  const pairs = new Map<string, Pair>();
  for (const row of rowsOf(folder, "matches_both_prices.csv", match))
    pairs.set(row.left_id, {
      sku: row.left_id,
      title: row.left_title,
      packSize: `${row.left_qty} ${row.left_unit}`,
      marketId: row.right_id,
      marketPackSize: `${row.right_qty} ${row.right_unit}`,
      currency: row.currency,
    });
  const marketIds = new Set([...pairs.values()].map(({ marketId }) => marketId));
  const days = new Map<string, { shop: Map<string, string>; market: Map<string, string> }>();
  for (const { store, id, date, price } of rowsOf(folder, "price_history.csv", change)) {
    const ours = store === shop && pairs.has(id);
    if (!ours && !(store === market && marketIds.has(id))) continue;
    const day = days.get(date) ?? { shop: new Map<string, string>(), market: new Map<string, string>() };
    days.set(date, day);
    (ours ? day.shop : day.market).set(id, price);
  }
  const inOrder = [...days].sort(([a], [b]) => (a < b ? -1 : 1));
  return { pairs: [...pairs.values()], days: inOrder.map(([date, day]) => ({ date, ...day })) };
}
