import type { ItemState, StoreState } from "@/server/domain/items/item-state";
import type { Database } from "../database/database";
import { type NamedStatement, queryAsTenant } from "../database/query";
import type { Tenant } from "../database/tenant";
import { type OfferTuple, offersSql } from "../observations/of-item";
import { type WindowColumns, windowSql } from "./shop-windows";

/**
 * A catalog row as lists show it, with its current offers and the document of the active policy; amounts in minor
 * units.
 */
export interface ItemRow extends WindowColumns {
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly brand: string | null;
  readonly category: string | null;
  readonly tags: readonly string[];
  readonly currency: string;
  readonly price: bigint | null;
  readonly compare_at_price: bigint | null;
  readonly cost: bigint | null;
  readonly cost_updated_at: Date | null;
  readonly map_price: bigint | null;
  readonly min_price: bigint | null;
  readonly max_price: bigint | null;
  readonly msrp: bigint | null;
  readonly pack_size: string | null;
  readonly stock: number | null;
  readonly url: string | null;
  readonly store_kind: string | null;
  readonly store_ref: string | null;
  readonly archived_at: Date | null;
  readonly archived_reason: string | null;
  readonly store_state: StoreState | null;
  readonly store_state_at: Date | null;
  readonly updated_at: Date;
  readonly offers: readonly OfferTuple[] | null;
  /** The active policy's document, only on the first row of a page, since it is the same for all. */
  readonly policy: unknown;
}

/** Filters of a list of items; null = no filter. */
export interface ItemFilter {
  readonly before: string | null;
  readonly limit: number;
  readonly tag: string | null;
  readonly q: string | null;
  readonly updatedSince: Date | null;
  readonly updatedBefore: Date | null;
  readonly state: ItemState | null;
}

const COLUMNS = `i.id, i.sku, i.title, i.brand, i.category, i.tags, i.currency, i.price, i.compare_at_price,
  ${windowSql("i")}, i.cost,
  i.cost_updated_at, i.map_price, i.min_price, i.max_price, i.msrp, i.pack_size, i.stock, i.url, s.kind AS store_kind, i.store_ref,
  i.archived_at, i.archived_reason, i.store_state, i.store_state_at, i.updated_at, ${offersSql("i")} AS offers,
  CASE WHEN row_number() OVER (ORDER BY i.id DESC) = 1 THEN p.document END AS policy`;

const JOINS = `LEFT JOIN integrations s ON s.workspace_id = i.workspace_id AND s.id = i.integration_id
  JOIN workspaces w ON w.id = i.workspace_id
  JOIN policy_versions p ON p.workspace_id = w.id AND p.version = w.active_policy`;

// The limit is part of the text, so that PostgreSQL keeps one plan for each connection instead of planning every page
// again.
const firstPage = (limit: number): NamedStatement => ({
  name: `items_first_${limit}`,
  text: `SELECT ${COLUMNS} FROM
    (SELECT * FROM catalog_items WHERE workspace_id = $1 ORDER BY id DESC LIMIT ${limit}) i
    ${JOINS} ORDER BY i.id DESC`,
});
const nextPage = (limit: number): NamedStatement => ({
  name: `items_next_${limit}`,
  text: `SELECT ${COLUMNS} FROM
    (SELECT * FROM catalog_items WHERE workspace_id = $1 AND id < $2 ORDER BY id DESC LIMIT ${limit}) i
    ${JOINS} ORDER BY i.id DESC`,
});
const FILTERED: NamedStatement = {
  name: "items_filtered",
  text: `SELECT ${COLUMNS} FROM
    (SELECT * FROM catalog_items WHERE workspace_id = $1 AND ($3::text IS NULL OR id < $3)
       AND ($4::text IS NULL OR tags @> ARRAY[$4::text])
       AND ($5::text IS NULL OR sku ILIKE $5 OR title ILIKE $5)
       AND ($6::timestamptz IS NULL OR updated_at >= $6)
       AND ($7::text IS NULL OR $7 = CASE WHEN archived_at IS NOT NULL THEN 'archived' ELSE COALESCE(store_state, 'active') END)
       AND ($8::timestamptz IS NULL OR updated_at < $8)
     ORDER BY id DESC LIMIT $2) i ${JOINS} ORDER BY i.id DESC`,
};
const ONE: NamedStatement = {
  name: "item_by_id",
  text: `SELECT ${COLUMNS} FROM catalog_items i ${JOINS} WHERE i.workspace_id = $1 AND i.id = $2`,
};

const likePattern = (q: string): string => `%${q.replace(/[\\%_]/g, "\\$&")}%`;

/** Returns one page of a workspace's catalog, newest first: up to `limit` rows with an id below `before`. */
export function itemPage(db: Database, tenant: Tenant, filter: ItemFilter): Promise<ItemRow[]> {
  const { before, limit, tag, q, updatedSince, updatedBefore, state } = filter;
  const { workspaceId } = tenant;
  if ([tag, q, updatedSince, updatedBefore, state].some((each) => each !== null))
    return queryAsTenant<ItemRow>(db, tenant, FILTERED, [
      workspaceId,
      limit,
      before,
      tag,
      q === null ? null : likePattern(q),
      updatedSince,
      state,
      updatedBefore,
    ]);
  return before === null
    ? queryAsTenant<ItemRow>(db, tenant, firstPage(limit), [workspaceId])
    : queryAsTenant<ItemRow>(db, tenant, nextPage(limit), [workspaceId, before]);
}

/** Returns one item; null when the workspace has none of that id. */
export async function itemById(db: Database, tenant: Tenant, id: string): Promise<ItemRow | null> {
  return (await queryAsTenant<ItemRow>(db, tenant, ONE, [tenant.workspaceId, id]))[0] ?? null;
}
