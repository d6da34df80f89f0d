import type { ReadWindow, StoredWindow } from "@/server/domain/items/shop-window";
import { columnsSql } from "./item-columns";

/** The columns of an item with what its store shows; amounts in minor units of the item's currency. */
export interface WindowColumns {
  readonly shopperPrice: bigint | null;
  readonly shownCompareAt: bigint | null;
  readonly salePrice: bigint | null;
  readonly saleFrom: Date | null;
  readonly saleUntil: Date | null;
  /** When the store was asked for them; kept of items with a sale. */
  readonly windowReadAt: Date | null;
}

/** SQL: the select list of `WindowColumns`; `item` is the alias of a row of `catalog_items`. */
export const windowSql = (item: string): string =>
  columnsSql(item, [
    "shopper_price",
    "shown_compare_at",
    "sale_price",
    "sale_from",
    "sale_until",
    "window_read_at",
  ]);

/** Builds the shop window from its columns. */
export const windowOf = (row: WindowColumns): ReadWindow => ({
  shopperPrice: row.shopperPrice,
  compareAt: row.shownCompareAt,
  sale: row.salePrice === null ? null : { price: row.salePrice, from: row.saleFrom, until: row.saleUntil },
  readAtMs: row.windowReadAt?.getTime() ?? null,
});

/** The columns of an item's shop window with the store that it was read from. */
export interface StoredWindowColumns extends WindowColumns {
  readonly windowStore: string | null;
  readonly windowStoreKind: string | null;
  readonly windowSyncedAt: Date | null;
}

/** SQL: the select list of `StoredWindowColumns`; needs the join of `windowStoreSql` with the same alias. */
export const storedWindowSql = (item: string): string =>
  `${windowSql(item)}, store.id AS "windowStore", store.kind AS "windowStoreKind",
    store.synced_at AS "windowSyncedAt"`;

/** SQL: joins the store that the item is linked to, as `store`. */
export const windowStoreSql = (item: string): string =>
  `LEFT JOIN integrations store
     ON store.workspace_id = ${item}.workspace_id AND store.id = ${item}.integration_id`;

/** Builds the shop window with its source from its columns. */
export const storedWindowOf = (row: StoredWindowColumns): StoredWindow => ({
  ...windowOf(row),
  source:
    row.windowStore === null || row.windowStoreKind === null
      ? null
      : {
          integrationId: row.windowStore,
          kind: row.windowStoreKind,
          syncedAtMs: row.windowSyncedAt?.getTime() ?? null,
        },
});
