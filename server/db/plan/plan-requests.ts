import type { Plan } from "@/server/domain/plan/plans";
import type { Database } from "../database/database";
import { queryAsSystem } from "../database/query";
import type { Tx } from "../database/transaction";

export type PlanRequestStatus = "pending" | "granted" | "declined" | "withdrawn";

/** An owner's request for another plan, with its outcome. */
export interface PlanRequestRow {
  readonly id: string;
  readonly plan: Plan;
  readonly note: string | null;
  readonly status: PlanRequestStatus;
  readonly requestedBy: string;
  readonly createdAt: Date;
  readonly answeredAt: Date | null;
  readonly answeredPlan: Plan | null;
}

/** A pending request, with the fields for the operator. */
export interface OpenPlanRequest {
  readonly workspace_id: string;
  readonly workspace_name: string;
  readonly current_plan: Plan;
  readonly id: string;
  readonly plan: Plan;
  readonly note: string | null;
  readonly requested_by: string;
  readonly created_at: Date;
}

const COLUMNS = `id, plan, note, status, requested_by AS "requestedBy", created_at AS "createdAt",
  answered_at AS "answeredAt", answered_plan AS "answeredPlan"`;

type Stored = PlanRequestRow & Record<string, unknown>;

/** Returns the workspace's latest request; null if it never made one. */
export async function latestPlanRequest(tx: Tx): Promise<PlanRequestRow | null> {
  const [row] = await tx.sql<Stored>(
    `SELECT ${COLUMNS} FROM plan_requests WHERE workspace_id = $1 ORDER BY id DESC LIMIT 1`,
    [tx.tenant.workspaceId],
  );
  return row ?? null;
}

/** Returns the workspace's pending request; the caller has locked the workspace's row. */
export async function pendingPlanRequest(tx: Tx): Promise<PlanRequestRow | null> {
  const [row] = await tx.sql<Stored>(
    `SELECT ${COLUMNS} FROM plan_requests WHERE workspace_id = $1 AND status = 'pending'`,
    [tx.tenant.workspaceId],
  );
  return row ?? null;
}

/** Inserts a pending request; the partial unique index rejects a second one. */
export async function insertPlanRequest(
  tx: Tx,
  row: Pick<PlanRequestRow, "id" | "plan" | "note" | "requestedBy" | "createdAt">,
): Promise<void> {
  await tx.prisma.planRequest.create({
    data: { ...row, status: "pending", workspaceId: tx.tenant.workspaceId },
  });
}

/** Answers a pending request. */
export async function closePlanRequest(
  tx: Tx,
  id: string,
  result: {
    readonly status: Exclude<PlanRequestStatus, "pending">;
    readonly plan: Plan | null;
    readonly at: Date;
  },
): Promise<void> {
  await tx.run(
    `UPDATE plan_requests SET status = $3, answered_plan = $4, answered_at = $5
     WHERE workspace_id = $1 AND id = $2 AND status = 'pending'`,
    [tx.tenant.workspaceId, id, result.status, result.plan, result.at],
  );
}

/** Returns pending requests of all workspaces, oldest first. */
export const openPlanRequests = (db: Database, limit: number): Promise<OpenPlanRequest[]> =>
  queryAsSystem<OpenPlanRequest & Record<string, unknown>>(
    db,
    {
      name: "open_plan_requests",
      text: `SELECT workspace_id, workspace_name, current_plan, id, plan, note, requested_by, created_at
        FROM open_plan_requests($1)`,
    },
    [limit],
  );
