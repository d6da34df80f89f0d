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
import { deliverMail, storeMail } from "@/server/usecases/mails/deliver";
import type { Services } from "@/server/usecases/services";
import { blockedMail, DELETION_GRACE_MS, scheduledMail } from "./messages";

const MAX_SIGN_IN_AGE_MS = 10 * 60 * 1_000;

/**
 * Proof that the request comes from the account's person: its password or, for an account without one, a fresh
 * sign-in.
 */
export interface DeletionProof {
  readonly password: string | null;
  /** When the session began, in milliseconds since 1970; null when unknown. */
  readonly signedInAtMs: number | null;
}

/** A stored deletion request; `blockedBy` lists the workspaces that block it. */
export interface DeletionState extends AccountDeletionRow {
  readonly blockedBy: readonly SoleOwnership[];
}

/**
 * Requests the deletion of the person's own account, 30 days from now; while they are the only owner of a workspace
 * with other members, the request is blocked and has no date. Repeating the request changes nothing, not even the
 * date.
 * @returns the stored request; `asked` false when there was one already
 * @throws DomainError not_found without such a person; validation_error for a wrong password; unauthorized for an
 * account without a password and without a sign-in within the last ten minutes
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
      effectiveAt: blockedBy.length > 0 ? null : new Date(now + DELETION_GRACE_MS),
    };
    const asked = await insertDeletion(prisma, userId, row);
    const stored = asked ? row : ((await lockDeletion(prisma, userId)) ?? row);
    const stateMail = asked ? await storeDeletionMail(services, prisma, user, { ...row, blockedBy }) : null;
    return { ...stored, blockedBy, asked, mail: stateMail };
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
  if (since !== null && services.now() - since <= MAX_SIGN_IN_AGE_MS) return;
  throw new DomainError("unauthorized", "Sign in again first; then ask within ten minutes.");
}

/** Stores the mail that notifies the person of the state of their request. */
export function storeDeletionMail(
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
  return storeMail(services, prisma, {
    ...letter,
    template: "account_deletion",
    workspaceId: null,
    userId: user.id,
    recipient: user.email,
  });
}
