import type { WriteBackStatus } from "@/server/domain/write-backs/write-back";
import type { Tx } from "../database/transaction";

/** The one write of an approved price to the store. Prices are minor units of `currency`. */
export interface WriteBackRow {
  readonly id: string;
  readonly recommendationId: string;
  /** If this is a revert: the write-back that it reverts. */
  readonly revertOf: string | null;
  /** Whether it writes the approved price: the approval's own write does, and the revert of a revert of it. */
  readonly writesApproved: boolean;
  readonly integrationId: string;
  readonly itemId: string;
  readonly storeRef: string;
  readonly status: WriteBackStatus;
  readonly currency: string;
  readonly expectedPrice: bigint;
  readonly targetPrice: bigint;
  readonly writeKey: string;
  /** Increases with every lease and every end; a process with an older value may not change the row. */
  readonly fence: number;
  readonly sentAt: Date | null;
  readonly firstSentAt: Date | null;
  readonly sends: number;
  readonly attempts: number;
  readonly finishedAt: Date | null;
  readonly storePrice: bigint | null;
  readonly storeAnswer: string | null;
  /** Until when it waits for the end of a freeze; a time that has passed is when it was released. */
  readonly waitsUntil: Date | null;
  /** What it waits for, as people read it. */
  readonly waitsReason: string | null;
  /** When a person canceled it, before it was sent. */
  readonly canceledAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const COLUMNS = `id, recommendation_id AS "recommendationId", revert_of AS "revertOf",
  writes_approved AS "writesApproved", integration_id AS "integrationId", item_id AS "itemId", store_ref AS "storeRef", status, currency,
  expected_price AS "expectedPrice", target_price AS "targetPrice", write_key AS "writeKey", fence,
  sent_at AS "sentAt", first_sent_at AS "firstSentAt", sends, attempts, finished_at AS "finishedAt",
  store_price AS "storePrice", store_answer AS "storeAnswer",
  waits_until AS "waitsUntil", waits_reason AS "waitsReason", canceled_at AS "canceledAt", created_at AS "createdAt", updated_at AS "updatedAt"`;

const OPEN = "status IN ('queued', 'sending', 'unknown')";

/** The fields of a write-back that are set at its approval. */
export type NewWriteBack = Pick<
  WriteBackRow,
  | "id"
  | "recommendationId"
  | "revertOf"
  | "integrationId"
  | "itemId"
  | "storeRef"
  | "currency"
  | "expectedPrice"
  | "targetPrice"
  | "writeKey"
  | "waitsUntil"
  | "waitsReason"
  | "createdAt"
> & { readonly requestedBy: string };

/** Adds a queued write-back; the unique indexes reject a second one for the recommendation or the item. */
export async function insertWriteBack(tx: Tx, row: NewWriteBack): Promise<void> {
  await tx.prisma.writeBack.create({
    data: {
      ...row,
      workspaceId: tx.tenant.workspaceId,
      status: "queued",
      notBefore: row.waitsUntil,
      updatedAt: row.createdAt,
    },
  });
}

/** Returns the write-back with that id, or null; `lock` locks the row until the transaction ends. */
export async function findWriteBack(tx: Tx, id: string, { lock = false } = {}): Promise<WriteBackRow | null> {
  const rows = await tx.sql<WriteBackRow>(
    `SELECT ${COLUMNS} FROM write_backs WHERE workspace_id = $1 AND id = $2 ${lock ? "FOR NO KEY UPDATE" : ""}`,
    [tx.tenant.workspaceId, id],
  );
  return rows[0] ?? null;
}

/** Returns the write-backs with these ids that exist, in no particular order. */
export const findWriteBacks = (tx: Tx, ids: readonly string[]): Promise<WriteBackRow[]> =>
  tx.sql<WriteBackRow>(
    `SELECT ${COLUMNS} FROM (
       SELECT w.* FROM unnest($2::text[]) AS named (id)
       JOIN LATERAL (SELECT * FROM write_backs o WHERE o.workspace_id = $1 AND o.id = named.id OFFSET 0) w ON true) w`,
    [tx.tenant.workspaceId, ids],
  );

/** Returns every write-back of an item, newest first; `lock` locks them until the transaction ends. */
export const writeBacksOf = (
  tx: Tx,
  itemId: string,
  { lock }: { readonly lock: boolean },
): Promise<WriteBackRow[]> =>
  tx.sql<WriteBackRow>(
    `SELECT ${COLUMNS} FROM write_backs WHERE workspace_id = $1 AND item_id = $2 ORDER BY id DESC
     ${lock ? "FOR NO KEY UPDATE" : ""}`,
    [tx.tenant.workspaceId, itemId],
  );

/** The item that a price is written for, and its variant in a store; null if it has none. */
export interface WriteTarget {
  readonly itemId: string;
  readonly integrationId: string | null;
  readonly storeRef: string | null;
}

/**
 * Returns whether a write on the item or on its variant is unresolved. A variant whose sku changed in its store
 * belongs to another item now, and an unresolved write of the former item would change the same price.
 */
export async function hasOpenWriteBack(
  tx: Tx,
  { itemId, integrationId, storeRef }: WriteTarget,
): Promise<boolean> {
  const rows = await tx.sql(
    `SELECT 1 FROM write_backs
     WHERE workspace_id = $1 AND ${OPEN} AND (item_id = $2 OR (integration_id = $3 AND store_ref = $4)) LIMIT 1`,
    [tx.tenant.workspaceId, itemId, integrationId, storeRef],
  );
  return rows.length > 0;
}

/** Returns the items and variants of all unresolved write-backs of the workspace. */
export const openWriteTargets = (tx: Tx): Promise<WriteTarget[]> =>
  tx.sql<WriteTarget>(
    `SELECT item_id AS "itemId", integration_id AS "integrationId", store_ref AS "storeRef" FROM write_backs
     WHERE workspace_id = $1 AND ${OPEN}`,
    [tx.tenant.workspaceId],
  );

/** Returns the items with unresolved write-backs of a connection, in order. */
export async function itemsBeingWritten(tx: Tx, integrationId: string): Promise<string[]> {
  const rows = await tx.sql<{ item_id: string }>(
    `SELECT DISTINCT item_id FROM write_backs WHERE workspace_id = $1 AND integration_id = $2 AND ${OPEN}
     ORDER BY item_id`,
    [tx.tenant.workspaceId, integrationId],
  );
  return rows.map((row) => row.item_id);
}

/** Returns the unresolved write-backs of a connection, and locks them until the transaction ends. */
export const lockOpenWriteBacksOf = (tx: Tx, integrationId: string): Promise<WriteBackRow[]> =>
  tx.sql<WriteBackRow>(
    `SELECT ${COLUMNS} FROM write_backs WHERE workspace_id = $1 AND integration_id = $2 AND ${OPEN}
     ORDER BY id FOR NO KEY UPDATE`,
    [tx.tenant.workspaceId, integrationId],
  );

/**
 * Leases an unresolved write-back that is due and not leased: the fence increases and the lease begins. A write-back
 * that was sent before has the status `unknown` until the store is read. Null if it is resolved, leased, locked or
 * not due.
 */
export async function leaseWriteBack(
  tx: Tx,
  id: string,
  { nowMs, leaseMs }: { readonly nowMs: number; readonly leaseMs: number },
): Promise<WriteBackRow | null> {
  const rows = await tx.sql<WriteBackRow>(
    `UPDATE write_backs SET fence = fence + 1, attempts = attempts + 1, lease_until = $4, updated_at = $3,
       status = CASE WHEN sent_at IS NULL THEN 'queued' ELSE 'unknown' END
     WHERE workspace_id = $1 AND id = (
       SELECT id FROM write_backs WHERE workspace_id = $1 AND id = $2 AND ${OPEN}
         AND (lease_until IS NULL OR lease_until < $3) AND (not_before IS NULL OR not_before <= $3)
       FOR UPDATE SKIP LOCKED)
     RETURNING ${COLUMNS}`,
    [tx.tenant.workspaceId, id, new Date(nowMs), new Date(nowMs + leaseMs)],
  );
  return rows[0] ?? null;
}

/** A leased write-back: its id and the lease's fence. */
export type LeasedWriteBack = Pick<WriteBackRow, "id" | "fence">;

/** Extends the lease on a write-back. False if it was lost, or has ended. */
export async function extendWriteBackLease(
  tx: Tx,
  { id, fence }: LeasedWriteBack,
  untilMs: number,
): Promise<boolean> {
  const touched = await tx.run(
    `UPDATE write_backs SET lease_until = $4
     WHERE workspace_id = $1 AND id = $2 AND fence = $3 AND lease_until IS NOT NULL`,
    [tx.tenant.workspaceId, id, fence, new Date(untilMs)],
  );
  return touched === 1;
}

/**
 * Records a send before it happens; what the store answered before is not about it. False if the lease was lost: then
 * nothing may be sent.
 */
export async function recordSend(
  tx: Tx,
  { id, fence }: LeasedWriteBack,
  { nowMs, leaseMs }: { readonly nowMs: number; readonly leaseMs: number },
): Promise<boolean> {
  const touched = await tx.run(
    `UPDATE write_backs SET status = 'sending', sent_at = $4, first_sent_at = COALESCE(first_sent_at, $4),
       sends = sends + 1, lease_until = $5, store_answer = NULL, updated_at = $4
     WHERE workspace_id = $1 AND id = $2 AND fence = $3`,
    [tx.tenant.workspaceId, id, fence, new Date(nowMs), new Date(nowMs + leaseMs)],
  );
  return touched === 1;
}

/** The state of a write-back while it waits: until when, its status, and the store's last answer. */
export interface Pause {
  readonly status: "queued" | "unknown";
  readonly notBefore: Date;
  /** The time of a send that may still arrive; null if nothing can have reached the store. */
  readonly sentAt: Date | null;
  readonly storeAnswer: string | null;
  /** What it waits for if that is the end of a freeze; `notBefore` is then that end. */
  readonly freeze?: string;
  readonly at: Date;
}

/** Ends the lease on a write-back so that it waits. False if the lease was lost. */
export async function pauseWriteBack(tx: Tx, { id, fence }: LeasedWriteBack, pause: Pause): Promise<boolean> {
  const { status, notBefore, sentAt, storeAnswer, freeze = null, at } = pause;
  const touched = await tx.run(
    `UPDATE write_backs SET status = $4, not_before = $5, sent_at = $6, store_answer = COALESCE($7, store_answer),
       lease_until = NULL, updated_at = $8, waits_reason = $9,
       waits_until = CASE WHEN $9::text IS NULL THEN waits_until ELSE $5 END,
       first_sent_at = CASE WHEN $6::timestamptz IS NULL THEN NULL ELSE first_sent_at END
     WHERE workspace_id = $1 AND id = $2 AND fence = $3`,
    [tx.tenant.workspaceId, id, fence, status, notBefore, sentAt, storeAnswer, at, freeze],
  );
  return touched === 1;
}

/** The end of a write-back. `storePrice` is the price in the store when it was last read. */
export interface WriteBackEnd {
  readonly status: "applied" | "conflict" | "failed";
  readonly storePrice: bigint | null;
  readonly storeAnswer: string;
  /** A person canceled it; its status is `failed`. */
  readonly canceled?: true;
  readonly at: Date;
}

/** Ends a write-back and every lease on it. False if the fence has changed. */
export async function endWriteBack(
  tx: Tx,
  { id, fence }: LeasedWriteBack,
  end: WriteBackEnd,
): Promise<boolean> {
  const touched = await tx.run(
    `UPDATE write_backs SET status = $4, store_price = $5, store_answer = $6, finished_at = $7, updated_at = $7,
       lease_until = NULL, not_before = NULL, fence = fence + 1, canceled_at = CASE WHEN $8 THEN $7::timestamptz END
     WHERE workspace_id = $1 AND id = $2 AND fence = $3`,
    [
      tx.tenant.workspaceId,
      id,
      fence,
      end.status,
      end.storePrice,
      end.storeAnswer,
      end.at,
      end.canceled === true,
    ],
  );
  return touched === 1;
}

/** Clears the alert of an item's earlier failed write-back that a person resolved, so that a new failure is raised. */
export async function clearResolvedFailure(tx: Tx, itemId: string, writeBackId: string): Promise<void> {
  await tx.run(
    `UPDATE alerts SET cleared = true WHERE workspace_id = $1 AND item_id = $2 AND kind = 'write_back_failed'
       AND NOT cleared AND status = 'resolved' AND write_back_id IS DISTINCT FROM $3`,
    [tx.tenant.workspaceId, itemId, writeBackId],
  );
}

/** Returns whether the alert about this write-back was raised and is still uncleared. */
export async function failureWasNotified(
  tx: Tx,
  { id, itemId }: Pick<WriteBackRow, "id" | "itemId">,
): Promise<boolean> {
  const { workspaceId } = tx.tenant;
  const count = await tx.prisma.alert.count({
    where: { workspaceId, itemId, kind: "write_back_failed", writeBackId: id, cleared: false },
  });
  return count > 0;
}
