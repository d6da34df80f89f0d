import type { Role } from "@/server/domain/permissions";
import type { Lifecycle, Plan } from "@/server/domain/plan/plans";
import type { Database, PrismaTransaction } from "../database/database";
import { queryAsSystem } from "../database/query";
import { asUser } from "../database/transaction";

/** What a session stands for at this moment; the workspace's fields are null where the person is no member of it. */
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
  /** Null for a person who signs in by the identity provider alone. */
  readonly passwordHash: string | null;
  readonly emailConfirmedAt: Date | null;
  readonly createdAt: Date;
}

/** A workspace as its member sees it in the switch. */
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
 * One query for a session's person and workspace; without a workspace id the only one they belong to is meant.
 * @returns null where there is no such person
 */
export async function findSessionMember(
  db: Database,
  userId: string,
  workspaceId: string | null,
): Promise<SessionMember | null> {
  const [row] = await queryAsSystem<SessionMember>(db, MEMBER, [userId, workspaceId]);
  return row ?? null;
}

/** The form under which an e-mail address is stored and looked up. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();

/** The person with that e-mail address, who may not have confirmed it; deleted people have none. */
export function findUserByEmail(db: Database, email: string): Promise<UserRow | null> {
  return db.prisma.user.findUnique({ where: { email: normalEmail(email) }, select: USER });
}

/** The person of that id, a deleted one with `deletedAt` set; null where there never was one. */
export function findUser(db: Database, id: string): Promise<UserRow | null> {
  return db.prisma.user.findUnique({ where: { id }, select: USER });
}

/** Whether anybody has an account here, or had one. */
export const anyUser = async (db: Database): Promise<boolean> =>
  (await db.prisma.user.findFirst({ select: { id: true } })) !== null;

/** E-mail addresses by user id, for showing who did what; deleted people are absent. */
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

/** @returns false where the e-mail address is taken, and then nothing was written */
export async function insertUser(prisma: PrismaTransaction, user: NewUser): Promise<boolean> {
  const { count } = await prisma.user.createMany({
    data: [{ ...user, email: normalEmail(user.email) }],
    skipDuplicates: true,
  });
  return count === 1;
}

/** Marks an address as confirmed; @returns false where it is the person's no more */
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

/** Gives a person another address, confirmed; @returns false where another person has it, and then nothing was written */
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

/** Gives a person another password, or none. */
export async function savePassword(
  prisma: PrismaTransaction,
  id: string,
  passwordHash: string | null,
): Promise<void> {
  await prisma.user.update({ where: { id }, data: { passwordHash } });
}

/** Gives a person another name, or none. */
export async function saveName(db: Database, id: string, name: string | null): Promise<void> {
  await db.prisma.user.update({ where: { id }, data: { name } });
}

/** The person's row, locked until the transaction ends: what decides by their ways to sign in waits here. */
export async function lockUser(prisma: PrismaTransaction, id: string): Promise<UserRow | null> {
  await prisma.$queryRaw`SELECT 1 FROM users WHERE id = ${id} FOR UPDATE`;
  return prisma.user.findUnique({ where: { id }, select: USER });
}

/** The workspaces a person belongs to, oldest first. */
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
 * Takes a person's e-mail address, name, password and open links out of the database and ends their sessions. The row
 * stays under its id for what they did; e-mail becomes `<id>@deleted.invalid`, which no mail reaches.
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

/** The acting person's memberships, in an order that is the same for everyone who locks several workspaces. */
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
