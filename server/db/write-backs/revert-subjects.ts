import type { StoreState } from "@/server/domain/items/item-state";
import type { ShopWindow } from "@/server/domain/items/shop-window";
import type { RevertSubject } from "@/server/domain/write-backs/revert";
import type { WriteBackStatus } from "@/server/domain/write-backs/write-back";
import type { Tx } from "../database/transaction";
import { type WindowColumns, windowOf, windowSql } from "../items/shop-windows";
import { isEffective, prevailingWriteBack } from "./prevailing";
import { findWriteBacks, type WriteBackRow } from "./write-backs";

/** What a revert of one write-back is about, with its item and the item's variant in the store. */
export interface StoredRevertSubject extends RevertSubject<WriteBackRow> {
  readonly recommendationId: string;
  readonly itemId: string;
  readonly sku: string;
  readonly integrationId: string | null;
  readonly storeRef: string | null;
  readonly archivedAt: Date | null;
  readonly storeState: StoreState | null;
  /** What shoppers see of the item, as of the last sync. */
  readonly window: ShopWindow;
}

interface Row extends WindowColumns {
  id: string;
  status: WriteBackStatus;
  writesApproved: boolean;
  recommendationId: string;
  prevailingId: string | null;
  newestOfItem: string | null;
  itemId: string;
  sku: string;
  currency: string;
  price: bigint | null;
  integrationId: string | null;
  storeRef: string | null;
  archivedAt: Date | null;
  storeState: StoreState | null;
  [column: string]: unknown;
}

// OFFSET 0 makes the planner look every id up by its key, however many rows it expects.
const SUBJECTS = `
  SELECT n.id, n.status, n.writes_approved AS "writesApproved", n.recommendation_id AS "recommendationId",
    p.id AS "prevailingId", newest.id AS "newestOfItem", i.id AS "itemId", i.sku, i.currency, i.price,
    i.integration_id AS "integrationId", i.store_ref AS "storeRef", i.archived_at AS "archivedAt",
    i.store_state AS "storeState", ${windowSql("i")}
  FROM unnest($2::text[]) AS named (id)
  JOIN LATERAL (SELECT * FROM write_backs w WHERE w.workspace_id = $1 AND w.id = named.id OFFSET 0) n ON true
  JOIN LATERAL (SELECT n.workspace_id, n.recommendation_id AS id) r ON true
  LEFT JOIN ${prevailingWriteBack("r")} p ON true
  JOIN LATERAL (SELECT * FROM catalog_items c WHERE c.workspace_id = $1 AND c.id = n.item_id OFFSET 0) i ON true
  LEFT JOIN LATERAL (
    SELECT w.id FROM (SELECT * FROM write_backs o WHERE o.workspace_id = $1 AND o.item_id = n.item_id OFFSET 0) w
    WHERE ${isEffective("w")} ORDER BY w.id DESC LIMIT 1) newest ON true`;

/** Returns what reverts of these write-backs are about, by the id of the named one; unknown ids are left out. */
export async function revertSubjects(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, StoredRevertSubject>> {
  const rows = await tx.sql<Row>(SUBJECTS, [tx.tenant.workspaceId, ids]);
  const prevailing = await findWriteBacks(
    tx,
    rows.flatMap(({ prevailingId }) => prevailingId ?? []),
  );
  const byId = new Map(prevailing.map((row) => [row.id, row]));
  return new Map(
    rows.map(({ id, status, writesApproved, prevailingId, currency, price, ...subject }) => [
      id,
      {
        ...subject,
        window: windowOf(subject),
        named: { status, writesApproved },
        prevailing: prevailingId === null ? null : (byId.get(prevailingId) ?? null),
        item: { currency, price },
      },
    ]),
  );
}
