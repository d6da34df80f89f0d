import type { Role } from "@/server/domain/permissions";
import type { Lifecycle, Plan } from "@/server/domain/plan/plans";
import type { Database, PrismaTransaction } from "../database/database";
import { queryAsSystem } from "../database/query";
import { asUser } from "../database/transaction";

/**
 * A session's person, with their role and plan in the workspace; the workspace's fields are null for a person who is
 * not a member.
 */
export interface SessionMember {
  readonly workspace_id: string | null;
  readonly user_id: string;
  readonly session_epoch: number;
  readonly user_deleted: boolean;
  readonly email_confirmed: boolean;
  readonly user_email: string;
  readonly role: Role | null;
  readonly plan: Plan | null;
  readonly lifecycle: Lifecycle | null;
}

export interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly passwordHash: string | null;
  readonly emailConfirmedAt: Date | null;
  readonly sessionEpoch: number;
  readonly deletedAt: Date | null;
}

export interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  /** Null for a person who signs in through the identity provider only. */
  readonly passwordHash: string | null;
  readonly emailConfirmedAt: Date | null;
  readonly createdAt: Date;
}

/** A workspace in its member's workspace switch. */
export interface WorkspaceMembership {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly plan: Plan;
  readonly lifecycle: Lifecycle;
}

const MEMBER = {
  name: "credential_member",
  text: `SELECT workspace_id, user_id, session_epoch, user_deleted, email_confirmed, user_email, role, plan, lifecycle
    FROM credential_member($1, $2)`,
};

const USER = {
  id: true,
  email: true,
  name: true,
  passwordHash: true,
  emailConfirmedAt: true,
  sessionEpoch: true,
  deletedAt: true,
} as const;

/**
 * Finds a session's person and workspace with one query; without a workspace id, the person's only workspace.
 * @returns null when the person does not exist
 */
export async function findSessionMember(
  db: Database,
  userId: string,
  workspaceId: string | null,
): Promise<SessionMember | null> {
  const [row] = await queryAsSystem<SessionMember>(db, MEMBER, [userId, workspaceId]);
  return row ?? null;
}

/** Normalises an e-mail address to the form in which addresses are stored and looked up. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();

/** Finds the person with that e-mail address, confirmed or not; deleted people have none. */
export function findUserByEmail(db: Database, email: string): Promise<UserRow | null> {
  return db.prisma.user.findUnique({ where: { email: normalEmail(email) }, select: USER });
}

/** Finds the person of that id, deleted or not (`deletedAt`); null when the id was never used. */
export function findUser(db: Database, id: string): Promise<UserRow | null> {
  return db.prisma.user.findUnique({ where: { id }, select: USER });
}

/** Returns whether any account exists or ever existed. */
export const hasAnyUser = async (db: Database): Promise<boolean> =>
  (await db.prisma.user.findFirst({ select: { id: true } })) !== null;

/** Returns e-mail addresses by user id, to display who did what; deleted people are absent. */
export async function emailsOf(
  db: Database,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.prisma.user.findMany({
    where: { id: { in: [...new Set(userIds)] }, deletedAt: null },
    select: { id: true, email: true },
  });
  return new Map(rows.map((row) => [row.id, row.email]));
}

/**
 * Inserts a person.
 * @returns false when the e-mail address is taken; then nothing was written
 */
export async function insertUser(prisma: PrismaTransaction, user: NewUser): Promise<boolean> {
  const { count } = await prisma.user.createMany({
    data: [{ ...user, email: normalEmail(user.email) }],
    skipDuplicates: true,
  });
  return count === 1;
}

/**
 * Marks an address as confirmed.
 * @returns false when the person has another address now
 */
export async function confirmAddress(
  prisma: PrismaTransaction,
  { userId: id, email }: { readonly userId: string; readonly email: string },
  at: Date,
): Promise<boolean> {
  await prisma.user.updateMany({
    where: { id, email, emailConfirmedAt: null, deletedAt: null },
    data: { emailConfirmedAt: at },
  });
  return (await prisma.user.count({ where: { id, email, deletedAt: null } })) === 1;
}

/**
 * Replaces a person's address with another, confirmed one.
 * @returns false when another person has that address; then nothing was written
 */
export async function replaceAddress(
  prisma: PrismaTransaction,
  { userId, email }: { readonly userId: string; readonly email: string },
  at: Date,
): Promise<boolean> {
  const changed = await prisma.$executeRaw`
    UPDATE users SET email = ${email}, email_confirmed_at = ${at}
    WHERE id = ${userId} AND deleted_at IS NULL AND NOT EXISTS (SELECT FROM users WHERE email = ${email})`;
  return changed === 1;
}

/** Replaces a person's password; null removes it. */
export async function savePassword(
  prisma: PrismaTransaction,
  id: string,
  passwordHash: string | null,
): Promise<void> {
  await prisma.user.update({ where: { id }, data: { passwordHash } });
}

/** Replaces a person's name; null removes it. */
export async function saveName(db: Database, id: string, name: string | null): Promise<void> {
  await db.prisma.user.update({ where: { id }, data: { name } });
}

/** Locks the person's row until the transaction ends; serialises checks of their sign-in methods. */
export async function lockUser(prisma: PrismaTransaction, id: string): Promise<UserRow | null> {
  await prisma.$queryRaw`SELECT 1 FROM users WHERE id = ${id} FOR UPDATE`;
  return prisma.user.findUnique({ where: { id }, select: USER });
}

/** Returns the workspaces a person belongs to, oldest first. */
export function workspacesOf(db: Database, userId: string): Promise<WorkspaceMembership[]> {
  return asUser(
    db,
    userId,
    (prisma) => prisma.$queryRaw<WorkspaceMembership[]>`
    SELECT w.id, w.name, m.role, w.plan, w.lifecycle FROM memberships m JOIN workspaces w ON w.id = m.workspace_id
    WHERE m.user_id = ${userId} ORDER BY w.id`,
  );
}

/**
 * Deletes a person's e-mail address, name, password and open links, and ends their sessions. The row stays under its
 * id, because events refer to it; the e-mail address becomes `<id>@deleted.invalid`, which cannot receive mail.
 */
export async function purgeUser(prisma: PrismaTransaction, id: string, at: Date): Promise<void> {
  const { email } = await prisma.user.update({
    where: { id },
    data: { deletedAt: at },
    select: { email: true },
  });
  await prisma.$executeRaw`SELECT forget_invitations(${id}, ${email})`;
  await prisma.identityLink.deleteMany({ where: { email } });
  await prisma.identity.deleteMany({ where: { userId: id } });
  await prisma.session.deleteMany({ where: { userId: id } });
  await prisma.user.update({
    where: { id },
    data: {
      email: `${id}@deleted.invalid`,
      name: null,
      passwordHash: null,
      emailConfirmedAt: null,
      sessionEpoch: { increment: 1 },
      signedOutAt: at,
    },
  });
  await prisma.emailChallenge.deleteMany({ where: { userId: id } });
  await prisma.$executeRaw`SELECT forget_account_events(${id})`;
  await prisma.$executeRaw`SELECT forget_person(${id})`;
}

/**
 * Returns the acting person's memberships in an order that is the same for every transaction that locks several
 * workspaces.
 */
export async function membershipsOf(
  prisma: PrismaTransaction,
  userId: string,
): Promise<{ workspaceId: string; role: string }[]> {
  return prisma.membership.findMany({
    where: { userId },
    select: { workspaceId: true, role: true },
    orderBy: { workspaceId: "asc" },
  });
}
