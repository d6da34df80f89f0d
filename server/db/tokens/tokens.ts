import type { Role, Scope } from "@/server/domain/permissions";
import type { Lifecycle, Plan } from "@/server/domain/plan/plans";
import type { Database } from "../database/database";
import { queryAsSystem } from "../database/query";
import type { Tx } from "../database/transaction";

/** A token with its creator and workspace; `role` is null when the creator is not a member. */
export interface TokenCredential {
  readonly workspace_id: string;
  readonly token_id: string;
  readonly name: string;
  /** The last characters of the secret, which settings show. */
  readonly last4: string;
  readonly user_id: string;
  readonly user_email: string;
  readonly scopes: string[];
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly last_used_at: Date | null;
  readonly user_deleted: boolean;
  readonly email_confirmed: boolean;
  readonly role: Role | null;
  readonly plan: Plan;
  readonly lifecycle: Lifecycle;
}

/** A token as settings list it, without the secret and its hash. */
export interface TokenRow {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly userId: string;
  readonly prefix: string;
  readonly last4: string;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly rotatedTo: string | null;
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
}

export interface NewToken {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly hash: Uint8Array<ArrayBuffer>;
  readonly prefix: string;
  readonly last4: string;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
}

const CREDENTIAL = {
  name: "credential_token",
  text: `SELECT workspace_id, token_id, name, last4, user_id, user_email, scopes, expires_at, revoked_at, last_used_at,
    user_deleted, email_confirmed, role, plan, lifecycle FROM credential_token($1)`,
};

const LISTED_FIELDS = {
  id: true,
  name: true,
  scopes: true,
  userId: true,
  prefix: true,
  last4: true,
  expiresAt: true,
  revokedAt: true,
  rotatedTo: true,
  lastUsedAt: true,
  createdAt: true,
} as const;

/** Finds a token by its SHA-256 with one query; null when it was never created. */
export async function findTokenCredential(db: Database, hash: Buffer): Promise<TokenCredential | null> {
  const [row] = await queryAsSystem<TokenCredential>(db, CREDENTIAL, [hash]);
  return row ?? null;
}

/** Returns the workspace of a token in any state; null when it was never created. */
export async function workspaceOfToken(db: Database, id: string): Promise<string | null> {
  const statement = { name: "workspace_of_token", text: "SELECT workspace_of_token($1) AS workspace_id" };
  const [row] = await queryAsSystem<{ workspace_id: string | null }>(db, statement, [id]);
  return row?.workspace_id ?? null;
}

/** Inserts a token of the transaction's workspace and returns its listed form. */
export async function insertToken(tx: Tx, token: NewToken): Promise<TokenRow> {
  return tx.prisma.apiToken.create({
    data: { ...token, scopes: [...token.scopes], workspaceId: tx.tenant.workspaceId },
    select: LISTED_FIELDS,
  });
}

/** Returns every token of the workspace, newest first, including revoked and expired ones. */
export function listTokenRows(tx: Tx): Promise<TokenRow[]> {
  return tx.prisma.apiToken.findMany({
    where: { workspaceId: tx.tenant.workspaceId },
    select: LISTED_FIELDS,
    orderBy: { id: "desc" },
  });
}

/** Locks the token's row until the transaction ends; null when the workspace has no such token. */
export async function lockToken(tx: Tx, id: string): Promise<TokenRow | null> {
  const { workspaceId } = tx.tenant;
  const locked = await tx.run("SELECT FROM api_tokens WHERE workspace_id = $1 AND id = $2 FOR UPDATE", [
    workspaceId,
    id,
  ]);
  if (locked === 0) return null;
  return tx.prisma.apiToken.findUnique({
    where: { workspaceId_id: { workspaceId, id } },
    select: LISTED_FIELDS,
  });
}

/** Counts the valid tokens at that time: not revoked, not expired and not replaced by a rotation. */
export async function countLiveTokens(tx: Tx, at: Date): Promise<number> {
  const [row] = await tx.sql<{ live: number }>(
    `SELECT count(*)::int AS live FROM api_tokens
     WHERE workspace_id = $1 AND revoked_at IS NULL AND rotated_to IS NULL AND (expires_at IS NULL OR expires_at > $2)`,
    [tx.tenant.workspaceId, at],
  );
  return row?.live ?? 0;
}

/** Revokes a token from `at` on; the caller has locked its row. */
export async function revokeTokenRow(tx: Tx, id: string, at: Date): Promise<void> {
  const { workspaceId } = tx.tenant;
  await tx.prisma.apiToken.update({
    where: { workspaceId_id: { workspaceId, id } },
    data: { revokedAt: at },
  });
}

/** Revokes a person's tokens in this workspace and returns the ids of those that were valid. */
export async function revokeTokensOf(tx: Tx, userId: string, at: Date): Promise<string[]> {
  const rows = await tx.sql<{ id: string }>(
    `UPDATE api_tokens SET revoked_at = $3 WHERE workspace_id = $1 AND user_id = $2 AND revoked_at IS NULL
     RETURNING id`,
    [tx.tenant.workspaceId, userId, at],
  );
  return rows.map((row) => row.id);
}

/** Sets the token's successor and limits the old token's validity to `until`. */
export async function replaceToken(tx: Tx, id: string, successor: string, until: Date): Promise<void> {
  const { workspaceId } = tx.tenant;
  await tx.run(
    `UPDATE api_tokens SET rotated_to = $3, expires_at = LEAST(COALESCE(expires_at, $4), $4)
     WHERE workspace_id = $1 AND id = $2`,
    [workspaceId, id, successor, until],
  );
}

/** Records a use at `at`, unless one was recorded after `unlessAfter`. */
export async function touchToken(tx: Tx, id: string, at: Date, unlessAfter: Date): Promise<void> {
  await tx.run(
    `UPDATE api_tokens SET last_used_at = $3
     WHERE workspace_id = $1 AND id = $2 AND (last_used_at IS NULL OR last_used_at <= $4)`,
    [tx.tenant.workspaceId, id, at, unlessAfter],
  );
}
