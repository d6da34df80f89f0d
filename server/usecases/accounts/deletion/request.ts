import { verifyPassword } from "@/server/credentials/password";
import { findUser, type UserRow } from "@/server/db/accounts/accounts";
import {
  type AccountDeletionRow,
  insertDeletion,
  lockDeletion,
  type SoleOwnership,
  soleOwnerships,
} from "@/server/db/accounts/deletions";
import type { PrismaTransaction } from "@/server/db/database/database";
import { asUser } from "@/server/db/database/transaction";
import type { MailKey } from "@/server/db/mails/mails";
import { DomainError } from "@/server/domain/errors";
import { fieldError } from "@/server/usecases/input";
import { deliverMail, keepMail } from "@/server/usecases/mails/deliver";
import type { Services } from "@/server/usecases/request-context";
import { blockedMail, DELETION_WAITS_MS, scheduledMail } from "./messages";

const FRESH_MS = 10 * 60 * 1_000;

/** That the person at the screen is the account's: its password, or for an account without one the time they signed in. */
export interface DeletionProof {
  readonly password: string | null;
  /** When the session began, milliseconds since 1970; null where that is not known. */
  readonly signedInAtMs: number | null;
}

/** A person's request as it stands; `blockedBy` names the workspaces that hold it up. */
export interface DeletionState extends AccountDeletionRow {
  readonly blockedBy: readonly SoleOwnership[];
}

/**
 * Asks for the person's own account to be deleted, 30 days from now; while they alone own a workspace that others
 * belong to, it is blocked and has no date. Asking again changes nothing, the date included.
 * @throws DomainError not_found without such a person; validation_error for a wrong password; unauthorized where an
 * account without a password was not signed in to within the last ten minutes
 */
export async function requestDeletion(
  services: Services,
  userId: string,
  proof: DeletionProof,
): Promise<DeletionState & { readonly asked: boolean }> {
  const user = await findUser(services.db, userId);
  if (!user || user.deletedAt) throw new DomainError("not_found", "There is no such person.");
  await requireProof(services, user, proof);
  const now = services.now();
  const { mail, ...state } = await asUser(services.db, userId, async (prisma) => {
    const blockedBy = await soleOwnerships(prisma, userId);
    const row = {
      requestedAt: new Date(now),
      effectiveAt: blockedBy.length > 0 ? null : new Date(now + DELETION_WAITS_MS),
    };
    const asked = await insertDeletion(prisma, userId, row);
    const kept = asked ? row : ((await lockDeletion(prisma, userId)) ?? row);
    const told = asked ? await tell(services, prisma, user, { ...row, blockedBy }) : null;
    return { ...kept, blockedBy, asked, mail: told };
  });
  if (mail) await deliverMail(services, mail);
  return state;
}

async function requireProof(services: Services, user: UserRow, proof: DeletionProof): Promise<void> {
  if (user.passwordHash !== null) {
    if (proof.password !== null && (await verifyPassword(user.passwordHash, proof.password))) return;
    throw fieldError("password", "wrong", "This is not your password.");
  }
  const { signedInAtMs: since } = proof;
  if (since !== null && services.now() - since <= FRESH_MS) return;
  throw new DomainError("unauthorized", "Sign in again first; then ask within ten minutes.");
}

/** Keeps the mail that tells the person how their request stands. */
export function tell(
  services: Services,
  prisma: PrismaTransaction,
  user: Pick<UserRow, "id" | "email">,
  { effectiveAt, blockedBy }: Pick<DeletionState, "effectiveAt" | "blockedBy">,
): Promise<MailKey> {
  const { publicUrl } = services.settings;
  const letter =
    effectiveAt === null
      ? blockedMail(
          publicUrl,
          blockedBy.map(({ name }) => name),
        )
      : scheduledMail(publicUrl, effectiveAt);
  return keepMail(services, prisma, { ...letter, workspaceId: null, userId: user.id, recipient: user.email });
}
