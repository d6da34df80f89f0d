import type pg from "pg";
import { listName } from "@/server/api/cursor";
import { encodeItemCursor } from "@/server/api/items/item-cursor";
import { INDEXES_OF_POSITION } from "@/server/db/items/market-position";
import { type ItemSort, usualOrder } from "@/server/domain/items/item-list";
import type { MarketPosition } from "@/server/domain/items/market-position";

const KEYS: Readonly<Record<ItemSort, string>> = {
  newest: "id",
  sku: "sku",
  title: "title_key",
  price: "price",
  cost: "cost",
  margin: "cost_share",
  price_index: "price_index",
  stock: "stock",
  changed: "updated_at",
};

/** The items of the bench that the catalog's filter on a market position leaves. */
const OF_POSITION: Readonly<Record<MarketPosition, string>> = {
  ...INDEXES_OF_POSITION,
  unknown: "price_index IS NULL",
};

/** Which items a list has: all, or those of a market position. */
export const itemsOf = (position?: MarketPosition): string =>
  `FROM catalog_items WHERE workspace_id = $1${position ? ` AND ${OF_POSITION[position]}` : ""}`;

/** Returns the cursor behind the first `skip` active items of a list in its order's usual direction. */
export async function cursorAt(
  client: pg.Client,
  workspaceId: string,
  { sort, position }: { readonly sort: ItemSort; readonly position?: MarketPosition },
  skip: number,
): Promise<string> {
  const order = usualOrder(sort);
  const direction = (order === "desc") !== (sort === "margin") ? "DESC" : "ASC";
  const { rows } = await client.query<{ id: string; place: string | null; updatedAt: Date }>(
    `SELECT id, ${KEYS[sort]}::text AS place, updated_at AS "updatedAt" ${itemsOf(position)}
     ORDER BY ${KEYS[sort]} ${direction} NULLS LAST, id ${direction} OFFSET $2 LIMIT 1`,
    [workspaceId, skip - 1],
  );
  if (!rows[0]) throw new Error(`there are no ${skip} items`);
  const list = listName(
    { sort, order },
    {
      state: "active",
      ...(position ? { market_position: position } : {}),
      since: undefined,
    },
  );
  return encodeItemCursor({ sort, order }, list, rows[0], false);
}
