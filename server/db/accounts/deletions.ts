import type { Database, PrismaTransaction } from "../database/database";
import { queryAsSystem } from "../database/query";
import { asUser } from "../database/transaction";

/** A person's request for deletion; without a date it is blocked. */
export interface AccountDeletionRow {
  readonly requestedAt: Date;
  /** The account is not purged before this date. */
  readonly effectiveAt: Date | null;
}

/** A workspace with other members whose only owner is the person. */
export interface SoleOwnership {
  readonly workspaceId: string;
  readonly name: string;
}

const FIELDS = { requestedAt: true, effectiveAt: true } as const;

/** Finds the person's own request; null without one. */
export const findDeletion = (db: Database, userId: string): Promise<AccountDeletionRow | null> =>
  asUser(db, userId, (prisma) => prisma.accountDeletion.findUnique({ where: { userId }, select: FIELDS }));

/** Locks the person's own request until the transaction ends; null without one. */
export async function lockDeletion(
  prisma: PrismaTransaction,
  userId: string,
): Promise<AccountDeletionRow | null> {
  await prisma.$executeRaw`SELECT FROM account_deletions WHERE user_id = ${userId} FOR UPDATE`;
  return prisma.accountDeletion.findUnique({ where: { userId }, select: FIELDS });
}

/**
 * Inserts a deletion request.
 * @returns false when the person has one already; then nothing was written
 */
export async function insertDeletion(
  prisma: PrismaTransaction,
  userId: string,
  row: AccountDeletionRow,
): Promise<boolean> {
  const { count } = await prisma.accountDeletion.createMany({
    data: [{ userId, ...row }],
    skipDuplicates: true,
  });
  return count === 1;
}

/** Sets the date of the deletion; null marks the request as blocked. */
export async function setDeletionDate(
  prisma: PrismaTransaction,
  userId: string,
  effectiveAt: Date | null,
): Promise<void> {
  await prisma.accountDeletion.updateMany({ where: { userId }, data: { effectiveAt } });
}

/**
 * Deletes a person's request.
 * @returns false when there was no request
 */
export async function removeDeletion(prisma: PrismaTransaction, userId: string): Promise<boolean> {
  const { count } = await prisma.accountDeletion.deleteMany({ where: { userId } });
  return count === 1;
}

/** Returns the workspaces that block a person's deletion, by id. */
export const soleOwnerships = (prisma: PrismaTransaction, userId: string): Promise<SoleOwnership[]> =>
  prisma.$queryRaw<SoleOwnership[]>`
    SELECT workspace_id AS "workspaceId", name FROM sole_ownerships(${userId})`;

/**
 * Locks the person's own row until the transaction ends. A concurrent transaction that adds them to a workspace
 * waits, and then finds them deleted.
 */
export async function lockPerson(prisma: PrismaTransaction, userId: string): Promise<void> {
  await prisma.$executeRaw`SELECT FROM users WHERE id = ${userId} FOR UPDATE`;
}

/** Returns people whose request is stored as blocked but no longer is, or as scheduled but has become blocked. */
export async function unsettledDeletions(db: Database, limit: number): Promise<string[]> {
  const statement = { name: "unsettled_deletions", text: "SELECT user_id FROM unsettled_deletions($1)" };
  return (await queryAsSystem<{ user_id: string }>(db, statement, [limit])).map((row) => row.user_id);
}

/** Returns people whose deletion is due, oldest first. */
export async function dueAccountDeletions(db: Database, at: Date, limit: number): Promise<string[]> {
  const statement = {
    name: "due_account_deletions",
    text: "SELECT user_id FROM due_account_deletions($1, $2)",
  };
  return (await queryAsSystem<{ user_id: string }>(db, statement, [at, limit])).map((row) => row.user_id);
}
