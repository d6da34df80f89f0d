import type { ItemSort, SortOrder } from "@/server/domain/items/item-list";
import type { FixedFees } from "@/server/domain/margin";
import type { Bind } from "../database/bind";
import { isIndexKnownSql } from "./market-position";
import { shopperPriceSql } from "./shopper-price";

/** A place in an order: between the row with this key and id and the one after it. */
export interface ItemPlace {
  /** The key of the order as text; null where it is unknown. */
  readonly key: string | null;
  readonly id: string;
}

/** An order of the catalog. Unknown keys come last in both directions; equal ones follow by id. */
export interface ItemOrder {
  readonly sort: ItemSort;
  readonly order: SortOrder;
}

interface Key {
  readonly column: string;
  readonly type: string;
  /** Whether no two rows share a key, so that the id decides nothing. */
  readonly isUnique?: true;
  readonly isKnown?: true;
  /** Whether the order begins with the greatest key where it goes upwards. */
  readonly falls?: true;
}

const KEYS: Readonly<Record<ItemSort, Key>> = {
  newest: { column: "id", type: "text", isUnique: true, isKnown: true },
  sku: { column: "sku", type: "text", isUnique: true, isKnown: true },
  title: { column: "title_key", type: "text", isKnown: true },
  price: { column: "price", type: "bigint" },
  cost: { column: "cost", type: "bigint" },
  // The margin falls as the cost's share of the price rises.
  margin: { column: "cost_share", type: "double precision", falls: true },
  price_index: { column: "price_index", type: "double precision" },
  stock: { column: "stock", type: "int" },
  changed: { column: "updated_at", type: "timestamptz", isKnown: true },
};

/** A part of an order that one statement reads: the rows whose key is known, or the others. */
export interface OrderPart {
  readonly isKnown: boolean;
  /** The place behind which the part begins; null at its start. */
  readonly after: ItemPlace | null;
}

/**
 * Returns the parts of an order behind a place, in the order in which they are read.
 * @param isBackwards whether the order is read from its end
 */
export function orderParts({ sort }: ItemOrder, after: ItemPlace | null, isBackwards: boolean): OrderPart[] {
  if (KEYS[sort].isKnown) return [{ isKnown: true, after }];
  const parts = isBackwards ? [false, true] : [true, false];
  const first = after === null ? 0 : parts.indexOf(after.key !== null);
  return parts.slice(first).map((isKnown, at) => ({ isKnown, after: at === 0 ? after : null }));
}

/** What the statement of a part is made from. */
interface PartQuery {
  readonly order: ItemOrder;
  readonly isBackwards: boolean;
  readonly part: OrderPart;
  readonly conditions: readonly string[];
  readonly limit: number;
  readonly at: Date;
  /** What each unit costs besides, for margins; null for nothing. */
  readonly fixed: FixedFees | null;
}

/** The order in SQL of rows that have their key as `place`. */
export const orderBySql = (item: string, order: ItemOrder, isBackwards: boolean): string =>
  orderBy(KEYS[order.sort], `${item}.place`, `${item}.id`, directionOf(order, isBackwards));

function directionOf({ sort, order }: ItemOrder, isBackwards: boolean): "ASC" | "DESC" {
  const isFalling = (order === "desc") !== (KEYS[sort].falls === true);
  return isFalling !== isBackwards ? "DESC" : "ASC";
}

const orderBy = ({ isUnique }: Key, key: string, id: string, direction: string): string =>
  isUnique ? `${key} ${direction}` : `${key} ${direction}, ${id} ${direction}`;

/**
 * Returns the statement that reads a part of the catalog, up to `limit` rows in index order, their keys as `place`.
 * Items with a sale have no stored margin: they are sorted by what shoppers pay now and merged with the others. A price
 * index that holds no longer is unknown.
 */
export function partSql(query: PartQuery, bind: Bind): string {
  const { order, part } = query;
  const key = KEYS[order.sort];
  if (order.sort === "price_index") return byPriceIndexSql(query, key, bind);
  if (order.sort !== "margin") return selectSql(query, key, key.column, [], bind);
  if (query.fixed !== null)
    return selectSql(query, key, fixedShareSql(query.fixed, query.at, bind), [], bind);
  const onSale = `CASE WHEN sale_price IS NOT NULL AND (${shopperPriceSql(bind(query.at))}) > 0
    THEN cost::double precision / (${shopperPriceSql(bind(query.at))})::double precision END`;
  if (!part.isKnown) return selectSql(query, key, key.column, [`(${onSale}) IS NULL`], bind);
  const both = [
    selectSql(query, key, key.column, [], bind),
    selectSql(query, key, `(${onSale})`, ["sale_price IS NOT NULL"], bind),
  ];
  return `SELECT i.* FROM (${both.map((each) => `(${each})`).join(" UNION ALL ")}) i
    ORDER BY ${orderBySql("i", order, query.isBackwards)} LIMIT ${query.limit}`;
}

/**
 * The share that a unit costs of what shoppers pay, with what it costs besides. That is a policy's, so no index has it
 * and the whole catalog is sorted; in another currency it is unknown.
 */
function fixedShareSql({ minor, currency }: FixedFees, at: Date, bind: Bind): string {
  const paid = `(${shopperPriceSql(bind(at))})`;
  const each = `(cost::numeric + ${bind(minor)}::numeric)::double precision`;
  return `(CASE WHEN currency = ${bind(currency)} AND ${paid} > 0 THEN ${each} / ${paid}::double precision END)`;
}

/** Unknown ones are in the order of their ids. */
function byPriceIndexSql(query: PartQuery, key: Key, bind: Bind): string {
  const isIndexKnown = isIndexKnownSql(bind, query.at);
  return query.part.isKnown
    ? selectSql(query, key, key.column, [isIndexKnown], bind)
    : selectSql(query, { ...key, isKnown: true }, "NULL::double precision", [`NOT ${isIndexKnown}`], bind);
}

function selectSql(
  { order, isBackwards, part, conditions, limit }: PartQuery,
  key: Key,
  column: string,
  more: readonly string[],
  bind: Bind,
): string {
  const direction = directionOf(order, isBackwards);
  const where = [
    "workspace_id = $1",
    ...(key.isKnown ? [] : [`${column} IS ${part.isKnown ? "NOT " : ""}NULL`]),
    ...(part.after === null ? [] : [afterSql(key, column, part.after, direction, bind)]),
    ...conditions,
    ...more,
  ];
  return `SELECT *, ${column} AS place FROM catalog_items WHERE ${where.join(" AND ")}
    ORDER BY ${orderBy(key, column, "id", direction)} LIMIT ${limit}`;
}

function afterSql(key: Key, column: string, after: ItemPlace, direction: string, bind: Bind): string {
  const comparison = direction === "ASC" ? ">" : "<";
  if (after.key === null) return `id ${comparison} ${bind(after.id)}`;
  const known = `${bind(after.key)}::${key.type}`;
  return key.isUnique
    ? `${column} ${comparison} ${known}`
    : `(${column}, id) ${comparison} (${known}, ${bind(after.id)})`;
}
