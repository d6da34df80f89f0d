import { findUser } from "@/server/db/accounts/accounts";
import {
  lockDeletion,
  setDeletionDate,
  soleOwnerships,
  unsettledDeletions,
} from "@/server/db/accounts/deletions";
import { asUser } from "@/server/db/database/transaction";
import { deliverMail } from "@/server/usecases/mails/deliver";
import type { Services } from "@/server/usecases/services";
import { DELETION_GRACE_MS } from "./messages";
import { storeDeletionMail } from "./request";

const BATCH_SIZE = 100;

/**
 * Updates deletion requests after ownership changed: a blocked request becomes pending, due 30 days from now, once
 * the person is no longer an only owner; a pending one becomes blocked when the person has become one. Call it after
 * every change of ownership; maintenance calls it every minute in case a caller failed to.
 */
export async function settleDeletions(services: Services): Promise<void> {
  for (const userId of await unsettledDeletions(services.db, BATCH_SIZE)) await settle(services, userId);
}

/** Runs `settleDeletions` after a committed change; a failure is logged and left to maintenance. */
export const settleAfterChange = (services: Services): Promise<void> =>
  settleDeletions(services).catch((error: unknown) =>
    services.log.warn({ error: String(error) }, "requests to be deleted were not looked at"),
  );

async function settle(services: Services, userId: string): Promise<void> {
  const user = await findUser(services.db, userId);
  if (!user || user.deletedAt) return;
  const mail = await asUser(services.db, userId, async (prisma) => {
    const row = await lockDeletion(prisma, userId);
    if (!row) return null;
    const blockedBy = await soleOwnerships(prisma, userId);
    if ((row.effectiveAt === null) === blockedBy.length > 0) return null;
    const effectiveAt = blockedBy.length > 0 ? null : new Date(services.now() + DELETION_GRACE_MS);
    await setDeletionDate(prisma, userId, effectiveAt);
    return storeDeletionMail(services, prisma, user, { effectiveAt, blockedBy });
  });
  if (mail) await deliverMail(services, mail);
}
