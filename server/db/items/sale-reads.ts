import { anyKey, type Tx } from "../database/transaction";
import { lagsSql, lastEdgeSql } from "./shopper-price";
import { activeSql } from "./states";

/** An item of a store whose sale began or ended, as far as reading its price again needs it. */
export interface SaleItem {
  readonly id: string;
  readonly sku: string;
  readonly ref: string;
  readonly price: bigint | null;
  readonly currency: string;
}

/** The items of a connection; `lateSince`: one whose store was found late after this time is not read again yet. */
interface Lagging {
  readonly integrationId: string;
  readonly at: Date;
  readonly lateSince: Date;
}

// The placeholders of the lists below: workspace, connection, time, time since which a late store does not count.
const LAGGING = `FROM catalog_items i
  WHERE i.workspace_id = $1 AND i.integration_id = $2 AND i.store_ref IS NOT NULL AND ${activeSql("i")}
    AND ${lagsSql("$3", "$4")}`;

const valuesOf = (tx: Tx, { integrationId, at, lateSince }: Lagging) => [
  tx.tenant.workspaceId,
  integrationId,
  at,
  lateSince,
];

/** Counts the items whose store is behind a begin or an end of their sale, or was not read since. */
export async function countLagging(tx: Tx, of: Lagging): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(`SELECT count(*)::int AS count ${LAGGING}`, valuesOf(tx, of));
  return row?.count ?? 0;
}

/** Lists them by id, after an id. */
export const laggingItems = (
  tx: Tx,
  { afterId, limit, ...of }: Lagging & { readonly afterId: string; readonly limit: number },
): Promise<SaleItem[]> =>
  tx.sql<SaleItem & Record<string, unknown>>(
    `SELECT i.id, i.sku, i.store_ref AS ref, i.price, i.currency ${LAGGING} AND i.id > $5 ORDER BY i.id LIMIT $6`,
    [...valuesOf(tx, of), afterId, limit],
  );

/**
 * Records when the store was asked for what it shows of these items; only of items with a sale, so that a sync does not
 * write every row. An item whose sale began or ended between the two reads counts as changed: what shoppers pay is
 * known again.
 */
export async function recordWindowReads(
  tx: Tx,
  ids: readonly string[],
  readAt: Date,
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    `UPDATE catalog_items SET window_read_at = $3,
       updated_at = CASE WHEN (sale_from > COALESCE(window_read_at, '-infinity') AND sale_from <= $3)
         OR (sale_until > COALESCE(window_read_at, '-infinity') AND sale_until <= $3) THEN $4 ELSE updated_at END
     WHERE workspace_id = $1 AND id = ${anyKey("$2::text[]")} AND sale_price IS NOT NULL
       AND (window_read_at IS NULL OR window_read_at < $3)`,
    [tx.tenant.workspaceId, ids, readAt, now],
  );
}

/** The waits before a store is asked again, in milliseconds. */
export interface SaleWaits {
  /** The first, where the store was not read since a sale began or ended. */
  readonly unreadMs: number;
  /** The first, where it was read and is late. */
  readonly lateMs: number;
  /** The longest of those that follow. */
  readonly mostMs: number;
  /** The shortest from now on, whatever begins or ends until then. */
  readonly leastMs: number;
}

/** For a store that works again: what it was not asked for meanwhile is due. */
const NO_WAITS: SaleWaits = { unreadMs: 0, lateMs: 0, mostMs: 0, leastMs: 0 };

/**
 * Stores when the sales of a connection have to be looked at next: at the next begin or end, and after a wait where the
 * store was not read since one or is late. Each wait is as long as the store has been asked in vain, so that they
 * double while it answers nothing that can be used. Never where no sale begins or ends any more.
 */
export async function planSaleReads(
  tx: Tx,
  { integrationId, at, unreadMs, lateMs, mostMs, leastMs }: Omit<Lagging, "lateSince"> & SaleWaits,
): Promise<void> {
  const ms = (placeholder: string) => `${placeholder}::float8 * interval '1 millisecond'`;
  const again = (since: string, first: string) =>
    `CASE WHEN ${since} + ${ms(first)} > $3 THEN ${since} + ${ms(first)}
       ELSE $3::timestamptz + LEAST($3 - ${since}, ${ms("$6")}) END`;
  await tx.run(
    `UPDATE integrations SET sales_due_at = (
       SELECT GREATEST(next.at, $3::timestamptz + ${ms("$7")}) FROM (
         SELECT min(LEAST(CASE WHEN sale_from > $3 THEN sale_from END, CASE WHEN sale_until > $3 THEN sale_until END,
           CASE WHEN ${lagsSql("$3", "'-infinity'")} THEN ${again(lastEdgeSql("$3"), "$4")}
             WHEN ${lagsSql("$3", "'infinity'")} THEN ${again("window_read_at", "$5")} END)) AS at
         FROM catalog_items i
         WHERE i.workspace_id = $1 AND i.integration_id = $2 AND i.store_ref IS NOT NULL AND i.sale_price IS NOT NULL
           AND ${activeSql("i")}) next
       WHERE next.at IS NOT NULL)
     WHERE workspace_id = $1 AND id = $2`,
    [tx.tenant.workspaceId, integrationId, at, unreadMs, lateMs, mostMs, leastMs],
  );
}

/** Makes what is known of a connection's sales due at once, because the store works again. */
export const resumeSaleReads = (tx: Tx, integrationId: string, at: Date): Promise<void> =>
  planSaleReads(tx, { integrationId, at, ...NO_WAITS });

/**
 * Takes the look at a connection's sales that is due, so that the next is due at `next`; false if none is due or a sync
 * is queued or running.
 */
export async function takeSaleLook(
  tx: Tx,
  integrationId: string,
  { at, next }: { readonly at: Date; readonly next: Date },
): Promise<boolean> {
  const taken = await tx.run(
    `UPDATE integrations SET sales_due_at = $4
     WHERE workspace_id = $1 AND id = $2 AND status <> 'disconnected' AND sync_status IN ('ok', 'failed')
       AND sales_due_at <= $3`,
    [tx.tenant.workspaceId, integrationId, at, next],
  );
  return taken === 1;
}
