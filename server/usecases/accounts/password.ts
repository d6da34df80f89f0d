import { z } from "zod";
import { hashPassword, verifyPassword } from "@/server/credentials/password";
import {
  confirmAddress,
  findUser,
  findUserByEmail,
  lockUser,
  savePassword,
} from "@/server/db/accounts/accounts";
import {
  consumeChallenge,
  countChallenges,
  findChallenge,
  revokeChallenges,
} from "@/server/db/accounts/challenges";
import { revokeAllAccess, revokeSessions } from "@/server/db/accounts/sessions";
import type { PrismaTransaction } from "@/server/db/database/database";
import { asUser } from "@/server/db/database/transaction";
import type { MailKey } from "@/server/db/mails/mails";
import { HOUR_MS } from "@/server/domain/durations";
import { DomainError } from "@/server/domain/errors";
import { type AccountOrigin, BY_OPERATOR, recordAccountEvent } from "../account-log";
import { checked, fieldError, PasswordText } from "../input";
import { deliverMail, storeMail } from "../mails/deliver";
import { requireMailServer, storeLinkMail } from "../mails/one-time-link";
import type { Services } from "../services";
import { createCode, hashOfCode, MAILS_PER_HOUR } from "./mailed-code";
import { requireGoodPassword } from "./password-quality";
import { removeOtherSignIns } from "./remove-other-sign-ins";

/** Bounds the work of hashing what somebody typed; no accepted password is longer. */
const MAX_HASHED_LENGTH = 1_000;
const NewPassword = z.object({ password: PasswordText });

/**
 * Mails a link that sets a new password within an hour. Sends nothing to an address without an account, or to one
 * with five such mails in the last hour; the result does not reveal which.
 * @throws DomainError conflict without a mail server, for every address alike
 */
export async function mailPasswordReset(
  services: Services,
  email: string,
  origin: AccountOrigin,
): Promise<void> {
  requireMailServer(services.settings);
  const user = await findUserByEmail(services.db, email);
  if (!user || user.deletedAt) return;
  const { id: userId } = user;
  const since = new Date(services.now() - HOUR_MS);
  const oneTimeLink = await asUser(services.db, userId, async (prisma) => {
    await lockUser(prisma, userId);
    if ((await countChallenges(prisma, userId, ["reset_password"], since)) >= MAILS_PER_HOUR) return null;
    const { link } = await makeResetLink(services, prisma, user, origin);
    return storeLinkMail(services, prisma, link, {
      workspaceId: null,
      userId,
      recipient: user.email,
      template: "reset_password",
      subject: "Set a new password",
      text: (url) =>
        `Open this link within an hour to set a new password for your Pricecheck account:\n\n${url}\n\nIf you did not ask for it, ignore this mail: your password stays as it is.\n`,
    });
  });
  if (oneTimeLink?.mail) await deliverMail(services, oneTimeLink.mail);
}

/**
 * Creates a link that sets a new password within an hour, for the operator to hand to the person. It is returned
 * once; only the hash of its code is stored.
 * @throws DomainError not_found without an account for that address
 */
export async function resetLinkFor(
  services: Services,
  email: string,
): Promise<{ link: string; expiresAt: Date }> {
  const user = await findUserByEmail(services.db, email);
  if (!user || user.deletedAt)
    throw new DomainError("not_found", `There is no person with the e-mail address ${email}.`);
  return asUser(services.db, user.id, (prisma) => makeResetLink(services, prisma, user, BY_OPERATOR));
}

async function makeResetLink(
  services: Services,
  prisma: PrismaTransaction,
  { id: userId, email }: { readonly id: string; readonly email: string },
  origin: AccountOrigin,
): Promise<{ link: string; expiresAt: Date }> {
  const purpose = "reset_password";
  const code = await createCode(services, prisma, { userId, email, purpose, validForMs: HOUR_MS });
  // Whoever asked is not authenticated: the event names only the account and the network.
  await recordAccountEvent(services, prisma, userId, origin, { action: "password.reset_asked" });
  return {
    link: `${services.settings.publicUrl}/reset?code=${code}`,
    expiresAt: new Date(services.now() + HOUR_MS),
  };
}

/**
 * Sets a new password with the code of a mail, once; every session ends. The code also proves the address it was sent
 * to: an unconfirmed address is confirmed, and other ways to sign in that were set up before are removed.
 * @throws DomainError validation_error for a bad password, or a code that is unknown, used or older than an hour
 */
export async function resetPassword(
  services: Services,
  input: { readonly code: string; readonly password: string },
  origin: AccountOrigin,
): Promise<{ userId: string; email: string }> {
  const { password } = checked(NewPassword, { password: input.password });
  const at = new Date(services.now());
  const challenge = await findChallenge(services.db.prisma, hashOfCode(input.code), ["reset_password"], at);
  const invalidLink = () =>
    fieldError("code", "invalid", "This link is not valid any more; ask for a new one.");
  if (!challenge || challenge.usedAt || challenge.email === null) throw invalidLink();
  const { userId, email } = challenge;
  await requireGoodPassword(password, email);
  const passwordHash = await hashPassword(password);
  const mail = await asUser(services.db, userId, async (prisma) => {
    const user = await lockUser(prisma, userId);
    if (!user || user.deletedAt || user.email !== email) throw invalidLink();
    if (!(await consumeChallenge(prisma, challenge.id, at))) throw invalidLink();
    await revokeChallenges(prisma, userId, ["reset_password", "change_email"], at);
    if (!user.emailConfirmedAt) await removeOtherSignIns(prisma, userId, at);
    await confirmAddress(prisma, { userId, email }, at);
    await savePassword(prisma, userId, passwordHash);
    await revokeAllAccess(prisma, userId, at);
    await recordAccountEvent(services, prisma, userId, origin, {
      action: "password.set",
      after: { by: "reset_link", sessions_ended: "all" },
    });
    return storePasswordChangedMail(services, prisma, { userId, email });
  });
  await deliverMail(services, mail);
  return { userId, email };
}

/**
 * Changes the person's password; their other sessions end.
 * @returns how many sessions ended
 * @throws DomainError validation_error for a bad new password or a wrong old one; conflict for a person without one
 */
export async function changePassword(
  services: Services,
  signedIn: { readonly userId: string; readonly sessionId: string | null },
  input: { readonly old: string; readonly password: string },
  origin: AccountOrigin,
): Promise<{ ended: number }> {
  const { password } = checked(NewPassword, { password: input.password });
  const at = new Date(services.now());
  const { userId } = signedIn;
  await requirePassword(services, userId, input.old, "old");
  await requireGoodPassword(password, (await findUser(services.db, userId))?.email ?? "");
  const passwordHash = await hashPassword(password);
  const { ended, mail } = await asUser(services.db, userId, async (prisma) => {
    const user = await lockUser(prisma, userId);
    if (!user || user.deletedAt) throw new DomainError("not_found", "There is no such person.");
    await savePassword(prisma, userId, passwordHash);
    await revokeChallenges(prisma, userId, ["reset_password", "change_email"], at);
    const endedNow = await revokeSessions(prisma, userId, { except: signedIn.sessionId }, at);
    await recordAccountEvent(services, prisma, userId, origin, {
      action: "password.change",
      after: { sessions_ended: endedNow },
    });
    return {
      ended: endedNow,
      mail: await storePasswordChangedMail(services, prisma, { userId, email: user.email }),
    };
  });
  await deliverMail(services, mail);
  return { ended };
}

/**
 * Requires the person's current password.
 * @param field the field that the error names
 * @throws DomainError validation_error for a wrong password; conflict for a person without one
 */
export async function requirePassword(
  services: Services,
  userId: string,
  typed: string,
  field: string,
): Promise<void> {
  const user = await findUser(services.db, userId);
  if (user && !user.passwordHash)
    throw new DomainError("conflict", "This account has no password yet; ask for a link to set one.");
  if (await verifyPassword(user?.passwordHash ?? null, typed.slice(0, MAX_HASHED_LENGTH))) return;
  throw fieldError(field, "wrong", "This is not your password.");
}

const storePasswordChangedMail = (
  services: Services,
  prisma: PrismaTransaction,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<MailKey> =>
  storeMail(services, prisma, {
    workspaceId: null,
    userId,
    recipient: email,
    template: "password_changed",
    subject: "Your password was changed",
    text: `The password of your Pricecheck account was changed, and other browsers were signed out.\n\nIf it was not you, set a new one at once: ${services.settings.publicUrl}/forgot\n`,
  });
