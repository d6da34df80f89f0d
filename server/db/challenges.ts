import type { PrismaTransaction } from "./database";

export interface NewChallenge {
  readonly id: string;
  readonly userId: string;
  readonly codeHash: Uint8Array<ArrayBuffer>;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const PURPOSE = "confirm_email";

/** Keeps the hash of a code that proves who holds an e-mail address until it expires. */
export async function insertChallenge(prisma: PrismaTransaction, challenge: NewChallenge): Promise<void> {
  await prisma.emailChallenge.create({ data: { ...challenge, purpose: PURPOSE } });
}

/**
 * Uses a code and marks its person's e-mail address as confirmed; a code that was used before answers the same.
 * @returns the person's id, or null where no code that still holds has this hash
 */
export async function useChallenge(
  prisma: PrismaTransaction,
  codeHash: Uint8Array<ArrayBuffer>,
  at: Date,
): Promise<string | null> {
  const found = await prisma.emailChallenge.findFirst({
    where: { codeHash, purpose: PURPOSE, expiresAt: { gt: at } },
  });
  if (!found) return null;
  await prisma.emailChallenge.updateMany({ where: { id: found.id, usedAt: null }, data: { usedAt: at } });
  await prisma.user.updateMany({
    where: { id: found.userId, emailConfirmedAt: null, deletedAt: null },
    data: { emailConfirmedAt: at },
  });
  return found.userId;
}
