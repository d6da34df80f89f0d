import type { ReadWindow, StoredWindow } from "@/server/domain/items/shop-window";

/** The columns of an item with what its store shows; amounts in minor units of the item's currency. */
export interface WindowColumns {
  readonly shopper_price: bigint | null;
  readonly shown_compare_at: bigint | null;
  readonly sale_price: bigint | null;
  readonly sale_from: Date | null;
  readonly sale_until: Date | null;
  /** When the store was asked for them; kept of items with a sale. */
  readonly window_read_at: Date | null;
}

/** SQL: the select list of `WindowColumns`; `item` is the alias of a row of `catalog_items`. */
export const windowSql = (item: string): string =>
  `${item}.shopper_price, ${item}.shown_compare_at, ${item}.sale_price, ${item}.sale_from, ${item}.sale_until,
    ${item}.window_read_at`;

/** Builds the shop window from its columns. */
export const windowOf = (row: WindowColumns): ReadWindow => ({
  shopperPrice: row.shopper_price,
  compareAt: row.shown_compare_at,
  sale:
    row.sale_price === null ? null : { price: row.sale_price, from: row.sale_from, until: row.sale_until },
  readAtMs: row.window_read_at?.getTime() ?? null,
});

/** The columns of an item's shop window with the store that it was read from. */
export interface StoredWindowColumns extends WindowColumns {
  readonly window_store: string | null;
  readonly window_store_kind: string | null;
  readonly window_synced_at: Date | null;
}

/** SQL: the select list of `StoredWindowColumns`; needs the join of `windowStoreSql` with the same alias. */
export const storedWindowSql = (item: string): string =>
  `${windowSql(item)}, store.id AS window_store, store.kind AS window_store_kind, store.synced_at AS window_synced_at`;

/** SQL: joins the store that the item is linked to, as `store`. */
export const windowStoreSql = (item: string): string =>
  `LEFT JOIN integrations store
     ON store.workspace_id = ${item}.workspace_id AND store.id = ${item}.integration_id`;

/** Builds the shop window with its source from its columns. */
export const storedWindowOf = (row: StoredWindowColumns): StoredWindow => ({
  ...windowOf(row),
  source:
    row.window_store === null || row.window_store_kind === null
      ? null
      : {
          integrationId: row.window_store,
          kind: row.window_store_kind,
          syncedAtMs: row.window_synced_at?.getTime() ?? null,
        },
});
