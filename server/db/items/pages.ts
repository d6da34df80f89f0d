import { type DeclaredFields, ITEM_FIELD_NAMES } from "@/server/domain/items/declared-fields";
import type { StoreState } from "@/server/domain/items/item-state";
import type { FixedFees } from "@/server/domain/margin";
import { boundValues } from "../database/bind";
import type { Database } from "../database/database";
import { type NamedStatement, queryAsTenant } from "../database/query";
import type { Tenant } from "../database/tenant";
import { type ItemCriteria, itemCriteriaSql } from "./criteria";
import { columnsSql } from "./item-columns";
import { type OfferTuple, offersSql } from "./offers";
import { type ItemOrder, type ItemPlace, type OrderPart, orderBySql, orderParts, partSql } from "./order";
import { type WindowColumns, windowSql } from "./shop-windows";

/**
 * A catalog row as lists show it, with its current offers and the document of the active policy; amounts in minor
 * units.
 */
export interface ItemRow extends DeclaredFields, WindowColumns {
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly currency: string;
  readonly costUpdatedAt: Date | null;
  readonly storeKind: string | null;
  readonly storeRef: string | null;
  readonly archivedAt: Date | null;
  readonly archivedReason: string | null;
  readonly storeState: StoreState | null;
  readonly storeStateAt: Date | null;
  readonly updatedAt: Date;
  readonly offers: readonly OfferTuple[] | null;
  /** The active policy's document, only on the first row of a page, since it is the same for all. */
  readonly policy: unknown;
}

/** A row of a page, with the key of the page's order as text; null where it is unknown. */
export interface OrderedItemRow extends ItemRow {
  readonly place: string | null;
}

/** Which page of a workspace's catalog is read. */
export interface ItemPageRequest {
  readonly criteria: ItemCriteria;
  readonly order: ItemOrder;
  /** The place behind which the page begins; null at the start. */
  readonly after: ItemPlace | null;
  /** Whether the page is read towards the start of the order: it ends before `after`, or at the end of all. */
  readonly isBackwards: boolean;
  readonly limit: number;
  /** The time at which sales are running. */
  readonly at: Date;
  /** What each unit costs besides under the active policy, for the order of margins; null for nothing. */
  readonly fixed: FixedFees | null;
}

const OWN_COLUMNS = [
  "id",
  "sku",
  "title",
  "currency",
  ...ITEM_FIELD_NAMES,
  "cost_updated_at",
  "store_ref",
  "archived_at",
  "archived_reason",
  "store_state",
  "store_state_at",
  "updated_at",
];
const COLUMNS = `${columnsSql("i", OWN_COLUMNS)}, ${windowSql("i")}, s.kind AS "storeKind", ${offersSql("i")} AS offers`;

const JOINS = `LEFT JOIN integrations s ON s.workspace_id = i.workspace_id AND s.id = i.integration_id
  JOIN workspaces w ON w.id = i.workspace_id
  JOIN policy_versions p ON p.workspace_id = w.id AND p.version = w.active_policy`;

const ONE: NamedStatement = {
  name: "item_by_id",
  text: `SELECT ${COLUMNS}, p.document AS policy FROM catalog_items i ${JOINS} WHERE i.workspace_id = $1 AND i.id = $2`,
};

/** Reads up to `limit` rows of a part of the order, in the direction of reading. */
function readPart(
  db: Database,
  tenant: Tenant,
  request: ItemPageRequest,
  part: OrderPart,
  limit: number,
): Promise<OrderedItemRow[]> {
  const { criteria, order, isBackwards, at, fixed } = request;
  const { values, bind } = boundValues(tenant.workspaceId);
  const conditions = itemCriteriaSql(criteria, bind, at);
  const sorted = orderBySql("i", order, isBackwards);
  const text = `SELECT ${COLUMNS}, i.place::text AS place,
      CASE WHEN row_number() OVER (ORDER BY ${sorted}) = 1 THEN p.document END AS policy
    FROM (${partSql({ order, isBackwards, part, conditions, limit, at, fixed }, bind)}) i ${JOINS} ORDER BY ${sorted}`;
  // The newest items are read most. The limit is part of the text, so that PostgreSQL keeps one plan for each
  // connection instead of planning every page again.
  const isFrequent = conditions.length === 0 && order.sort === "newest";
  const name = `items_${order.order}_${isBackwards ? "before" : "after"}_${part.after === null ? "all" : "one"}_${limit}`;
  return queryAsTenant<OrderedItemRow>(db, tenant, isFrequent ? { name, text } : { text }, values);
}

/**
 * Returns up to `limit` rows in the page's order. A page at a place is complete at any depth by as many index entries
 * as it has rows, and more only for those that the criteria exclude.
 */
export async function itemPage(
  db: Database,
  tenant: Tenant,
  request: ItemPageRequest,
): Promise<OrderedItemRow[]> {
  const { order, after, isBackwards, limit } = request;
  const rows: OrderedItemRow[] = [];
  for (const part of orderParts(order, after, isBackwards)) {
    if (rows.length === limit) break;
    const more = await readPart(db, tenant, request, part, limit - rows.length);
    // The first row alone carries the policy.
    rows.push(...(rows.length === 0 ? more : more.map((row) => ({ ...row, policy: null }))));
  }
  if (!isBackwards || rows.length < 2) return rows;
  const policy = rows[0]?.policy;
  return rows.reverse().map((row, at) => ({ ...row, policy: at === 0 ? policy : null }));
}

/** Returns one item; null when the workspace has none of that id. */
export async function itemById(db: Database, tenant: Tenant, id: string): Promise<ItemRow | null> {
  return (await queryAsTenant<ItemRow>(db, tenant, ONE, [tenant.workspaceId, id]))[0] ?? null;
}
