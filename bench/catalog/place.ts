import type pg from "pg";
import { encodeItemCursor, listName } from "@/server/api/items/item-cursor";
import { type ItemSort, usualOrder } from "@/server/domain/items/item-list";

const KEYS: Readonly<Record<ItemSort, string>> = {
  newest: "id",
  sku: "sku",
  title: "title_key",
  price: "price",
  cost: "cost",
  margin: "cost_share",
  stock: "stock",
  changed: "updated_at",
};

/** Returns the cursor behind the first `skip` active items of an order in its usual direction. */
export async function cursorAt(
  client: pg.Client,
  workspaceId: string,
  sort: ItemSort,
  skip: number,
): Promise<string> {
  const order = usualOrder(sort);
  const direction = (order === "desc") !== (sort === "margin") ? "DESC" : "ASC";
  const { rows } = await client.query<{ id: string; place: string | null; updated_at: Date }>(
    `SELECT id, ${KEYS[sort]}::text AS place, updated_at FROM catalog_items WHERE workspace_id = $1
     ORDER BY ${KEYS[sort]} ${direction} NULLS LAST, id ${direction} OFFSET $2 LIMIT 1`,
    [workspaceId, skip - 1],
  );
  if (!rows[0]) throw new Error(`there are no ${skip} items`);
  const list = listName({ sort, order }, { state: "active", since: undefined });
  return encodeItemCursor({ sort, order }, list, rows[0], false);
}
