import type { Plan } from "@/server/domain/plan/plans";
import { PLAN_AFTER_TRIAL } from "@/server/domain/plan/workspace-trial";
import type { Database } from "../database/database";
import { queryAsSystem } from "../database/query";
import type { Tx } from "../database/transaction";

/**
 * Sets the plan of the transaction's workspace and ends its trial, also the one that canceling a deletion would go back
 * to. The caller has locked the workspace.
 * @param keepsTrialEnd whether the time of the trial's end stays stored: it ended by itself, and people are told so
 */
export async function savePlan(
  tx: Tx,
  { plan, keepsTrialEnd, at }: { readonly plan: Plan; readonly keepsTrialEnd: boolean; readonly at: Date },
): Promise<void> {
  await tx.run(
    `UPDATE workspaces SET plan = $2,
       trial_ends_at = CASE WHEN $3 THEN trial_ends_at END,
       lifecycle_since = CASE WHEN lifecycle = 'trial' THEN $4 ELSE lifecycle_since END,
       lifecycle = CASE WHEN lifecycle = 'trial' THEN 'active' ELSE lifecycle END,
       lifecycle_before = CASE WHEN lifecycle_before = 'trial' THEN 'active' ELSE lifecycle_before END
     WHERE id = $1`,
    [tx.tenant.workspaceId, plan, keepsTrialEnd, at],
  );
}

/** Gives the transaction's workspace a trial until `endsAt`, unless one with a later end than `at` is stored. */
export async function extendTrial(tx: Tx, endsAt: Date, at: Date): Promise<void> {
  await tx.run(
    `UPDATE workspaces SET trial_ends_at = $2
     WHERE id = $1 AND (trial_ends_at IS NULL OR trial_ends_at <= $3)`,
    [tx.tenant.workspaceId, endsAt, at],
  );
}

/** Returns when the trial of the transaction's workspace ends or ended; null without one. */
export async function trialEnd(tx: Tx): Promise<Date | null> {
  const [row] = await tx.sql<{ at: Date | null }>(
    "SELECT trial_ends_at AS at FROM workspaces WHERE id = $1",
    [tx.tenant.workspaceId],
  );
  return row?.at ?? null;
}

/**
 * Whether the transaction's workspace has a trial that has not been ended, also while it is suspended, past due or
 * being deleted: a plan that somebody sets clears the end, and a trial that ended by itself leaves the plan that
 * follows.
 */
export async function hasOpenTrial(tx: Tx): Promise<boolean> {
  const rows = await tx.sql(
    `SELECT 1 FROM workspaces WHERE id = $1 AND (lifecycle = 'trial' OR lifecycle_before = 'trial'
       OR (trial_ends_at IS NOT NULL AND plan <> $2))`,
    [tx.tenant.workspaceId, PLAN_AFTER_TRIAL],
  );
  return rows.length > 0;
}

/** Returns workspaces whose trial is over and has not been ended, the earliest first. */
export async function dueTrials(db: Database, at: Date, limit: number): Promise<string[]> {
  const statement = {
    name: "due_workspace_trials",
    text: "SELECT workspace_id FROM due_workspace_trials($1, $2)",
  };
  const rows = await queryAsSystem<{ workspace_id: string }>(db, statement, [at, limit]);
  return rows.map((row) => row.workspace_id);
}
