import { createHash, randomBytes } from "node:crypto";
import { type ChallengePurpose, insertChallenge } from "@/server/db/accounts/challenges";
import type { PrismaTransaction } from "@/server/db/database/database";
import type { Services } from "../request-context";

/** All that is stored of a code; 256 random bits need no slow hash. */
export const hashOfCode = (code: string): Buffer<ArrayBuffer> =>
  Buffer.from(createHash("sha256").update(code).digest());

/** A secret of 256 random bits that fits into an address. */
export const newCode = (): string => randomBytes(32).toString("base64url");

/** Makes a code that a mail to `email` carries; only its hash is kept. */
export async function keepCode(
  services: Services,
  prisma: PrismaTransaction,
  code: {
    readonly userId: string;
    readonly email: string;
    readonly purpose: ChallengePurpose;
    readonly holdsMs: number;
    readonly ref?: string;
  },
): Promise<string> {
  const { userId, email, purpose, holdsMs, ref = null } = code;
  const secret = newCode();
  const now = services.now();
  await insertChallenge(prisma, {
    ...{ id: services.newId("request"), userId, purpose, email, ref },
    codeHash: hashOfCode(secret),
    createdAt: new Date(now),
    expiresAt: new Date(now + holdsMs),
  });
  return secret;
}
