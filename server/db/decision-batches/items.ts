import type { BatchItemStatus, BatchOutcome, FallOut } from "@/server/domain/decision-batches/batch";
import type { WriteBackStatus } from "@/server/domain/write-backs/write-back";
import { canonicalJson, type Json } from "../database/canonical-json";
import { anyKey, queryInKeyOrder, runWithHashJoins, type Tx } from "../database/transaction";

/** One recommendation or alert of a batch. */
export type BatchItemRow = {
  /** The recommendation or the alert. */
  readonly id: string;
  /** The version that the preview saw; null for an alert, and for an id without a recommendation. */
  readonly version: number | null;
  /** Null while it waits. */
  readonly outcome: BatchOutcome | null;
  readonly reason: string | null;
  readonly message: string | null;
  readonly changed: readonly string[];
  /** Its status right after the decision. */
  readonly statusAfter: BatchItemStatus | null;
  readonly decidedAt: Date | null;
  /** Until when it was snoozed at the preview; null if it was not. */
  readonly snoozeSeen: Date | null;
  /** Whether its approval is, or was expected to be, the first of two. */
  readonly firstOfTwo: boolean;
  /** The write-back that a revert takes back. */
  readonly reverts: string | null;
  /** The write-back that the decision queued, as it is now. */
  readonly writeBackId: string | null;
  readonly writeBackStatus: WriteBackStatus | null;
  readonly storeAnswer: string | null;
};

/** How many subjects of a batch have which outcome, and why some fell out. */
export interface BatchCounts {
  readonly waiting: number;
  readonly done: number;
  /** Those of `done` that are the first of two approvals, and so wait for another person. */
  readonly firstApprovals: number;
  readonly fellOut: number;
  readonly canceled: number;
  readonly fallOuts: readonly (FallOut & { readonly count: number })[];
}

const COLUMNS = `i.recommendation_id AS id, i.version, i.outcome, i.reason, i.message, i.changed,
  i.status_after AS "statusAfter", i.decided_at AS "decidedAt",
  i.snooze_seen AS "snoozeSeen", i.first_of_two AS "firstOfTwo", i.reverts, i.write_back_id AS "writeBackId",
  (SELECT w.status FROM write_backs w WHERE w.workspace_id = $1 AND w.id = i.write_back_id) AS "writeBackStatus",
  (SELECT w.store_answer FROM write_backs w WHERE w.workspace_id = $1 AND w.id = i.write_back_id) AS "storeAnswer"`;

/** A recommendation or an alert of a new set; with a reason it fell out at the preview. */
export interface NewBatchItem {
  readonly id: string;
  readonly version: number | null;
  readonly fallOut: FallOut | null;
  readonly snoozeSeen?: Date | null;
  readonly firstOfTwo?: boolean;
  readonly reverts?: string | null;
}

/** Inserts the set of a batch. */
export async function insertBatchItems(
  tx: Tx,
  batchId: string,
  items: readonly NewBatchItem[],
  at: Date,
): Promise<void> {
  await tx.run(
    `INSERT INTO decision_batch_items
       (workspace_id, batch_id, recommendation_id, version, outcome, reason, message, changed, decided_at, reverts,
        snooze_seen, first_of_two)
     SELECT $1, $2, n.id, n.version, CASE WHEN n.reason IS NOT NULL THEN 'fell_out' END, n.reason, n.message,
       string_to_array(n.changed, ','), CASE WHEN n.reason IS NOT NULL THEN $8::timestamptz END, n.reverts,
       n.snooze_seen, n.first_of_two
     FROM unnest($3::text[], $4::int[], $5::text[], $6::text[], $7::text[], $9::text[], $10::timestamptz[],
       $11::boolean[]) AS n (id, version, reason, message, changed, reverts, snooze_seen, first_of_two)`,
    [
      tx.tenant.workspaceId,
      batchId,
      items.map(({ id }) => id),
      items.map(({ version }) => version),
      items.map(({ fallOut }) => fallOut?.reason ?? null),
      items.map(({ fallOut }) => fallOut?.message ?? null),
      items.map(({ fallOut }) => fallOut?.changed.join(",") ?? ""),
      at,
      items.map(({ reverts }) => reverts ?? null),
      items.map(({ snoozeSeen }) => snoozeSeen ?? null),
      items.map(({ firstOfTwo }) => firstOfTwo ?? false),
    ],
  );
}

/** Returns the items of a batch in the order of their ids, those after `after`. */
export const listBatchItems = (
  tx: Tx,
  batchId: string,
  { after, outcome, limit }: { after: string | null; outcome: BatchOutcome | null; limit: number },
): Promise<BatchItemRow[]> =>
  queryInKeyOrder<BatchItemRow>(
    tx,
    `SELECT ${COLUMNS} FROM decision_batch_items i
     WHERE i.workspace_id = $1 AND i.batch_id = $2 AND i.recommendation_id > $3
       AND ($4::text IS NULL OR i.outcome = $4)
     ORDER BY i.recommendation_id LIMIT $5`,
    [tx.tenant.workspaceId, batchId, after ?? "", outcome, limit],
  );

/** Returns the ids of the items that wait or were decided, in any order. */
export async function batchItemIds(tx: Tx, batchId: string): Promise<string[]> {
  const rows = await tx.sql<{ readonly id: string }>(
    `SELECT recommendation_id AS id FROM decision_batch_items
     WHERE workspace_id = $1 AND batch_id = $2 AND (outcome IS NULL OR outcome = 'done')`,
    [tx.tenant.workspaceId, batchId],
  );
  return rows.map(({ id }) => id);
}

/** Some of the items that wait: in the order of the ids at most `most`, none before `from`. */
export interface WaitingSlice {
  readonly from: string;
  readonly most: number;
}

/**
 * Locks the next items that wait until the transaction ends, and skips those that another transaction has locked.
 * @returns them in the order of their ids
 */
export const lockNextItems = (
  tx: Tx,
  batchId: string,
  { from, most }: WaitingSlice,
): Promise<BatchItemRow[]> =>
  tx.sql<BatchItemRow>(
    `SELECT ${COLUMNS} FROM decision_batch_items i
     WHERE i.workspace_id = $1 AND i.batch_id = $2 AND i.outcome IS NULL AND i.recommendation_id >= $4
     ORDER BY i.recommendation_id LIMIT $3 FOR UPDATE OF i SKIP LOCKED`,
    [tx.tenant.workspaceId, batchId, most, from],
  );

/** What came of an item that was decided. */
export interface ItemDecision {
  /** The status right after it. */
  readonly status: BatchItemStatus;
  /** The write-back that it queued. */
  readonly writeBackId: string | null;
  /** Whether it is the first of two approvals. */
  readonly firstOfTwo: boolean;
  /** What it was before, for putting it back; null where that is not possible. */
  readonly before: Json;
  readonly at: Date;
}

/** Stores that an item was decided; its row has to wait for an outcome. */
export async function recordDone(
  tx: Tx,
  batchId: string,
  id: string,
  { status, writeBackId, firstOfTwo, before, at }: ItemDecision,
): Promise<void> {
  const stored = await tx.run(
    `UPDATE decision_batch_items
     SET outcome = 'done', status_after = $4, decided_at = $5, write_back_id = $6, first_of_two = $7, before = $8
     WHERE workspace_id = $1 AND batch_id = $2 AND recommendation_id = $3 AND outcome IS NULL`,
    [
      tx.tenant.workspaceId,
      batchId,
      id,
      status,
      at,
      writeBackId,
      firstOfTwo,
      before === null ? null : canonicalJson(before),
    ],
  );
  if (stored !== 1) throw new Error(`${id} of ${batchId} has an outcome already`);
}

/** Stores that these items were edited, each with what it was before; their rows have to wait for an outcome. */
export async function recordEdited(
  tx: Tx,
  batchId: string,
  edited: readonly { readonly id: string; readonly before: Json }[],
  at: Date,
): Promise<void> {
  const stored = await runWithHashJoins(
    tx,
    `UPDATE decision_batch_items i SET outcome = 'done', decided_at = $5, before = e.before::jsonb
     FROM unnest($3::text[], $4::text[]) AS e (id, before)
     WHERE i.workspace_id = $1 AND i.batch_id = $2 AND i.recommendation_id = ${anyKey("$3::text[]")}
       AND i.recommendation_id = e.id AND i.outcome IS NULL`,
    [
      tx.tenant.workspaceId,
      batchId,
      edited.map(({ id }) => id),
      edited.map(({ before }) => (before === null ? null : canonicalJson(before))),
      at,
    ],
  );
  if (stored !== edited.length) throw new Error(`an item of ${batchId} has an outcome already`);
}

/** Stores why an item fell out; null stores it for every item that waits. Items with an outcome keep it. */
export async function recordFallOut(
  tx: Tx,
  batchId: string,
  id: string | null,
  { reason, changed, message }: FallOut,
  at: Date,
): Promise<void> {
  await tx.run(
    `UPDATE decision_batch_items SET outcome = 'fell_out', reason = $4, message = $5, changed = $6, decided_at = $7
     WHERE workspace_id = $1 AND batch_id = $2 AND ($3::text IS NULL OR recommendation_id = $3) AND outcome IS NULL`,
    [tx.tenant.workspaceId, batchId, id, reason, message, changed, at],
  );
}

/** Cancels every item that waits. Waits for the one that is being decided, which keeps its outcome. */
export async function cancelWaiting(tx: Tx, batchId: string, at: Date): Promise<void> {
  await tx.run(
    `UPDATE decision_batch_items SET outcome = 'canceled', decided_at = $3
     WHERE workspace_id = $1 AND batch_id = $2 AND outcome IS NULL`,
    [tx.tenant.workspaceId, batchId, at],
  );
}

/** Returns whether an item of the batch waits. */
export const hasWaiting = async (tx: Tx, batchId: string): Promise<boolean> =>
  (await tx.run(
    `SELECT FROM decision_batch_items WHERE workspace_id = $1 AND batch_id = $2 AND outcome IS NULL LIMIT 1`,
    [tx.tenant.workspaceId, batchId],
  )) > 0;

/** Counts the outcomes of a batch. */
export async function countOutcomes(tx: Tx, batchId: string): Promise<BatchCounts> {
  const rows = await tx.sql<{ outcome: BatchOutcome | null; count: number; first: number } & FallOut>(
    `SELECT outcome, reason, changed, message, count(*)::int AS count,
       (count(*) FILTER (WHERE first_of_two))::int AS first FROM decision_batch_items
     WHERE workspace_id = $1 AND batch_id = $2 GROUP BY outcome, reason, changed, message
     ORDER BY count DESC, reason, message`,
    [tx.tenant.workspaceId, batchId],
  );
  const sum = (outcome: BatchOutcome | null) =>
    rows.filter((row) => row.outcome === outcome).reduce((total, { count }) => total + count, 0);
  return {
    waiting: sum(null),
    done: sum("done"),
    firstApprovals: rows.find(({ outcome }) => outcome === "done")?.first ?? 0,
    fellOut: sum("fell_out"),
    canceled: sum("canceled"),
    fallOuts: rows
      .filter(({ outcome }) => outcome === "fell_out")
      .map(({ reason, changed, message, count }) => ({ reason, changed, message, count })),
  };
}
