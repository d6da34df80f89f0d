import type { Role } from "@/server/domain/permissions";
import type { Database } from "../database/database";
import { queryAsSystem } from "../database/query";
import type { Tx } from "../database/transaction";

export interface InvitationRow {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: string;
  readonly invitedByLabel: string;
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

export interface NewInvitation extends InvitationRow {
  readonly codeHash: Uint8Array<ArrayBuffer>;
}

const ROW = `SELECT id, email, role, invited_by AS "invitedBy", invited_by_label AS "invitedByLabel",
  sent_at AS "sentAt", expires_at AS "expiresAt" FROM invitations
  WHERE workspace_id = $1 AND accepted_at IS NULL AND revoked_at IS NULL`;
const OF_CODE = { name: "invitation_of_code", text: "SELECT workspace_id, id FROM invitation_of_code($1)" };
const IS_INVITED = {
  name: "address_is_invited",
  text: "SELECT address_is_invited($1, $2) AS invited",
};

/** Returns whether a valid invitation to any workspace exists for this normalised address. */
export async function isInvited(db: Database, email: string, at: Date): Promise<boolean> {
  const [row] = await queryAsSystem<{ invited: boolean }>(db, IS_INVITED, [email, at]);
  return row?.invited ?? false;
}

/** Finds the workspace and id of the invitation with this code; null without one. */
export async function findInvitationByCode(
  db: Database,
  codeHash: Uint8Array<ArrayBuffer>,
): Promise<{ readonly workspaceId: string; readonly id: string } | null> {
  const [row] = await queryAsSystem<{ workspace_id: string; id: string }>(db, OF_CODE, [codeHash]);
  return row ? { workspaceId: row.workspace_id, id: row.id } : null;
}

/** Inserts an invitation; an open one for the same address must be ended before. */
export async function insertInvitation(tx: Tx, invitation: NewInvitation): Promise<void> {
  const { id, email, role, codeHash, invitedBy, invitedByLabel, sentAt, expiresAt } = invitation;
  await tx.run(
    `INSERT INTO invitations
       (workspace_id, id, email, role, code_hash, invited_by, invited_by_label, created_at, sent_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)`,
    [tx.tenant.workspaceId, id, email, role, codeHash, invitedBy, invitedByLabel, sentAt, expiresAt],
  );
}

type OpenInvitation = InvitationRow & Record<string, unknown>;

/**
 * Returns the workspace's invitations that are neither accepted nor revoked, including expired ones; newest first.
 */
export const openInvitations = (tx: Tx): Promise<InvitationRow[]> =>
  tx.sql<OpenInvitation>(`${ROW} ORDER BY id DESC`, [tx.tenant.workspaceId]);

/** Locks an invitation that is neither accepted nor revoked until the transaction ends; null without one. */
export async function lockInvitation(tx: Tx, id: string): Promise<InvitationRow | null> {
  const [row] = await tx.sql<OpenInvitation>(`${ROW} AND id = $2 FOR UPDATE`, [tx.tenant.workspaceId, id]);
  return row ?? null;
}

/** Finds the open invitation of an address, expired or not; null without one. */
export async function invitationOf(tx: Tx, email: string): Promise<InvitationRow | null> {
  const [row] = await tx.sql<OpenInvitation>(`${ROW} AND email = $2`, [tx.tenant.workspaceId, email]);
  return row ?? null;
}

/** Counts the workspace's invitations mailed since `since`, in any status. */
export async function countMailedInvitations(tx: Tx, since: Date): Promise<number> {
  const [row] = await tx.sql<{ n: number }>(
    "SELECT count(*)::int AS n FROM invitations WHERE workspace_id = $1 AND sent_at > $2",
    [tx.tenant.workspaceId, since],
  );
  return row?.n ?? 0;
}

/** Gives an open invitation a new code and expiry; the previous code becomes invalid. */
export async function renewInvitation(
  tx: Tx,
  id: string,
  renewed: Pick<NewInvitation, "codeHash" | "sentAt" | "expiresAt" | "invitedBy" | "invitedByLabel">,
): Promise<void> {
  const { codeHash, sentAt, expiresAt, invitedBy, invitedByLabel } = renewed;
  await tx.run(
    `UPDATE invitations SET code_hash = $3, sent_at = $4, expires_at = $5, invited_by = $6, invited_by_label = $7
     WHERE workspace_id = $1 AND id = $2`,
    [tx.tenant.workspaceId, id, codeHash, sentAt, expiresAt, invitedBy, invitedByLabel],
  );
}

/** Records who accepted an invitation. */
export async function closeInvitation(tx: Tx, id: string, by: string, at: Date): Promise<void> {
  await tx.run(
    "UPDATE invitations SET accepted_at = $4, accepted_by = $3 WHERE workspace_id = $1 AND id = $2",
    [tx.tenant.workspaceId, id, by, at],
  );
}

/** Revokes an invitation. */
export async function revokeInvitationRow(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.run("UPDATE invitations SET revoked_at = $3 WHERE workspace_id = $1 AND id = $2", [
    tx.tenant.workspaceId,
    id,
    at,
  ]);
}

/**
 * Revokes the invitations a person sent.
 * @returns the ids of those invitations
 */
export async function revokeInvitationsBy(tx: Tx, userId: string, at: Date): Promise<string[]> {
  const rows = await tx.sql<{ id: string }>(
    `UPDATE invitations SET revoked_at = $3
     WHERE workspace_id = $1 AND invited_by = $2 AND accepted_at IS NULL AND revoked_at IS NULL RETURNING id`,
    [tx.tenant.workspaceId, userId, at],
  );
  return rows.map((row) => row.id);
}
