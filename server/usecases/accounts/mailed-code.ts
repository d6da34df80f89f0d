import { createHash, randomBytes } from "node:crypto";
import { type ChallengePurpose, insertChallenge } from "@/server/db/accounts/challenges";
import type { PrismaTransaction } from "@/server/db/database/database";
import type { Services } from "../services";

/** How many mails of one kind an hour are sent to an address that somebody typed: it may be a stranger's. */
export const MAILS_PER_HOUR = 5;

/** Returns the SHA-256 hash under which a code is stored; 256 random bits need no slow hash. */
export const hashOfCode = (code: string): Buffer<ArrayBuffer> =>
  Buffer.from(createHash("sha256").update(code).digest());

/** Returns a secret of 256 random bits, safe to use in a URL. */
export const newCode = (): string => randomBytes(32).toString("base64url");

/**
 * Creates a code for a mail to `email` and stores its hash; the code itself is not stored.
 * @param code.validForMs lifetime in milliseconds
 */
export async function createCode(
  services: Services,
  prisma: PrismaTransaction,
  code: {
    readonly userId: string;
    readonly email: string;
    readonly purpose: ChallengePurpose;
    readonly validForMs: number;
    readonly ref?: string;
  },
): Promise<string> {
  const { userId, email, purpose, validForMs, ref = null } = code;
  const secret = newCode();
  const now = services.now();
  await insertChallenge(prisma, {
    id: services.newId("request"),
    userId,
    purpose,
    email,
    ref,
    codeHash: hashOfCode(secret),
    createdAt: new Date(now),
    expiresAt: new Date(now + validForMs),
  });
  return secret;
}
