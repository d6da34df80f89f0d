import type { Database, PrismaTransaction } from "../database/database";

/** The purpose of a mailed code. */
export type ChallengePurpose = "confirm_email" | "change_email" | "reset_password" | "link_identity";

export interface NewChallenge {
  readonly id: string;
  readonly userId: string;
  readonly purpose: ChallengePurpose;
  /** The address the code is sent to; the code proves this address only. */
  readonly email: string;
  /** The pending identity that the code proves, if any. */
  readonly ref: string | null;
  readonly codeHash: Uint8Array<ArrayBuffer>;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface ChallengeRow {
  readonly id: string;
  readonly userId: string;
  readonly purpose: string;
  readonly email: string | null;
  readonly ref: string | null;
  readonly usedAt: Date | null;
}

const ROW = { id: true, userId: true, purpose: true, email: true, ref: true, usedAt: true } as const;

/** Stores the hash of a code that proves the ownership of an e-mail address until it expires. */
export async function insertChallenge(prisma: PrismaTransaction, challenge: NewChallenge): Promise<void> {
  await prisma.emailChallenge.create({ data: challenge });
}

/** Finds the code with this hash, used or not, if it has one of the purposes and has not expired. */
export function findChallenge(
  prisma: PrismaTransaction,
  codeHash: Uint8Array<ArrayBuffer>,
  purposes: readonly ChallengePurpose[],
  at: Date,
): Promise<ChallengeRow | null> {
  return prisma.emailChallenge.findFirst({
    where: { codeHash, purpose: { in: [...purposes] }, expiresAt: { gt: at } },
    select: ROW,
  });
}

/**
 * Marks a code as used.
 * @returns false when it was used before; of two concurrent calls one returns true
 */
export async function consumeChallenge(prisma: PrismaTransaction, id: string, at: Date): Promise<boolean> {
  const { count } = await prisma.emailChallenge.updateMany({
    where: { id, usedAt: null },
    data: { usedAt: at },
  });
  return count === 1;
}

/** Ends a person's open codes of these purposes. */
export async function revokeChallenges(
  prisma: PrismaTransaction,
  userId: string,
  purposes: readonly ChallengePurpose[],
  at: Date,
): Promise<void> {
  await prisma.emailChallenge.updateMany({
    where: { userId, purpose: { in: [...purposes] }, usedAt: null },
    data: { usedAt: at },
  });
}

/** Counts the codes of these purposes created for a person since `since`. */
export function countChallenges(
  prisma: PrismaTransaction,
  userId: string,
  purposes: readonly ChallengePurpose[],
  since: Date,
): Promise<number> {
  return prisma.emailChallenge.count({
    where: { userId, purpose: { in: [...purposes] }, createdAt: { gt: since } },
  });
}

/** Deletes codes that expired before `before`. */
export async function purgeOldChallenges(db: Database, before: Date): Promise<void> {
  await db.prisma.emailChallenge.deleteMany({ where: { expiresAt: { lt: before } } });
}
