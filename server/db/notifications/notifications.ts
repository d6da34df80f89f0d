import type { Choices } from "@/server/domain/notifications/notification";
import type { Role } from "@/server/domain/permissions";
import type { Database } from "../database/database";
import { queryAsSystem } from "../database/query";
import type { Tx } from "../database/transaction";

/** The user id of a notice about the workspace as a whole. */
export const WORKSPACE_AS_RECIPIENT = "";

/** A member who may be mailed, with their choices; null when they never made any. */
export interface Recipient {
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  readonly choices: Choices | null;
  /** Start of the membership or of the current choices; older events are not mailed. */
  readonly since: Date;
}

/** A record that a person was notified of something. */
export interface Notice {
  readonly userId: string;
  readonly topic: string;
  readonly subject: string;
  readonly at: Date;
}

interface ChoicesRow {
  readonly approvals: boolean;
  readonly digest: Choices["digest"];
  readonly runs: boolean;
  readonly writeBacks: boolean;
  readonly integrations: boolean;
  readonly timeZone: string;
}

const LIVE = { name: "live_workspaces", text: "SELECT id FROM live_workspaces($1, $2)" };
const CHOSEN = `c.approvals, c.digest, c.runs, c.write_backs AS "writeBacks", c.integrations,
  c.time_zone AS "timeZone"`;

/** Returns ids of workspaces that are neither suspended nor being deleted, in order, after the id `after`. */
export async function liveWorkspaces(db: Database, after: string, limit: number): Promise<string[]> {
  return (await queryAsSystem<{ id: string }>(db, LIVE, [after, limit])).map(({ id }) => id);
}

/** Returns when the transaction's workspace was created; null if it does not exist. */
export async function workspaceCreatedAt(tx: Tx): Promise<Date | null> {
  const [row] = await tx.sql<{ at: Date }>("SELECT created_at AS at FROM workspaces WHERE id = $1", [
    tx.tenant.workspaceId,
  ]);
  return row?.at ?? null;
}

/**
 * Locks the notification round of the transaction's workspace until the transaction ends; false when another process
 * has the lock.
 */
export async function lockNotificationRound(tx: Tx): Promise<boolean> {
  const [row] = await tx.sql<{ held: boolean }>(
    "SELECT pg_try_advisory_xact_lock(hashtextextended('notices ' || $1, 0)) AS held",
    [tx.tenant.workspaceId],
  );
  return row?.held ?? false;
}

/** Returns members with a confirmed address, without deleted people. */
export async function listRecipients(tx: Tx): Promise<Recipient[]> {
  const rows = await tx.sql<ChoicesRow & Omit<Recipient, "choices"> & Record<string, unknown>>(
    `SELECT u.id AS "userId", u.email, m.role, ${CHOSEN}, GREATEST(m.created_at, c.updated_at) AS since
     FROM memberships m
     JOIN users u ON u.id = m.user_id AND u.deleted_at IS NULL AND u.email_confirmed_at IS NOT NULL
     LEFT JOIN notification_choices c ON c.workspace_id = m.workspace_id AND c.user_id = m.user_id
     WHERE m.workspace_id = $1 ORDER BY u.id`,
    [tx.tenant.workspaceId],
  );
  return rows.map(({ userId, email, role, since, ...chosen }) => ({
    userId,
    email,
    role,
    since,
    choices: chosen.timeZone === null ? null : choicesOf(chosen),
  }));
}

const choicesOf = ({ approvals, digest, runs, writeBacks, integrations, timeZone }: ChoicesRow): Choices => ({
  approvals,
  digest,
  runs,
  writeBacks,
  integrations,
  timeZone,
});

/** Returns the member's choices; null when they never made any. */
export async function findChoices(tx: Tx, userId: string): Promise<Choices | null> {
  const [row] = await tx.sql<ChoicesRow & Record<string, unknown>>(
    `SELECT ${CHOSEN} FROM notification_choices c WHERE c.workspace_id = $1 AND c.user_id = $2`,
    [tx.tenant.workspaceId, userId],
  );
  return row ? choicesOf(row) : null;
}

/** Stores the choices of a member of the transaction's workspace. */
export async function putChoices(tx: Tx, userId: string, choices: Choices, at: Date): Promise<void> {
  const { approvals, digest, runs, writeBacks, integrations, timeZone } = choices;
  await tx.run(
    `INSERT INTO notification_choices (workspace_id, user_id, approvals, digest, runs, write_backs, integrations,
       time_zone, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (workspace_id, user_id) DO UPDATE SET approvals = $3, digest = $4, runs = $5, write_backs = $6,
       integrations = $7, time_zone = $8, updated_at = $9`,
    [tx.tenant.workspaceId, userId, approvals, digest, runs, writeBacks, integrations, timeZone, at],
  );
}

/** Returns all stored notices of the transaction's workspace. */
export const listNotices = (tx: Tx): Promise<Notice[]> =>
  tx.sql<Notice & Record<string, unknown>>(
    `SELECT user_id AS "userId", topic, subject, at FROM notices WHERE workspace_id = $1`,
    [tx.tenant.workspaceId],
  );

/** Stores notices. Throws the database's error for a notice that exists already. */
export async function insertNotices(tx: Tx, notices: readonly Notice[]): Promise<void> {
  const { workspaceId } = tx.tenant;
  await tx.prisma.notice.createMany({ data: notices.map((notice) => ({ ...notice, workspaceId })) });
}

/** Deletes notices until `before` about connections that work again, so that their next failure is notified too. */
export async function purgeHealed(tx: Tx, failing: readonly string[], before: Date): Promise<void> {
  await tx.run(
    `DELETE FROM notices
     WHERE workspace_id = $1 AND topic = 'integrations' AND NOT subject = ANY ($2) AND at <= $3`,
    [tx.tenant.workspaceId, failing, before],
  );
}

/** Deletes notices before `before` about topics that cannot come up again. */
export async function purgeNotices(tx: Tx, topics: readonly string[], before: Date): Promise<void> {
  await tx.run("DELETE FROM notices WHERE workspace_id = $1 AND topic = ANY ($2) AND at < $3", [
    tx.tenant.workspaceId,
    topics,
    before,
  ]);
}
