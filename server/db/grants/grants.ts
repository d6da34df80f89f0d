import type { GrantEnd } from "@/server/domain/grants/grant";
import type { Role } from "@/server/domain/permissions";
import type { Lifecycle, Plan } from "@/server/domain/plan/plans";
import type { Database } from "../database/database";
import { queryAsSystem } from "../database/query";
import type { Tx } from "../database/transaction";

/** An access token with its grant, person and workspace; `role` is null when the person is not a member. */
export interface GrantCredential {
  readonly workspace_id: string;
  readonly grant_id: string;
  readonly client_name: string;
  readonly user_id: string;
  readonly user_email: string;
  /** Scopes that the person granted. */
  readonly granted: string[];
  /** Scopes of this token, separated by spaces; `audience` is its resource. */
  readonly token_scope: string | null;
  readonly audience: string | null;
  readonly expires_at: Date;
  readonly ended_at: Date | null;
  readonly last_used_at: Date | null;
  readonly user_deleted: boolean;
  readonly email_confirmed: boolean;
  readonly role: Role | null;
  readonly plan: Plan;
  readonly lifecycle: Lifecycle;
}

/** A grant as settings list it. */
export interface GrantRow {
  readonly id: string;
  readonly userId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly clientKind: string;
  readonly redirectUri: string;
  readonly resources: readonly string[];
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
  readonly endedAt: Date | null;
  readonly endedBy: string | null;
  readonly endedReason: string | null;
}

export type NewGrant = Omit<GrantRow, "lastUsedAt" | "endedAt" | "endedBy" | "endedReason">;

/** How a grant ended: actor (a person's id, or system), reason and time. */
export interface GrantEnding {
  readonly by: string;
  readonly reason: GrantEnd;
  readonly at: Date;
}

const CREDENTIAL = {
  name: "credential_grant",
  text: `SELECT workspace_id, grant_id, client_name, user_id, user_email, granted, token_scope, audience, expires_at,
    ended_at, last_used_at, user_deleted, email_confirmed, role, plan, lifecycle FROM credential_grant($1)`,
};

const LISTED_FIELDS = {
  id: true,
  userId: true,
  clientId: true,
  clientName: true,
  clientKind: true,
  redirectUri: true,
  resources: true,
  scopes: true,
  createdAt: true,
  expiresAt: true,
  lastUsedAt: true,
  endedAt: true,
  endedBy: true,
  endedReason: true,
} as const;
const MAX_LISTED_GRANTS = 500;

/** Finds an access token by its SHA-256 with one query; null when it was never issued or was revoked. */
export async function findGrantCredential(db: Database, hash: Buffer): Promise<GrantCredential | null> {
  const [row] = await queryAsSystem<GrantCredential>(db, CREDENTIAL, [hash]);
  return row ?? null;
}

/** Inserts a grant of the transaction's workspace. */
export async function insertGrant(tx: Tx, grant: NewGrant): Promise<void> {
  const { resources, scopes, ...rest } = grant;
  await tx.prisma.oauthGrant.create({
    data: { ...rest, resources: [...resources], scopes: [...scopes], workspaceId: tx.tenant.workspaceId },
  });
}

/** Returns the workspace's grants, newest first, including ended ones; those of one person if `userId` is set. */
export function listGrantRows(tx: Tx, userId: string | null): Promise<GrantRow[]> {
  return tx.prisma.oauthGrant.findMany({
    where: { workspaceId: tx.tenant.workspaceId, ...(userId === null ? {} : { userId }) },
    select: LISTED_FIELDS,
    orderBy: { id: "desc" },
    take: MAX_LISTED_GRANTS,
  });
}

/** Locks the grant's row until the transaction ends; null when the workspace has no such grant. */
export async function lockGrant(tx: Tx, id: string): Promise<GrantRow | null> {
  const { workspaceId } = tx.tenant;
  const locked = await tx.run("SELECT FROM oauth_grants WHERE workspace_id = $1 AND id = $2 FOR UPDATE", [
    workspaceId,
    id,
  ]);
  if (locked === 0) return null;
  return tx.prisma.oauthGrant.findUnique({
    where: { workspaceId_id: { workspaceId, id } },
    select: LISTED_FIELDS,
  });
}

/** Ends a grant and all its tokens; the caller has locked its row. */
export async function endGrantRow(tx: Tx, id: string, { by, reason, at }: GrantEnding): Promise<void> {
  await tx.run(
    `UPDATE oauth_grants SET ended_at = $3, ended_by = $4, ended_reason = $5
     WHERE workspace_id = $1 AND id = $2 AND ended_at IS NULL`,
    [tx.tenant.workspaceId, id, at, by, reason],
  );
}

/**
 * Ends a person's grants in this workspace, and returns those that were active, with their fields for the audit log.
 */
export function endGrantsOf(
  tx: Tx,
  userId: string,
  { by, reason, at }: GrantEnding,
): Promise<{ id: string; clientName: string }[]> {
  return tx.sql<{ id: string; clientName: string }>(
    `UPDATE oauth_grants SET ended_at = $3, ended_by = $4, ended_reason = $5
     WHERE workspace_id = $1 AND user_id = $2 AND ended_at IS NULL
     RETURNING id, client_name AS "clientName"`,
    [tx.tenant.workspaceId, userId, at, by, reason],
  );
}

/** Records a use at `at`, unless one was recorded after `unlessAfter`. */
export async function touchGrant(tx: Tx, id: string, at: Date, unlessAfter: Date): Promise<void> {
  await tx.run(
    `UPDATE oauth_grants SET last_used_at = $3
     WHERE workspace_id = $1 AND id = $2 AND (last_used_at IS NULL OR last_used_at <= $4)`,
    [tx.tenant.workspaceId, id, at, unlessAfter],
  );
}

/** A grant with the fields that the authorization server needs. */
export interface NamedGrant {
  readonly workspace_id: string;
  readonly id: string;
  readonly user_id: string;
  readonly client_id: string;
  readonly resources: string[];
  readonly scopes: string[];
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly ended_at: Date | null;
}

const NAMED = {
  name: "oauth_grant",
  text: `SELECT workspace_id, id, user_id, client_id, resources, scopes, created_at, expires_at, ended_at
    FROM oauth_grant($1)`,
};
const EXTEND = { name: "extend_oauth_grant", text: "SELECT extend_oauth_grant($1, $2)" };

/** Finds a grant by its id alone, ended or not; null when it never existed. */
export async function findGrant(db: Database, id: string): Promise<NamedGrant | null> {
  const [row] = await queryAsSystem<NamedGrant>(db, NAMED, [id]);
  return row ?? null;
}

/** Extends a grant until a token issued on it expires; an ended grant stays ended. */
export async function extendGrant(db: Database, id: string, until: Date): Promise<void> {
  await queryAsSystem(db, EXTEND, [id, until]);
}
