import type { BatchStatus } from "@/server/domain/decision-batches/batch";
import type { RecommendationOperation } from "@/server/domain/recommendations/recommendation";
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

/** The effect of a batch as the preview computed it. */
export interface StoredEffect {
  readonly raised: number;
  readonly lowered: number;
  readonly unknown: number;
  readonly currencies: readonly StoredCurrencyEffect[];
}

/** One decision over a frozen set of recommendations. */
export interface BatchRow {
  readonly id: string;
  readonly action: RecommendationOperation;
  readonly reason: string | null;
  readonly snoozeUntil: Date | null;
  /** The filter that chose the set; null for a set of ids. */
  readonly criteria: Json;
  readonly status: BatchStatus;
  readonly hash: string;
  readonly selected: number;
  /** Those of the selected that the preview expected to be decided. */
  readonly planned: number;
  readonly effect: StoredEffect;
  /** The counts at the preview, and again at the end. */
  readonly outcomes: BatchCounts;
  /** The label of the actor of the preview. */
  readonly createdBy: string;
  readonly confirmedBy: BatchActor | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly confirmedAt: Date | null;
  readonly finishedAt: Date | null;
}

const COLUMNS = `id, action, reason, snooze_until AS "snoozeUntil", criteria, status, hash, selected, planned, effect,
  outcomes, created_by AS "createdBy", confirmed_by AS "confirmedBy", created_at AS "createdAt",
  expires_at AS "expiresAt", confirmed_at AS "confirmedAt", finished_at AS "finishedAt"`;

const ONE = `SELECT ${COLUMNS} FROM decision_batches WHERE workspace_id = $1 AND id = $2`;

/** Inserts the preview of a batch. */
export async function insertBatch(
  tx: Tx,
  batch: Omit<BatchRow, "confirmedBy" | "confirmedAt" | "finishedAt">,
) {
  const { criteria, effect, outcomes } = batch;
  await tx.run(
    `INSERT INTO decision_batches (workspace_id, id, action, reason, snooze_until, criteria, status, hash, selected,
       planned, effect, outcomes, created_by, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
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
      JSON.stringify(effect),
      JSON.stringify(outcomes),
      batch.createdBy,
      batch.createdAt,
      batch.expiresAt,
    ],
  );
}

/** Returns one batch, or null; `lock` locks it until the transaction ends. */
export async function findBatch(tx: Tx, id: string, { lock = false } = {}): Promise<BatchRow | null> {
  const rows = await tx.sql<BatchRow>(`${ONE} ${lock ? "FOR NO KEY UPDATE" : ""}`, [
    tx.tenant.workspaceId,
    id,
  ]);
  return rows[0] ?? null;
}

/** Returns batches, newest first, with an id less than `before`. */
export const listBatches = (
  tx: Tx,
  { before, status, limit }: { before: string | null; status: BatchStatus | null; limit: number },
): Promise<BatchRow[]> =>
  queryInKeyOrder<BatchRow>(
    tx,
    `SELECT ${COLUMNS} FROM decision_batches
     WHERE workspace_id = $1 AND ($2::text IS NULL OR id < $2) AND ($3::text IS NULL OR status = $3)
     ORDER BY id DESC LIMIT $4`,
    [tx.tenant.workspaceId, before, status, limit],
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

const MAX_PREVIEWS = 20;

/** Deletes batches that ended before `endedBefore`, and all previews but the newest ones, which bounds their rows. */
export async function deleteOldBatches(tx: Tx, endedBefore: Date): Promise<void> {
  await tx.run(
    `DELETE FROM decision_batches WHERE workspace_id = $1 AND (finished_at < $2 OR id IN (
       SELECT id FROM decision_batches WHERE workspace_id = $1 AND status = 'preview' ORDER BY id DESC OFFSET $3))`,
    [tx.tenant.workspaceId, endedBefore, MAX_PREVIEWS - 1],
  );
}
