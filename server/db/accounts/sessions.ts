import type { Database, PrismaTransaction } from "../database/database";
import { queryAsSystem } from "../database/query";
import type { SessionMember } from "./accounts";

/** A session with its person, role and plan, and its expiry. */
export interface SessionCredential extends SessionMember {
  readonly seen_at: Date;
  readonly expires_at: Date;
  readonly ended_at: Date | null;
}

/** How the person signed in. */
export type SessionMethod = "password" | "provider" | "operator";

export interface NewSession {
  readonly id: string;
  readonly userId: string;
  readonly method: SessionMethod;
  readonly network: string | null;
  readonly agent: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface SessionRow {
  readonly id: string;
  readonly method: string;
  readonly network: string | null;
  readonly agent: string | null;
  readonly createdAt: Date;
  readonly seenAt: Date;
}

const CREDENTIAL = {
  name: "credential_session",
  text: `SELECT workspace_id, user_id, session_epoch, user_deleted, email_confirmed, user_email, role, plan, lifecycle,
      seen_at, expires_at, ended_at FROM credential_session($1, $2)`,
};
const MAX_LISTED_SESSIONS = 100;

/**
 * Finds a session, its person and workspace with one query; without a workspace id, the person's only workspace.
 * @returns null when there is no such session
 */
export async function findSessionCredential(
  db: Database,
  sessionId: string,
  workspaceId: string | null,
): Promise<SessionCredential | null> {
  const [row] = await queryAsSystem<SessionCredential>(db, CREDENTIAL, [sessionId, workspaceId]);
  return row ?? null;
}

/** Inserts a session that begins now. */
export async function insertSession(prisma: PrismaTransaction, session: NewSession): Promise<void> {
  await prisma.session.create({ data: { ...session, seenAt: session.createdAt } });
}

/**
 * Records a use of a browser's session and extends it, unless it has ended or a use was recorded after `notedBefore`.
 * Sessions issued by the operator (15 minutes) are not extended.
 */
export async function touchSession(
  db: Database,
  id: string,
  { at, notedBefore, expiresAt }: { at: Date; notedBefore: Date; expiresAt: Date },
): Promise<void> {
  await db.prisma.session.updateMany({
    where: { id, method: { not: "operator" }, endedAt: null, seenAt: { lte: notedBefore } },
    data: { seenAt: at, expiresAt },
  });
}

/** Returns the person's live sessions, most recently used first. */
export function liveSessionRows(db: Database, userId: string, at: Date): Promise<SessionRow[]> {
  return db.prisma.session.findMany({
    where: { userId, endedAt: null, expiresAt: { gt: at } },
    select: { id: true, method: true, network: true, agent: true, createdAt: true, seenAt: true },
    orderBy: [{ seenAt: "desc" }, { id: "desc" }],
    take: MAX_LISTED_SESSIONS,
  });
}

/**
 * Ends one session of a person, or all of them except one.
 * @returns the number of sessions ended
 */
export async function revokeSessions(
  prisma: PrismaTransaction,
  userId: string,
  selection: { readonly id: string } | { readonly except: string | null },
  at: Date,
): Promise<number> {
  const id =
    "id" in selection ? selection.id : selection.except === null ? undefined : { not: selection.except };
  const { count } = await prisma.session.updateMany({
    where: { userId, endedAt: null, ...(id === undefined ? {} : { id }) },
    data: { endedAt: at },
  });
  return count;
}

/**
 * Ends every session of a person and invalidates every bearer issued to them before.
 * @returns the number of sessions ended
 */
export async function revokeAllAccess(prisma: PrismaTransaction, userId: string, at: Date): Promise<number> {
  await prisma.user.update({
    where: { id: userId },
    data: { sessionEpoch: { increment: 1 }, signedOutAt: at },
  });
  return revokeSessions(prisma, userId, { except: null }, at);
}

/** Returns whether the person has used a session from that network since `since`. */
export async function hasSessionFromNetwork(
  db: Database,
  userId: string,
  network: string,
  since: Date,
): Promise<boolean> {
  const found = await db.prisma.session.findFirst({
    where: { userId, network, seenAt: { gte: since } },
    select: { id: true },
  });
  return found !== null;
}

/** Deletes sessions that ended or expired before `before`. */
export async function purgeOldSessions(db: Database, before: Date): Promise<void> {
  await db.prisma.session.deleteMany({
    where: { OR: [{ endedAt: { lt: before } }, { expiresAt: { lt: before } }] },
  });
}
