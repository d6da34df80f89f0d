import { removeDeletion } from "@/server/db/accounts/deletions";
import { asUser } from "@/server/db/database/transaction";
import type { Services } from "@/server/usecases/request-context";

/** Takes the person's own request back, at any time before the purge; without one nothing happens. */
export async function cancelDeletion(services: Services, userId: string): Promise<{ canceled: boolean }> {
  const canceled = await asUser(services.db, userId, (prisma) => removeDeletion(prisma, userId));
  return { canceled };
}
