import type { Lifecycle, Plan } from "@/server/domain/plan/plans";
import type { Tx } from "../database/transaction";
import { countItems } from "../items/items";
import { countSeats } from "../members/memberships";
import { checksUsed } from "../offers/check-usage";
import { countRunsSince } from "../runs/runs";
import { countLiveTokens } from "../tokens/tokens";

/** The state of a workspace and the usage of its plan. */
export interface WorkspaceStatus {
  readonly lifecycle: Lifecycle;
  readonly plan: Plan;
  readonly since: Date;
  /** When the trial ends or ended; null without one. */
  readonly trialEndsAt: Date | null;
  readonly items: number;
  readonly runsToday: number;
  /** Page checks this month. */
  readonly checks: number;
  readonly members: number;
  readonly tokens: number;
}

/**
 * Reads the transaction's workspace.
 * @param since.dayMs start of the day whose runs count; since.monthMs start of the month whose checks count;
 *   milliseconds since 1970
 */
export async function workspaceStatus(
  tx: Tx,
  since: { dayMs: number; monthMs: number },
  now: Date,
): Promise<WorkspaceStatus> {
  const [row] = await tx.sql<{ lifecycle: Lifecycle; plan: Plan; since: Date; trialEndsAt: Date | null }>(
    `SELECT lifecycle, plan, lifecycle_since AS since, trial_ends_at AS "trialEndsAt" FROM workspaces WHERE id = $1`,
    [tx.tenant.workspaceId],
  );
  if (!row) throw new Error("the workspace of this transaction does not exist");
  return {
    ...row,
    items: await countItems(tx),
    runsToday: await countRunsSince(tx, since.dayMs),
    checks: await checksUsed(tx, since.monthMs),
    members: await countSeats(tx, now),
    tokens: await countLiveTokens(tx, now),
  };
}
