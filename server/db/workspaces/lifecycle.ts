import type { Lifecycle } from "@/server/domain/plan/plans";
import type { Database } from "../database/database";
import { queryAsSystem } from "../database/query";
import type { Tx } from "../database/transaction";

/** The lifecycle state of a workspace and, while it is being deleted, the date and who requested it. */
export interface WorkspaceLifecycle {
  readonly name: string;
  readonly lifecycle: Lifecycle;
  /** The state that canceling the deletion restores; null unless the workspace is being deleted. */
  readonly before: Lifecycle | null;
  /** The workspace is not purged before this date; null unless it is being deleted. */
  readonly deletionAt: Date | null;
  /** A person's id, or `operator`. */
  readonly deletionBy: string | null;
}

const LIFE = `SELECT name, lifecycle, lifecycle_before AS before, deletion_at AS "deletionAt",
  deletion_by AS "deletionBy" FROM workspaces WHERE id = $1`;

/** Returns the lifecycle of the transaction's workspace; `lock` locks it until the transaction ends. */
export async function findLifecycle(tx: Tx, { lock = false } = {}): Promise<WorkspaceLifecycle> {
  const [row] = await tx.sql<WorkspaceLifecycle & Record<string, unknown>>(
    lock ? `${LIFE} FOR NO KEY UPDATE` : LIFE,
    [tx.tenant.workspaceId],
  );
  if (!row) throw new Error("the workspace of this transaction does not exist");
  return row;
}

/**
 * Locks the transaction's workspace until the transaction ends.
 * @returns false if it does not exist or is locked by another
 */
export async function tryLockWorkspace(tx: Tx): Promise<boolean> {
  const rows = await tx.sql("SELECT 1 FROM workspaces WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED", [
    tx.tenant.workspaceId,
  ]);
  return rows.length > 0;
}

/** Sets the lifecycle state of the transaction's workspace, from `at` on. */
export async function saveLifecycle(tx: Tx, life: Omit<WorkspaceLifecycle, "name">, at: Date): Promise<void> {
  await tx.run(
    `UPDATE workspaces SET lifecycle = $2, lifecycle_before = $3, deletion_at = $4, deletion_by = $5,
       lifecycle_since = CASE WHEN lifecycle = $2 THEN lifecycle_since ELSE $6 END
     WHERE id = $1`,
    [tx.tenant.workspaceId, life.lifecycle, life.before, life.deletionAt, life.deletionBy, at],
  );
}

/** Returns workspaces whose deletion is due, oldest first. */
export async function dueWorkspaceDeletions(db: Database, at: Date, limit: number): Promise<string[]> {
  const statement = {
    name: "due_workspace_deletions",
    text: "SELECT workspace_id FROM due_workspace_deletions($1, $2)",
  };
  const rows = await queryAsSystem<{ workspace_id: string }>(db, statement, [at, limit]);
  return rows.map((row) => row.workspace_id);
}

/**
 * Deletes the transaction's workspace with all its rows, except the audit log.
 * @returns false when its deletion is not due; then nothing was deleted
 */
export async function purgeWorkspaceRows(tx: Tx, at: Date): Promise<boolean> {
  const [row] = await tx.sql<{ purged: boolean }>("SELECT purge_workspace($1, $2) AS purged", [
    tx.tenant.workspaceId,
    at,
  ]);
  return row?.purged ?? false;
}
