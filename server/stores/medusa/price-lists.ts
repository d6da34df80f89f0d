import { z } from "zod";
import { isRunning, type Sale, type ShopWindow } from "@/server/domain/items/shop-window";
import { minorUnitsOf } from "@/server/stores/decimal";
import { invalidResponse } from "@/server/stores/http";
import type { MedusaConnection, Query } from "@/server/stores/medusa/admin-api";
import { isForEverybody } from "@/server/stores/medusa/price-rows";
import { askAdmin } from "@/server/stores/medusa/session";

const PAGE = 1000;
const time = z.iso.datetime().transform((text) => new Date(text));

const listShape = z.object({
  id: z.string(),
  type: z.enum(["sale", "override"]),
  status: z.string(),
  starts_at: time.nullish(),
  ends_at: time.nullish(),
  updated_at: time,
  /** Which buyers the list is for; empty for everybody. */
  rules: z.record(z.string(), z.unknown()),
});
export type PriceList = z.output<typeof listShape>;

const listedPrice = z.object({
  id: z.string(),
  amount: z.string(),
  currency_code: z.string(),
  min_quantity: z.string().nullish(),
  updated_at: time,
  price_rules: z.array(z.object({ attribute: z.string(), value: z.string() })),
  /** Missing for the price of something that is no variant. */
  price_set: z.object({ variant: z.object({ id: z.string() }).nullish() }).nullish(),
});

/** A price that a price list gives everybody who buys one piece of a variant. */
export interface ListPrice {
  readonly list: PriceList;
  /** A decimal in major units. */
  readonly amount: string;
}

/** The prices of price lists that stand for everybody, by variant. */
export type ListPrices = ReadonlyMap<string, readonly ListPrice[]>;

/** Returns the price lists with a filter of the server's, in the order of their ids. @throws StoreError */
export const readPriceLists = async (connection: MedusaConnection, filter: Query): Promise<PriceList[]> =>
  readAll(connection, { path: "/admin/price-lists", name: "price_lists", filter }, listShape);

/**
 * Returns the prices of the lists that are switched on and are for everybody, past ones left out. They are no part of a
 * variant's own price set, and no change of them changes a date of the variant.
 * @param only the variant to return; null for all
 * @throws StoreError
 */
export async function readListPrices(
  connection: MedusaConnection,
  currency: string,
  only: string | null,
): Promise<ListPrices> {
  const nowMs = connection.now();
  const lists = (await readPriceLists(connection, { status: ["active"] })).filter(
    ({ status, rules, ends_at }) =>
      status === "active" && Object.keys(rules).length === 0 && (ends_at?.getTime() ?? nowMs) >= nowMs,
  );
  const found = new Map<string, ListPrice[]>();
  for (const list of lists)
    for (const { variant, amount } of await readPricesOf(connection, list.id, currency))
      if (only === null || variant === only)
        found.set(variant, [...(found.get(variant) ?? []), { list, amount }]);
  return found;
}

/** Returns the variants with a price in a list. @throws StoreError */
export const variantsOfList = async (connection: MedusaConnection, listId: string): Promise<string[]> =>
  (await readRows(connection, listId)).flatMap(({ price_set }) => price_set?.variant?.id ?? []);

async function readPricesOf(connection: MedusaConnection, listId: string, currency: string) {
  return (await readRows(connection, listId)).flatMap(({ price_set, price_rules, ...row }) =>
    price_set?.variant && isForEverybody({ ...row, rules: price_rules }, currency)
      ? [{ variant: price_set.variant.id, amount: row.amount }]
      : [],
  );
}

const readRows = (connection: MedusaConnection, listId: string) =>
  readAll(
    connection,
    { path: `/admin/price-lists/${encodeURIComponent(listId)}/prices`, name: "prices", filter: {} },
    listedPrice,
  );

/** Reads a whole list of the server's. @throws StoreError `bad_answer` if rows came or went meanwhile */
async function readAll<T extends { readonly id: string }>(
  connection: MedusaConnection,
  { path, name, filter }: { readonly path: string; readonly name: string; readonly filter: Query },
  shape: z.ZodType<T>,
): Promise<T[]> {
  const page = z
    .looseObject({ count: z.coerce.number().int() })
    .transform((answer) => ({ count: answer.count, rows: answer[name] }))
    .pipe(z.object({ count: z.number(), rows: z.array(shape) }));
  const rows = new Map<string, T>();
  for (let total: number | null = null, offset = 0; total === null || offset < total; offset += PAGE) {
    const query = { ...filter, limit: String(PAGE), offset: String(offset), order: "id" };
    const call = { method: "GET", path, query, access: "read" } as const;
    const { count, rows: found } = await askAdmin(connection, call, page);
    total ??= count;
    for (const row of found) rows.set(row.id, row);
    if (count !== total || (offset + PAGE >= total && rows.size !== total))
      throw invalidResponse(call, "The shop's price lists changed while they were read.");
  }
  return [...rows.values()];
}

/**
 * Returns what shoppers see beside a base price (minor units of `currency`), by the shop's own rule: of the prices of
 * the running lists the lowest counts, an override in any case, a sale where it is not above the base price. A list
 * that has not begun is the sale if none is running. Null where an amount that counts cannot be expressed in the
 * currency.
 */
export function windowOf(
  base: bigint,
  prices: readonly ListPrice[],
  currency: string,
  nowMs: number,
): ShopWindow | null {
  const known = prices.flatMap(({ list, amount }) => {
    const price = minorUnitsOf(amount, currency);
    return price === null ? [] : [{ type: list.type, sale: saleOf(list, price) }];
  });
  if (known.length < prices.length) return null;
  const running = known
    .filter(({ sale }) => isRunning(sale, nowMs))
    .sort((a, b) => compare(a.sale.price, b.sale.price));
  const [lowest] = running;
  // The struck-through price of a sale is the regular price, and an override strikes none.
  if (lowest?.type === "override") return { shopperPrice: lowest.sale.price, compareAt: null, sale: null };
  if (lowest && lowest.sale.price <= base)
    return { shopperPrice: lowest.sale.price, compareAt: null, sale: lowest.sale };
  const [planned] = known
    .filter(({ type, sale }) => type === "sale" && (sale.from?.getTime() ?? 0) > nowMs && sale.price <= base)
    .sort((a, b) => compare(a.sale.from?.getTime() ?? 0, b.sale.from?.getTime() ?? 0));
  return { shopperPrice: base, compareAt: null, sale: planned?.sale ?? null };
}

const saleOf = ({ starts_at, ends_at }: PriceList, price: bigint): Sale => ({
  price,
  from: starts_at ?? null,
  until: ends_at ?? null,
});

const compare = <T extends bigint | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);
