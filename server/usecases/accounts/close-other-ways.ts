import { savePassword } from "@/server/db/accounts/accounts";
import type { PrismaTransaction } from "@/server/db/database/database";
import { deleteIdentities } from "@/server/db/identities/identities";
import { endEverySession } from "@/server/db/sessions/sessions";

/** Closes every way into an account whose address nobody had proved until now. */
export async function closeOtherWays(prisma: PrismaTransaction, userId: string, at: Date): Promise<void> {
  await savePassword(prisma, userId, null);
  await deleteIdentities(prisma, userId);
  await endEverySession(prisma, userId, at);
}
