import { savePassword } from "@/server/db/accounts/accounts";
import { revokeAllAccess } from "@/server/db/accounts/sessions";
import type { PrismaTransaction } from "@/server/db/database/database";
import { deleteIdentities } from "@/server/db/identities/identities";

/** Removes the password, identities and sessions of an account whose address was not confirmed until now. */
export async function removeOtherSignIns(prisma: PrismaTransaction, userId: string, at: Date): Promise<void> {
  await savePassword(prisma, userId, null);
  await deleteIdentities(prisma, userId);
  await revokeAllAccess(prisma, userId, at);
}
