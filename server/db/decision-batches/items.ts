import type { BatchOutcome, FallOut } from "@/server/domain/decision-batches/batch";
import type { RecommendationStatus } from "@/server/domain/recommendations/recommendation";
import { queryInKeyOrder, type Tx } from "../database/transaction";

/** One recommendation of a batch. */
export type BatchItemRow = {
  /** The recommendation. */
  readonly id: string;
  /** The version that the preview saw; null for an id without a recommendation. */
  readonly version: number | null;
  /** Null while it waits. */
  readonly outcome: BatchOutcome | null;
  readonly reason: string | null;
  readonly message: string | null;
  readonly changed: readonly string[];
  /** The recommendation's status right after the decision. */
  readonly statusAfter: RecommendationStatus | null;
  readonly decidedAt: Date | null;
};

/** How many recommendations of a batch have which outcome, and why some fell out. */
export interface BatchCounts {
  readonly waiting: number;
  readonly done: number;
  readonly fellOut: number;
  readonly canceled: number;
  readonly fallOuts: readonly (FallOut & { readonly count: number })[];
}

const COLUMNS = `recommendation_id AS id, version, outcome, reason, message, changed, status_after AS "statusAfter",
  decided_at AS "decidedAt"`;

/** A recommendation of a new set; with a reason it fell out at the preview. */
export interface NewBatchItem {
  readonly id: string;
  readonly version: number | null;
  readonly fallOut: FallOut | null;
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
       (workspace_id, batch_id, recommendation_id, version, outcome, reason, message, changed, decided_at)
     SELECT $1, $2, n.id, n.version, CASE WHEN n.reason IS NOT NULL THEN 'fell_out' END, n.reason, n.message,
       string_to_array(n.changed, ','), CASE WHEN n.reason IS NOT NULL THEN $8::timestamptz END
     FROM unnest($3::text[], $4::int[], $5::text[], $6::text[], $7::text[]) AS n (id, version, reason, message, changed)`,
    [
      tx.tenant.workspaceId,
      batchId,
      items.map(({ id }) => id),
      items.map(({ version }) => version),
      items.map(({ fallOut }) => fallOut?.reason ?? null),
      items.map(({ fallOut }) => fallOut?.message ?? null),
      items.map(({ fallOut }) => fallOut?.changed.join(",") ?? ""),
      at,
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
    `SELECT ${COLUMNS} FROM decision_batch_items
     WHERE workspace_id = $1 AND batch_id = $2 AND recommendation_id > $3 AND ($4::text IS NULL OR outcome = $4)
     ORDER BY recommendation_id LIMIT $5`,
    [tx.tenant.workspaceId, batchId, after ?? "", outcome, limit],
  );

/**
 * Locks the next item that waits until the transaction ends, and skips those that another transaction has locked.
 * Returns null if there is none.
 */
export async function lockNextItem(tx: Tx, batchId: string): Promise<BatchItemRow | null> {
  const rows = await tx.sql<BatchItemRow>(
    `SELECT ${COLUMNS} FROM decision_batch_items
     WHERE workspace_id = $1 AND batch_id = $2 AND outcome IS NULL
     ORDER BY recommendation_id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [tx.tenant.workspaceId, batchId],
  );
  return rows[0] ?? null;
}

/** Stores that an item was decided; its row has to wait for an outcome. */
export async function recordDone(
  tx: Tx,
  batchId: string,
  id: string,
  { status, at }: { status: RecommendationStatus; at: Date },
): Promise<void> {
  const stored = await tx.run(
    `UPDATE decision_batch_items SET outcome = 'done', status_after = $4, decided_at = $5
     WHERE workspace_id = $1 AND batch_id = $2 AND recommendation_id = $3 AND outcome IS NULL`,
    [tx.tenant.workspaceId, batchId, id, status, at],
  );
  if (stored !== 1) throw new Error(`${id} of ${batchId} has an outcome already`);
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

/** Counts the outcomes of a batch. */
export async function countOutcomes(tx: Tx, batchId: string): Promise<BatchCounts> {
  const rows = await tx.sql<{ outcome: BatchOutcome | null; count: number } & FallOut>(
    `SELECT outcome, reason, changed, message, count(*)::int AS count FROM decision_batch_items
     WHERE workspace_id = $1 AND batch_id = $2 GROUP BY outcome, reason, changed, message
     ORDER BY count DESC, reason, message`,
    [tx.tenant.workspaceId, batchId],
  );
  const sum = (outcome: BatchOutcome | null) =>
    rows.filter((row) => row.outcome === outcome).reduce((total, { count }) => total + count, 0);
  return {
    waiting: sum(null),
    done: sum("done"),
    fellOut: sum("fell_out"),
    canceled: sum("canceled"),
    fallOuts: rows
      .filter(({ outcome }) => outcome === "fell_out")
      .map(({ reason, changed, message, count }) => ({ reason, changed, message, count })),
  };
}
