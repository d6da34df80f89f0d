import { dueAccountDeletions, lockDeletion, setDeletionDate } from "@/server/db/accounts/deletions";
import { asUser } from "@/server/db/database/transaction";
import { DomainError } from "@/server/domain/errors";
import type { Services } from "@/server/usecases/services";
import { type DeletionOrder, purgePerson } from "../delete-user";

const BATCH_SIZE = 100;

/**
 * `kept`: canceled, not due yet, purged by another process, or stopped by a concurrent change until the next attempt.
 */
export type DuePurge = "purged" | "blocked" | "kept";

/**
 * Purges a person whose deletion request is due. Checks again under locks that the request still exists and is due,
 * and that no workspace would be left without an owner; otherwise the request becomes blocked.
 */
export async function purgeAccount(services: Services, userId: string): Promise<DuePurge> {
  const order: DeletionOrder = {
    actor: { kind: "user", id: userId, label: userId },
    via: "worker",
    requestId: null,
    ip: null,
  };
  try {
    return await asUser(services.db, userId, async (prisma, enter) => {
      const row = await lockDeletion(prisma, userId);
      if (!row?.effectiveAt || row.effectiveAt.getTime() > services.now()) return "kept";
      const { outcome } = await purgePerson(services, { prisma, enter }, userId, order, {
        unlessBlocked: true,
      });
      if (outcome === "blocked") await setDeletionDate(prisma, userId, null);
      return outcome;
    });
  } catch (error) {
    if (error instanceof DomainError && error.code === "conflict") return "kept";
    throw error;
  }
}

/** Purges every person whose deletion is due; workers call it about once a minute. */
export async function purgeDueAccounts(services: Services): Promise<void> {
  for (const userId of await dueAccountDeletions(services.db, new Date(services.now()), BATCH_SIZE)) {
    const outcome = await purgeAccount(services, userId);
    services.log.info({ user: userId, outcome }, "an account's deletion came due");
  }
}
