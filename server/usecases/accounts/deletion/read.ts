import { findUser } from "@/server/db/accounts/accounts";
import { findDeletion, soleOwnerships } from "@/server/db/accounts/deletions";
import { liveSessionRows } from "@/server/db/accounts/sessions";
import { asUser } from "@/server/db/database/transaction";
import { DomainError } from "@/server/domain/errors";
import type { Services } from "@/server/usecases/services";
import type { DeletionState } from "./request";

/**
 * Deletion of the person's own account: the pending request or null, what would block one, and whether a password is
 * asked for.
 */
export interface DeletionView {
  readonly request: DeletionState | null;
  readonly blockedBy: DeletionState["blockedBy"];
  readonly hasPassword: boolean;
}

/**
 * Returns the person's deletion request and what would block one.
 * @throws DomainError not_found without such a person
 */
export async function readDeletion(services: Services, userId: string): Promise<DeletionView> {
  const user = await findUser(services.db, userId);
  if (!user || user.deletedAt) throw new DomainError("not_found", "There is no such person.");
  const row = await findDeletion(services.db, userId);
  const blockedBy = await asUser(services.db, userId, (prisma) => soleOwnerships(prisma, userId));
  return { request: row && { ...row, blockedBy }, blockedBy, hasPassword: user.passwordHash !== null };
}

/** Returns when a live session of the person began, in milliseconds since 1970; null without such a session. */
export async function sessionStartMs(
  services: Services,
  userId: string,
  sessionId: string,
): Promise<number | null> {
  const live = await liveSessionRows(services.db, userId, new Date(services.now()));
  return live.find(({ id }) => id === sessionId)?.createdAt.getTime() ?? null;
}
