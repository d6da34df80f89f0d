import type {
  BatchAction,
  BatchStatus,
  BatchSubjectKind,
  TagEdit,
} from "@/server/domain/decision-batches/batch";
import type { Json } from "../database/canonical-json";
import { queryInKeyOrder, type Tx } from "../database/transaction";
import type { BatchCounts } from "./items";

/** Who confirmed a batch, as the audit log records the items' changes. */
export interface BatchActor {
  readonly kind: "user" | "token" | "grant" | "system";
  readonly id: string;
  readonly label: string;
  readonly pseudonym?: string;
  readonly userId: string | null;
  readonly via: "web" | "api" | "mcp" | "command" | "worker";
  readonly requestId: string | null;
}

/** The sums of one currency; amounts are minor units as decimal text. */
export interface StoredCurrencyEffect {
  readonly currency: string;
  readonly count: number;
  readonly profitPerUnit: string;
  readonly profitInStock: string | null;
}

/** Those of one reason or kind. Amounts are minor units as decimal text. */
export interface StoredGroup {
  /** The reason of a price change, or the kind of an advice or an alert. */
  readonly group: string;
  readonly count: number;
  /** Of price changes the change of profit on the stock on hand, of alerts the money at risk, where they are known. */
  readonly money: readonly { readonly currency: string; readonly minor: string }[];
}

/** The effect of a batch as the preview computed it. */
export interface StoredEffect {
  readonly raised: number;
  readonly lowered: number;
  readonly unknown: number;
  readonly currencies: readonly StoredCurrencyEffect[];
  /** The most frequent first; absent in batches of earlier versions. */
  readonly groups?: readonly StoredGroup[];
}

/** One decision over a frozen set of recommendations or alerts, or one edit of items. */
export interface BatchRow {
  readonly id: string;
  readonly of: BatchSubjectKind;
  readonly action: BatchAction;
  /** Of an approval: whether what is new is accepted first; false for other actions. */
  readonly accepts: boolean;
  /** Of items: which tags it adds and removes; null for other subjects. */
  readonly edit: TagEdit | null;
  readonly reason: string | null;
  readonly snoozeUntil: Date | null;
  /** The filter that chose the set; null for a set of ids. */
  readonly criteria: Json;
  readonly status: BatchStatus;
  readonly hash: string;
  readonly selected: number;
  /** Those of the selected that the preview expected to be decided. */
  readonly planned: number;
  /** Those of the planned that it expected to be the first of two approvals. */
  readonly plannedFirst: number;
  readonly effect: StoredEffect;
  /** The counts at the preview, and again at the end. */
  readonly outcomes: BatchCounts;
  /** The label of the actor of the preview. */
  readonly createdBy: string;
  /** Id of the person, also of a token or an application; null for the operator. */
  readonly createdByPerson: string | null;
  readonly confirmedBy: BatchActor | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly confirmedAt: Date | null;
  readonly finishedAt: Date | null;
  /** The run or the batch that a revert or a restoration takes back; null for other actions. */
  readonly sourceRunId: string | null;
  readonly sourceBatchId: string | null;
  /** How many more prices of that run could be taken back at the preview. */
  readonly remaining: number;
}

const COLUMNS = `id, subject AS "of", action, accepts, edit, reason, snooze_until AS "snoozeUntil", criteria, status, hash, selected, planned,
  planned_first AS "plannedFirst", effect, outcomes, created_by AS "createdBy",
  created_by_person AS "createdByPerson", confirmed_by AS "confirmedBy", created_at AS "createdAt",
  expires_at AS "expiresAt", confirmed_at AS "confirmedAt", finished_at AS "finishedAt",
  source_run_id AS "sourceRunId", source_batch_id AS "sourceBatchId", remaining`;

const ONE = `SELECT ${COLUMNS} FROM decision_batches WHERE workspace_id = $1 AND id = $2`;

/** Inserts the preview of a batch without its counts; the caller inserts the items and stores them. */
export async function insertBatch(
  tx: Tx,
  batch: Omit<BatchRow, "outcomes" | "confirmedBy" | "confirmedAt" | "finishedAt">,
) {
  const { criteria, effect } = batch;
  await tx.run(
    `INSERT INTO decision_batches (workspace_id, id, action, reason, snooze_until, criteria, status, hash, selected,
       planned, planned_first, effect, outcomes, created_by, created_at, expires_at, source_run_id, source_batch_id,
       created_by_person, remaining, subject, edit, accepts)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)`,
    [
      tx.tenant.workspaceId,
      batch.id,
      batch.action,
      batch.reason,
      batch.snoozeUntil,
      criteria === null ? null : JSON.stringify(criteria),
      batch.status,
      batch.hash,
      batch.selected,
      batch.planned,
      batch.plannedFirst,
      JSON.stringify(effect),
      NO_COUNTS,
      batch.createdBy,
      batch.createdAt,
      batch.expiresAt,
      batch.sourceRunId,
      batch.sourceBatchId,
      batch.createdByPerson,
      batch.remaining,
      batch.of,
      batch.edit === null ? null : JSON.stringify(batch.edit),
      batch.accepts,
    ],
  );
}

const NO_COUNTS = JSON.stringify({
  waiting: 0,
  done: 0,
  firstApprovals: 0,
  fellOut: 0,
  canceled: 0,
  fallOuts: [],
} satisfies BatchCounts);

/** Stores the counts of a preview. */
export async function storeCounts(tx: Tx, id: string, outcomes: BatchCounts): Promise<void> {
  await tx.run("UPDATE decision_batches SET outcomes = $3 WHERE workspace_id = $1 AND id = $2", [
    tx.tenant.workspaceId,
    id,
    JSON.stringify(outcomes),
  ]);
}

/** Returns one batch, or null; `lock` locks it until the transaction ends. */
export async function findBatch(tx: Tx, id: string, { lock = false } = {}): Promise<BatchRow | null> {
  const rows = await tx.sql<BatchRow>(`${ONE} ${lock ? "FOR NO KEY UPDATE" : ""}`, [
    tx.tenant.workspaceId,
    id,
  ]);
  return rows[0] ?? null;
}

/** Which batches are listed: of one subject, newest first, with an id less than `before`. */
export interface BatchPage {
  readonly of: BatchSubjectKind;
  readonly before: string | null;
  readonly status: BatchStatus | null;
  readonly limit: number;
}

/** Returns a page of batches. */
export const listBatches = (tx: Tx, { of, before, status, limit }: BatchPage): Promise<BatchRow[]> =>
  queryInKeyOrder<BatchRow>(
    tx,
    `SELECT ${COLUMNS} FROM decision_batches
     WHERE workspace_id = $1 AND ($2::text IS NULL OR id < $2) AND ($3::text IS NULL OR status = $3)
       AND subject = $5
     ORDER BY id DESC LIMIT $4`,
    [tx.tenant.workspaceId, before, status, limit, of],
  );

/** Starts the execution of a preview. The caller has locked it. */
export async function startBatch(tx: Tx, id: string, confirmedBy: BatchActor, at: Date): Promise<void> {
  await tx.run(
    `UPDATE decision_batches SET status = 'running', confirmed_by = $3, confirmed_at = $4
     WHERE workspace_id = $1 AND id = $2`,
    [tx.tenant.workspaceId, id, JSON.stringify(confirmedBy), at],
  );
}

/**
 * Leases a running batch, so that one worker at a time carries it out. The lease only saves work: two workers with
 * the same batch decide no recommendation twice, because each locks the item of the set.
 */
export async function leaseBatch(
  tx: Tx,
  id: string,
  { nowMs, leaseMs }: { nowMs: number; leaseMs: number },
): Promise<boolean> {
  const leased = await tx.run(
    `UPDATE decision_batches SET lease_until = $4
     WHERE workspace_id = $1 AND id = $2 AND status = 'running' AND (lease_until IS NULL OR lease_until <= $3)`,
    [tx.tenant.workspaceId, id, new Date(nowMs), new Date(nowMs + leaseMs)],
  );
  return leased > 0;
}

/** Releases the lease, so that the next job can continue at once. */
export async function releaseBatch(tx: Tx, id: string): Promise<void> {
  await tx.run("UPDATE decision_batches SET lease_until = NULL WHERE workspace_id = $1 AND id = $2", [
    tx.tenant.workspaceId,
    id,
  ]);
}

/** Ends a batch with its final counts. The caller has locked it. */
export async function endBatch(
  tx: Tx,
  id: string,
  { status, outcomes, at }: { status: "finished" | "canceled"; outcomes: BatchCounts; at: Date },
): Promise<void> {
  await tx.run(
    `UPDATE decision_batches SET status = $3, outcomes = $4, finished_at = $5, lease_until = NULL
     WHERE workspace_id = $1 AND id = $2`,
    [tx.tenant.workspaceId, id, status, JSON.stringify(outcomes), at],
  );
}

/** The most previews of one person that nobody confirmed. */
const MAX_PREVIEWS = 20;

/**
 * Deletes the previews of the workspace that have expired, and the oldest ones of the person, so that there is room for
 * one more. It bounds their rows, and leaves the previews that others may be reading. In a workspace that makes no more
 * of them the worker deletes the expired ones (`purgeOldRows`).
 * @param person the creator's id; null for the operator
 */
export async function deleteOldPreviews(tx: Tx, person: string | null, at: Date): Promise<void> {
  await tx.run(
    `DELETE FROM decision_batches WHERE workspace_id = $1 AND status = 'preview' AND (expires_at <= $4 OR id IN (
       SELECT id FROM decision_batches
       WHERE workspace_id = $1 AND status = 'preview' AND created_by_person IS NOT DISTINCT FROM $3
       ORDER BY id DESC OFFSET $2))`,
    [tx.tenant.workspaceId, MAX_PREVIEWS - 1, person, at],
  );
}
