import type { ItemOrder, ItemPlace } from "@/server/db/items/order";
import type { OrderedItemRow } from "@/server/db/items/pages";
import type { KeyType } from "@/server/db/reports/page-sql";
import { looksLikeId } from "@/server/domain/ids";
import type { ItemSort } from "@/server/domain/items/item-list";
import { decodeCursor, notOfThisList } from "../cursor";
import { IS_KEY } from "../sort-key";

/** Where a page of items begins; `isBackwards`: it ends before the place instead. */
export interface ItemCursor {
  readonly after: ItemPlace | null;
  readonly isBackwards: boolean;
}

/** What the keys of each order are. */
const KEY_TYPES: Readonly<Record<ItemSort, KeyType>> = {
  newest: "text",
  sku: "text",
  title: "text",
  price: "whole",
  cost: "whole",
  margin: "decimal",
  price_index: "decimal",
  stock: "integer",
  changed: "time",
};

/** Encodes the place of a row, from which the next page begins, or before which the previous one ends. */
export function encodeItemCursor(
  { sort }: ItemOrder,
  list: string,
  row: Pick<OrderedItemRow, "id" | "place" | "updatedAt">,
  isBackwards: boolean,
): string {
  const key = sort === "changed" ? row.updatedAt.toISOString() : row.place;
  const text = `v2:${list}:${isBackwards ? "before" : "after"}:${row.id}:${key === null ? "" : `=${key}`}`;
  return Buffer.from(text).toString("base64url");
}

/**
 * Decodes a cursor of the list; without one, the list begins. The first form of cursors, an id, goes on being read for
 * the newest items.
 * @throws DomainError validation_error on the field `cursor` when it was not issued for this list
 */
export function decodeItemCursor(
  { sort, order }: ItemOrder,
  list: string,
  cursor: string | undefined,
): ItemCursor {
  if (cursor === undefined) return { after: null, isBackwards: false };
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  if (text.startsWith("v1:") && sort === "newest" && order === "desc") {
    const id = decodeCursor("item", cursor);
    return { after: id === null ? null : { key: id, id }, isBackwards: false };
  }
  const [, name, side, id = "", known, key = ""] =
    /^v2:([\w-]{8}):(after|before):(\w+):(=?)(.*)$/s.exec(text) ?? [];
  const isOwn =
    name === list && looksLikeId("item", id) && Buffer.from(text).toString("base64url") === cursor;
  if (!isOwn || (known === "=" ? !IS_KEY[KEY_TYPES[sort]](key) : key !== "")) throw notOfThisList();
  return { after: { key: known === "=" ? key : null, id }, isBackwards: side === "before" };
}
