import type { Lifecycle, Plan } from "@/server/domain/plan/plans";
import type { Database } from "../database/database";
import { queryAsSystem } from "../database/query";
import type { Tx } from "../database/transaction";

export type SupportStatus = "waiting" | "open" | "ended";

/** Why a request or session has ended. */
export type SupportEnd =
  | "declined"
  | "withdrawn"
  | "ended_by_owner"
  | "ended_by_staff"
  | "expired"
  | "lapsed";

/** A staff member's request for access to a workspace, and its session. Only the hash of the code is stored. */
export interface SupportRow {
  readonly id: string;
  readonly staffId: string;
  readonly reason: string;
  readonly status: SupportStatus;
  readonly createdAt: Date;
  readonly codeHash: Uint8Array<ArrayBuffer> | null;
  readonly codeExpiresAt: Date | null;
  readonly codeFailures: number;
  readonly consentedBy: string | null;
  readonly startedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly endedAt: Date | null;
  readonly endReason: SupportEnd | null;
  readonly endedBy: string | null;
}

/** The open support session of a workspace. */
export interface OpenSupport {
  readonly id: string;
  readonly staffId: string;
  readonly adminEmail: string;
  readonly startedAt: Date;
  readonly expiresAt: Date;
}

/** A staff member's open session in a workspace, with the workspace fields that the page frame shows. */
export interface StaffSession {
  readonly session_id: string;
  readonly expires_at: Date;
  readonly plan: Plan;
  readonly lifecycle: Lifecycle;
  readonly name: string;
}

/** A request with the fields for its staff member. */
export interface StaffRequest {
  readonly workspace_id: string;
  readonly workspace_name: string;
  readonly id: string;
  readonly reason: string;
  readonly status: SupportStatus;
  readonly created_at: Date;
  /** Expiry of the owner's code; null without one. */
  readonly code_expires_at: Date | null;
  readonly started_at: Date | null;
  readonly expires_at: Date | null;
  readonly ended_at: Date | null;
  readonly end_reason: SupportEnd | null;
}

/** One read operation in a session, from the audit log. */
export interface SupportView {
  readonly at: Date;
  readonly operation: string;
  /** The operation's input as JSON. */
  readonly input: string | null;
}

type Stored = SupportRow & Record<string, unknown>;

const COLUMNS = `id, staff_id AS "staffId", reason, status, created_at AS "createdAt", code_hash AS "codeHash",
  code_expires_at AS "codeExpiresAt", code_failures AS "codeFailures", consented_by AS "consentedBy",
  started_at AS "startedAt", expires_at AS "expiresAt", ended_at AS "endedAt", end_reason AS "endReason",
  ended_by AS "endedBy"`;

/** Inserts a request that awaits an owner's answer. */
export async function insertSupportRequest(
  tx: Tx,
  row: Pick<SupportRow, "id" | "staffId" | "reason" | "createdAt">,
): Promise<void> {
  await tx.prisma.supportRequest.create({
    data: { ...row, status: "waiting", workspaceId: tx.tenant.workspaceId },
  });
}

/** Locks the request of that id until the transaction ends; null when the workspace has none. */
export async function lockSupportRequest(tx: Tx, id: string): Promise<SupportRow | null> {
  const [row] = await tx.sql<Stored>(
    `SELECT ${COLUMNS} FROM support_requests WHERE workspace_id = $1 AND id = $2 FOR UPDATE`,
    [tx.tenant.workspaceId, id],
  );
  return row ?? null;
}

/** Returns the workspace's requests and sessions, newest first. */
export const listSupportRows = (tx: Tx, limit: number): Promise<SupportRow[]> =>
  tx.sql<Stored>(
    `SELECT ${COLUMNS} FROM support_requests WHERE workspace_id = $1 ORDER BY id DESC LIMIT $2`,
    [tx.tenant.workspaceId, limit],
  );

/** Updates fields of a request that the transaction has locked. */
export async function saveSupport(
  tx: Tx,
  id: string,
  fields: Partial<Omit<SupportRow, "id" | "staffId" | "reason" | "createdAt">>,
): Promise<void> {
  await tx.prisma.supportRequest.update({
    where: { workspaceId_id: { workspaceId: tx.tenant.workspaceId, id } },
    data: fields,
  });
}

/**
 * Finds the open session of the transaction's workspace at that time: started, not ended or expired, its person still
 * a staff member, and the consenting person still an owner.
 */
export async function findOpenSupportSession(tx: Tx, at: Date): Promise<OpenSupport | null> {
  const [row] = await tx.sql<OpenSupport & Record<string, unknown>>(
    `SELECT r.id, r.staff_id AS "staffId", u.email AS "adminEmail", r.started_at AS "startedAt",
       r.expires_at AS "expiresAt"
     FROM support_requests r
     JOIN staff s ON s.user_id = r.staff_id
     JOIN users u ON u.id = r.staff_id AND u.deleted_at IS NULL
     JOIN memberships m ON m.workspace_id = r.workspace_id AND m.user_id = r.consented_by AND m.role = 'owner'
     WHERE r.workspace_id = $1 AND r.status = 'open' AND r.started_at <= $2 AND r.expires_at > $2`,
    [tx.tenant.workspaceId, at],
  );
  return row ?? null;
}

/** Locks rows with status open in the transaction's workspace, including those that have expired or lapsed. */
export const lockOpenSupport = (tx: Tx): Promise<SupportRow[]> =>
  tx.sql<Stored>(
    `SELECT ${COLUMNS} FROM support_requests WHERE workspace_id = $1 AND status = 'open' FOR UPDATE`,
    [tx.tenant.workspaceId],
  );

/** Finds a staff member's open session in a workspace with one query; null without one. */
export async function findStaffSession(
  db: Database,
  userId: string,
  workspaceId: string,
  at: Date,
): Promise<StaffSession | null> {
  const statement = {
    name: "credential_support",
    text: "SELECT session_id, expires_at, plan, lifecycle, name FROM credential_support($1, $2, $3)",
  };
  const [row] = await queryAsSystem<StaffSession & Record<string, unknown>>(db, statement, [
    userId,
    workspaceId,
    at,
  ]);
  return row ?? null;
}

/** Returns a staff member's requests, newest first; an empty list for any other person. */
export const staffRequests = (db: Database, userId: string, limit: number): Promise<StaffRequest[]> =>
  queryAsSystem<StaffRequest & Record<string, unknown>>(
    db,
    {
      name: "support_of_staff",
      text: `SELECT workspace_id, workspace_name, id, reason, status, created_at, code_expires_at, started_at,
        expires_at, ended_at, end_reason FROM support_of_staff($1, $2)`,
    },
    [userId, limit],
  );

/** Returns whether a workspace of that id exists, independent of the caller. */
export async function workspaceExists(db: Database, id: string): Promise<boolean> {
  const statement = { name: "workspace_exists", text: "SELECT workspace_exists($1) AS found" };
  const [row] = await queryAsSystem<{ found: boolean }>(db, statement, [id]);
  return row?.found ?? false;
}

/** Returns the read operations of a session in the transaction's workspace, newest first. */
export const supportViews = (tx: Tx, id: string, limit: number): Promise<SupportView[]> =>
  tx.sql<SupportView & Record<string, unknown>>(
    `SELECT at, after::jsonb->>'operation' AS operation, after::jsonb->>'input' AS input FROM audit_events
     WHERE workspace_id = $1 AND subject = $2 AND action = 'support.view' ORDER BY seq DESC LIMIT $3`,
    [tx.tenant.workspaceId, id, limit],
  );
