import type { WriteBackStatus } from "@/server/domain/write-backs/write-back";
import type { Tx } from "../database/transaction";

/** One approved price on its way to the store. Prices are minor units of `currency`. */
export interface WriteBackRow {
  readonly id: string;
  readonly recommendationId: string;
  /** The write-back this one takes back, where it is a revert. */
  readonly revertOf: string | null;
  readonly integrationId: string;
  readonly itemId: string;
  readonly storeRef: string;
  readonly status: WriteBackStatus;
  readonly currency: string;
  readonly expectedPrice: bigint;
  readonly targetPrice: bigint;
  readonly writeKey: string;
  /** Grows with every claim and every end: who holds an older one may not change the row. */
  readonly fence: number;
  readonly sentAt: Date | null;
  readonly firstSentAt: Date | null;
  readonly sends: number;
  readonly attempts: number;
  readonly finishedAt: Date | null;
  readonly storePrice: bigint | null;
  readonly storeAnswer: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const COLUMNS = `id, recommendation_id AS "recommendationId", revert_of AS "revertOf",
  integration_id AS "integrationId", item_id AS "itemId", store_ref AS "storeRef", status, currency,
  expected_price AS "expectedPrice", target_price AS "targetPrice", write_key AS "writeKey", fence,
  sent_at AS "sentAt", first_sent_at AS "firstSentAt", sends, attempts, finished_at AS "finishedAt",
  store_price AS "storePrice", store_answer AS "storeAnswer", created_at AS "createdAt", updated_at AS "updatedAt"`;

const OPEN = "status IN ('queued', 'sending', 'unknown')";

/** What is known of a write-back when it is approved. */
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
  | "createdAt"
> & { readonly requestedBy: string };

/** Adds a queued write-back; the unique indexes refuse a second one for the recommendation or the item. */
export async function insertWriteBack(tx: Tx, row: NewWriteBack): Promise<void> {
  await tx.prisma.writeBack.create({
    data: { ...row, workspaceId: tx.tenant.workspaceId, status: "queued", updatedAt: row.createdAt },
  });
}

/** The write-back of that id, or null; `lock` keeps it from changing until the transaction ends. */
export async function findWriteBack(tx: Tx, id: string, { lock = false } = {}): Promise<WriteBackRow | null> {
  const rows = await tx.sql<WriteBackRow>(
    `SELECT ${COLUMNS} FROM write_backs WHERE workspace_id = $1 AND id = $2 ${lock ? "FOR NO KEY UPDATE" : ""}`,
    [tx.tenant.workspaceId, id],
  );
  return rows[0] ?? null;
}

/** Every write-back of an item, newest first, locked until the transaction ends. */
export const lockWriteBacksOf = (tx: Tx, itemId: string): Promise<WriteBackRow[]> =>
  tx.sql<WriteBackRow>(
    `SELECT ${COLUMNS} FROM write_backs WHERE workspace_id = $1 AND item_id = $2 ORDER BY id DESC
     FOR NO KEY UPDATE`,
    [tx.tenant.workspaceId, itemId],
  );

/** What a price is written for: the item, and the variant of a store that it is now, null where it is none. */
export interface Written {
  readonly itemId: string;
  readonly integrationId: string | null;
  readonly storeRef: string | null;
}

/**
 * Whether a write on the item, or on its variant, is not resolved yet: a variant that got another sku in its store is
 * another item, and what is still on its way for the one before would change the same price.
 */
export async function hasOpenWriteBack(
  tx: Tx,
  { itemId, integrationId, storeRef }: Written,
): Promise<boolean> {
  const rows = await tx.sql(
    `SELECT 1 FROM write_backs
     WHERE workspace_id = $1 AND ${OPEN} AND (item_id = $2 OR (integration_id = $3 AND store_ref = $4)) LIMIT 1`,
    [tx.tenant.workspaceId, itemId, integrationId, storeRef],
  );
  return rows.length > 0;
}

/** The items that a connection has unresolved write-backs of, in order. */
export async function itemsBeingWritten(tx: Tx, integrationId: string): Promise<string[]> {
  const rows = await tx.sql<{ item_id: string }>(
    `SELECT DISTINCT item_id FROM write_backs WHERE workspace_id = $1 AND integration_id = $2 AND ${OPEN}
     ORDER BY item_id`,
    [tx.tenant.workspaceId, integrationId],
  );
  return rows.map((row) => row.item_id);
}

/** Unresolved write-backs of a connection, locked until the transaction ends. */
export const lockOpenWriteBacksOf = (tx: Tx, integrationId: string): Promise<WriteBackRow[]> =>
  tx.sql<WriteBackRow>(
    `SELECT ${COLUMNS} FROM write_backs WHERE workspace_id = $1 AND integration_id = $2 AND ${OPEN}
     ORDER BY id FOR NO KEY UPDATE`,
    [tx.tenant.workspaceId, integrationId],
  );

/**
 * Takes an unresolved write-back that nobody holds and that is due: the fence rises and the lease begins. One that was
 * sent before is `unknown` until the store was read. Null when it is resolved, held, locked or not due.
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

/** A claimed write-back: its id and the fence the claim gave. */
export type LeasedWriteBack = Pick<WriteBackRow, "id" | "fence">;

/** Commits to a send before it happens. False when the claim was lost: then nothing may be sent. */
export async function recordSend(
  tx: Tx,
  { id, fence }: LeasedWriteBack,
  { nowMs, leaseMs }: { readonly nowMs: number; readonly leaseMs: number },
): Promise<boolean> {
  const touched = await tx.run(
    `UPDATE write_backs SET status = 'sending', sent_at = $4, first_sent_at = COALESCE(first_sent_at, $4),
       sends = sends + 1, lease_until = $5, updated_at = $4
     WHERE workspace_id = $1 AND id = $2 AND fence = $3`,
    [tx.tenant.workspaceId, id, fence, new Date(nowMs), new Date(nowMs + leaseMs)],
  );
  return touched === 1;
}

/** How a claimed write-back waits: until when, as what, and what the store said last. */
export interface Pause {
  readonly status: "queued" | "unknown";
  readonly notBefore: Date;
  /** When the send that may still be on its way was made; null when nothing can have reached the store. */
  readonly sentAt: Date | null;
  readonly storeAnswer: string | null;
  readonly at: Date;
}

/** Gives a claimed write-back back to wait. False when the claim was lost. */
export async function pauseWriteBack(tx: Tx, { id, fence }: LeasedWriteBack, pause: Pause): Promise<boolean> {
  const { status, notBefore, sentAt, storeAnswer, at } = pause;
  const touched = await tx.run(
    `UPDATE write_backs SET status = $4, not_before = $5, sent_at = $6, store_answer = COALESCE($7, store_answer),
       lease_until = NULL, updated_at = $8,
       first_sent_at = CASE WHEN $6::timestamptz IS NULL THEN NULL ELSE first_sent_at END
     WHERE workspace_id = $1 AND id = $2 AND fence = $3`,
    [tx.tenant.workspaceId, id, fence, status, notBefore, sentAt, storeAnswer, at],
  );
  return touched === 1;
}

/** How a write-back ends. `storePrice` is what the store held when it was last read. */
export interface WriteBackEnd {
  readonly status: "applied" | "conflict" | "failed";
  readonly storePrice: bigint | null;
  readonly storeAnswer: string;
  readonly at: Date;
}

/** Ends a write-back, and every claim on it. False when the fence is no longer the given one. */
export async function endWriteBack(
  tx: Tx,
  { id, fence }: LeasedWriteBack,
  end: WriteBackEnd,
): Promise<boolean> {
  const touched = await tx.run(
    `UPDATE write_backs SET status = $4, store_price = $5, store_answer = $6, finished_at = $7, updated_at = $7,
       lease_until = NULL, not_before = NULL, fence = fence + 1
     WHERE workspace_id = $1 AND id = $2 AND fence = $3`,
    [tx.tenant.workspaceId, id, fence, end.status, end.storePrice, end.storeAnswer, end.at],
  );
  return touched === 1;
}

/** Forgets that a person closed the alert of an item's earlier failed write, so that a new failure is told. */
export async function purgeClosedFailure(tx: Tx, itemId: string, writeBackId: string): Promise<void> {
  await tx.run(
    `UPDATE alerts SET cleared = true WHERE workspace_id = $1 AND item_id = $2 AND kind = 'write_back_failed'
       AND NOT cleared AND status = 'resolved' AND write_back_id IS DISTINCT FROM $3`,
    [tx.tenant.workspaceId, itemId, writeBackId],
  );
}

/** Whether people were told of this write-back's trouble and the alert still stands. */
export async function failureWasNotified(tx: Tx, writeBackId: string): Promise<boolean> {
  const count = await tx.prisma.alert.count({
    where: { workspaceId: tx.tenant.workspaceId, kind: "write_back_failed", writeBackId, cleared: false },
  });
  return count > 0;
}
