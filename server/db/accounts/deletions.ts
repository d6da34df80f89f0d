import type { Database, PrismaTransaction } from "../database/database";
import { queryAsSystem } from "../database/query";
import { asUser } from "../database/transaction";

/** A person's request to be deleted; without a time it is blocked. */
export interface AccountDeletionRow {
  readonly requestedAt: Date;
  /** The date before which no purge happens. */
  readonly effectiveAt: Date | null;
}

/** A workspace that a person owns alone although others belong to it. */
export interface SoleOwnership {
  readonly workspaceId: string;
  readonly name: string;
}

const SHOWN = { requestedAt: true, effectiveAt: true } as const;

/** The person's own request; null where there is none. */
export const findDeletion = (db: Database, userId: string): Promise<AccountDeletionRow | null> =>
  asUser(db, userId, (prisma) => prisma.accountDeletion.findUnique({ where: { userId }, select: SHOWN }));

/** The person's own request, locked until the transaction ends; null where there is none. */
export async function lockDeletion(
  prisma: PrismaTransaction,
  userId: string,
): Promise<AccountDeletionRow | null> {
  await prisma.$executeRaw`SELECT FROM account_deletions WHERE user_id = ${userId} FOR UPDATE`;
  return prisma.accountDeletion.findUnique({ where: { userId }, select: SHOWN });
}

/** @returns false where the person has asked before, and then nothing was written */
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

/** Says when the person is deleted, or that this is blocked. */
export async function setEffective(
  prisma: PrismaTransaction,
  userId: string,
  effectiveAt: Date | null,
): Promise<void> {
  await prisma.accountDeletion.updateMany({ where: { userId }, data: { effectiveAt } });
}

/** @returns false where there was no request */
export async function removeDeletion(prisma: PrismaTransaction, userId: string): Promise<boolean> {
  const { count } = await prisma.accountDeletion.deleteMany({ where: { userId } });
  return count === 1;
}

/** The workspaces that keep a person from being deleted, by id. */
export const soleOwnerships = (prisma: PrismaTransaction, userId: string): Promise<SoleOwnership[]> =>
  prisma.$queryRaw<SoleOwnership[]>`
    SELECT workspace_id AS "workspaceId", name FROM sole_ownerships(${userId})`;

/** Keeps the person's own row until the transaction ends; whoever makes them a member waits, and then finds them gone. */
export async function lockPerson(prisma: PrismaTransaction, userId: string): Promise<void> {
  await prisma.$executeRaw`SELECT FROM users WHERE id = ${userId} FOR UPDATE`;
}

/** People whose request says blocked where it is not any more, or pending where it has become so. */
export async function unsettledDeletions(db: Database, most: number): Promise<string[]> {
  const statement = { name: "unsettled_deletions", text: "SELECT user_id FROM unsettled_deletions($1)" };
  return (await queryAsSystem<{ user_id: string }>(db, statement, [most])).map((row) => row.user_id);
}

/** People whose deletion has come due, those that wait longest first. */
export async function dueAccountDeletions(db: Database, at: Date, most: number): Promise<string[]> {
  const statement = {
    name: "due_account_deletions",
    text: "SELECT user_id FROM due_account_deletions($1, $2)",
  };
  return (await queryAsSystem<{ user_id: string }>(db, statement, [at, most])).map((row) => row.user_id);
}
