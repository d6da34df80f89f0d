import type { Database, PrismaTransaction } from "../database/database";

/** What a mailed code is good for. */
export type ChallengePurpose = "confirm_email" | "change_email" | "reset_password" | "link_identity";

export interface NewChallenge {
  readonly id: string;
  readonly userId: string;
  readonly purpose: ChallengePurpose;
  /** Where the code is sent: it proves that address and no other. */
  readonly email: string;
  /** The waiting identity that the code proves, where it is for one. */
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

/** Keeps the hash of a code that proves who holds an e-mail address until it expires. */
export async function insertChallenge(prisma: PrismaTransaction, challenge: NewChallenge): Promise<void> {
  await prisma.emailChallenge.create({ data: challenge });
}

/** The code of this hash, used or not, if it is for one of the purposes and its time is not over. */
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

/** Uses up a code; @returns false where it was used before, so that of two at once one goes on */
export async function useChallenge(prisma: PrismaTransaction, id: string, at: Date): Promise<boolean> {
  const { count } = await prisma.emailChallenge.updateMany({
    where: { id, usedAt: null },
    data: { usedAt: at },
  });
  return count === 1;
}

/** Ends a person's open codes for these purposes. */
export async function endChallenges(
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

/** How many codes for that purpose were made for a person since then. */
export function countChallenges(
  prisma: PrismaTransaction,
  userId: string,
  purpose: ChallengePurpose,
  since: Date,
): Promise<number> {
  return prisma.emailChallenge.count({ where: { userId, purpose, createdAt: { gt: since } } });
}

/** Deletes codes whose time was over before then. */
export async function purgeOldChallenges(db: Database, before: Date): Promise<void> {
  await db.prisma.emailChallenge.deleteMany({ where: { expiresAt: { lt: before } } });
}
