import { removeDeletion } from "@/server/db/accounts/deletions";
import { asUser } from "@/server/db/database/transaction";
import type { Services } from "@/server/usecases/services";

/** Cancels the person's own deletion request, at any time before the purge; without a request it does nothing. */
export async function cancelDeletion(services: Services, userId: string): Promise<{ canceled: boolean }> {
  const canceled = await asUser(services.db, userId, (prisma) => removeDeletion(prisma, userId));
  return { canceled };
}
