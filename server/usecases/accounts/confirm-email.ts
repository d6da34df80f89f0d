import { z } from "zod";
import { hashPassword } from "@/server/credentials/password";
import {
  confirmAddress,
  findUser,
  findUserByEmail,
  lockUser,
  replaceAddress,
  savePassword,
  type UserRow,
} from "@/server/db/accounts/accounts";
import {
  type ChallengeRow,
  consumeChallenge,
  countChallenges,
  findChallenge,
} from "@/server/db/accounts/challenges";
import type { PrismaTransaction } from "@/server/db/database/database";
import { asUser } from "@/server/db/database/transaction";
import { countMailsTo, type MailKey } from "@/server/db/mails/mails";
import { HOUR_MS } from "@/server/domain/durations";
import { DomainError } from "@/server/domain/errors";
import { type AccountOrigin, recordAccountEvent } from "../account-log";
import { checked, fieldError, PasswordText } from "../input";
import { deliverMail, storeMail } from "../mails/deliver";
import {
  deliverOrReturnLink,
  type OneTimeLink,
  requireProvableAddress,
  storeLinkMail,
} from "../mails/one-time-link";
import type { Services } from "../services";
import { createCode, hashOfCode, MAILS_PER_HOUR } from "./mailed-code";
import { requireGoodPassword } from "./password-quality";
import { removeOtherSignIns } from "./remove-other-sign-ins";

const VALID_FOR_MS = 48 * HOUR_MS;
const TAKEN_SUBJECT = "This address is in use already";
const NewPassword = z.object({ password: PasswordText });

/** Creates a link that confirms the person's e-mail address within 48 hours; only the hash of its code is stored. */
export async function storeConfirmLink(
  services: Services,
  prisma: PrismaTransaction,
  person: { readonly id: string; readonly email: string },
): Promise<OneTimeLink> {
  const { id: userId, email } = person;
  const code = await createCode(services, prisma, {
    userId,
    email,
    purpose: "confirm_email",
    validForMs: VALID_FOR_MS,
  });
  const link = `${services.settings.publicUrl}/confirm?code=${code}`;
  return storeLinkMail(services, prisma, link, {
    workspaceId: null,
    userId,
    recipient: email,
    template: "confirm_email",
    subject: "Confirm your e-mail address",
    text: (open) =>
      `Open this link within 48 hours to confirm your e-mail address:\n\n${open}\n\nIf you did not sign up to Pricecheck, ignore this mail.\n`,
  });
}

/** An opened link and the browser it was opened in. */
export interface Confirmation {
  readonly code: string;
  /** Id of the person signed in in this browser; null when signed out. */
  readonly signedInAs: string | null;
  /** The account's new password; required when the browser is not signed in to the account. */
  readonly password?: string | undefined;
}

/**
 * Confirms the e-mail address that a code was mailed to; for a change of address it becomes the account's address.
 * Opening the link twice is no error. The reader of the mail may be another person than the one who signed up with
 * the address: in a browser that is not signed in to the account they have to set its password, and every way to sign
 * in that was set up before (password, identities, sessions) is removed. A change of address completes only in a
 * browser that is signed in to the account; the old address is notified by mail.
 * @throws DomainError validation_error for a code that is unknown, expired, or for an address that another account
 * has by now, and at `password` when one has to be set; conflict when a change is opened in a browser of another
 * person
 */
export async function confirmEmail(
  services: Services,
  confirmation: Confirmation,
  origin: AccountOrigin,
): Promise<{ userId: string; email: string; passwordSet: boolean }> {
  const at = new Date(services.now());
  const hash = hashOfCode(confirmation.code);
  const challenge = await findChallenge(services.db.prisma, hash, ["confirm_email", "change_email"], at);
  const user = challenge && (await findUser(services.db, challenge.userId));
  if (!challenge || !user || user.deletedAt) throw invalidLink();
  const email = challenge.email ?? user.email;
  if (challenge.purpose === "change_email" && user.email !== email) {
    if (confirmation.signedInAs !== user.id) throw signInFirstError();
    await finishChange(services, user, challenge, email, origin);
    return { userId: user.id, email, passwordSet: false };
  }
  if (user.emailConfirmedAt && user.email === email) return { userId: user.id, email, passwordSet: false };
  const passwordHash =
    confirmation.signedInAs === user.id ? null : await hashNewPassword(confirmation.password, email);
  await asUser(services.db, user.id, async (prisma) => {
    await lockUser(prisma, user.id);
    if (!(await consumeChallenge(prisma, challenge.id, at)) && passwordHash !== null) throw invalidLink();
    if (passwordHash !== null) {
      await removeOtherSignIns(prisma, user.id, at);
      await savePassword(prisma, user.id, passwordHash);
      await recordAccountEvent(services, prisma, user.id, origin, {
        action: "password.set",
        after: { by: "confirm_link", other_ways_closed: true },
      });
    }
    if (!(await confirmAddress(prisma, { userId: user.id, email }, at))) throw invalidLink();
    await recordAccountEvent(services, prisma, user.id, origin, { action: "address.confirm" });
  });
  return { userId: user.id, email, passwordSet: passwordHash !== null };
}

async function hashNewPassword(typed: string | undefined, email: string): Promise<string> {
  if (typed === undefined)
    throw fieldError("password", "required", "Choose the password that you will sign in with.");
  const { password } = checked(NewPassword, { password: typed });
  await requireGoodPassword(password, email);
  return hashPassword(password);
}

const signInFirstError = () =>
  new DomainError(
    "conflict",
    "Sign in to the account that asked for this change, then open the link again in the same browser.",
  );

async function finishChange(
  services: Services,
  user: UserRow,
  challenge: ChallengeRow,
  email: string,
  origin: AccountOrigin,
): Promise<void> {
  const at = new Date(services.now());
  const mail = await asUser(services.db, user.id, async (prisma) => {
    if (!(await consumeChallenge(prisma, challenge.id, at))) throw invalidLink();
    const notice = await changeAddress(services, prisma, user, email, at);
    await recordAccountEvent(services, prisma, user.id, origin, {
      action: "address.change",
      before: { email: user.email },
      after: { email },
    });
    return notice;
  });
  await deliverMail(services, mail);
}

const invalidLink = () =>
  fieldError("code", "invalid", "This link is not valid any more; ask for a new one.");

async function changeAddress(
  services: Services,
  prisma: PrismaTransaction,
  { id: userId, email: before }: UserRow,
  email: string,
  at: Date,
): Promise<MailKey> {
  if (!(await replaceAddress(prisma, { userId, email }, at)))
    throw fieldError("email", "taken", "Another account has this e-mail address by now.");
  return storeMail(services, prisma, {
    workspaceId: null,
    userId,
    recipient: before,
    template: "address_changed",
    subject: "Your e-mail address was changed",
    text: `Your Pricecheck account has a new e-mail address. Sign in with it from now on.\n\nIf it was not you, write to the people who run ${services.settings.publicUrl} at once.\n`,
  });
}

/**
 * Creates a link for a new e-mail address; the account changes to it when the link is opened within 48 hours. The
 * link is mailed to the new address; if another account has that address, it is mailed a notice instead, and the
 * answer is the same. Without a mail server the link is returned, to be shown once.
 * @returns `sent` false when it is the account's confirmed address already; `link` null when it was mailed
 * @throws DomainError not_found without such a person; conflict when no mail can prove the address; validation_error
 * for a taken address when there is no mail server
 */
export async function requestNewAddress(
  services: Services,
  userId: string,
  email: string,
  origin: AccountOrigin,
): Promise<{ sent: boolean; link: string | null }> {
  const user = await findUser(services.db, userId);
  if (!user || user.deletedAt) throw new DomainError("not_found", "There is no such person.");
  if (user.email === email)
    return user.emailConfirmedAt ? { sent: false, link: null } : resendConfirmLink(services, userId);
  requireProvableAddress(services.settings);
  const taken = (await findUserByEmail(services.db, email)) !== null;
  const oneTimeLink = await asUser(services.db, userId, async (prisma) => {
    await lockUser(prisma, userId);
    await requireFewMails(services, prisma, userId);
    await recordAccountEvent(services, prisma, userId, origin, {
      action: "address.change_asked",
      after: { email },
    });
    return taken
      ? storeTakenNotice(services, prisma, userId, email)
      : storeChangeLink(services, prisma, userId, email);
  });
  return { sent: true, link: await deliverOrReturnLink(services, oneTimeLink) };
}

/** Mails to an address that nobody has proved yet are few: they may be a stranger's. */
async function requireFewMails(
  { now, settings }: Services,
  prisma: PrismaTransaction,
  userId: string,
): Promise<void> {
  if (settings.smtpUrl === null) return;
  const since = new Date(now() - HOUR_MS);
  const links = await countChallenges(prisma, userId, ["confirm_email", "change_email"], since);
  if (links + (await countMailsTo(prisma, userId, TAKEN_SUBJECT, since)) < MAILS_PER_HOUR) return;
  throw new DomainError("rate_limited", "Many mails were sent in the last hour; wait before the next.", {
    retry_after: HOUR_MS / 1_000,
  });
}

async function storeChangeLink(
  services: Services,
  prisma: PrismaTransaction,
  userId: string,
  email: string,
): Promise<OneTimeLink> {
  const purpose = "change_email";
  const code = await createCode(services, prisma, { userId, email, purpose, validForMs: VALID_FOR_MS });
  return storeLinkMail(services, prisma, `${services.settings.publicUrl}/confirm?code=${code}`, {
    workspaceId: null,
    userId,
    recipient: email,
    template: "change_email",
    subject: "Confirm your new e-mail address",
    text: (open) =>
      `Sign in to your Pricecheck account and open this link within 48 hours in the same browser to make this its e-mail address:\n\n${open}\n\nIf you did not ask for it, ignore this mail.\n`,
  });
}

async function storeTakenNotice(
  services: Services,
  prisma: PrismaTransaction,
  userId: string,
  email: string,
): Promise<OneTimeLink> {
  if (services.settings.smtpUrl === null)
    throw fieldError("email", "taken", "Another account has this e-mail address.");
  const mail = await storeMail(services, prisma, {
    workspaceId: null,
    userId,
    recipient: email,
    template: "address_in_use",
    subject: TAKEN_SUBJECT,
    text: "Somebody asked to change their Pricecheck account to this address, which is the address of an account already. Nothing has changed.\n",
  });
  return { mail, link: null };
}

/**
 * Creates another confirmation link, unless the address is confirmed already. Without a mail server the link is
 * returned, to be shown once.
 * @throws DomainError not_found without such a person; conflict when no mail can prove the address
 */
export async function resendConfirmLink(
  services: Services,
  userId: string,
): Promise<{ sent: boolean; link: string | null }> {
  const user = await findUser(services.db, userId);
  if (!user || user.deletedAt) throw new DomainError("not_found", "There is no such person.");
  if (user.emailConfirmedAt) return { sent: false, link: null };
  requireProvableAddress(services.settings);
  const oneTimeLink = await asUser(services.db, userId, async (prisma) => {
    await lockUser(prisma, userId);
    await requireFewMails(services, prisma, userId);
    return storeConfirmLink(services, prisma, user);
  });
  return { sent: true, link: await deliverOrReturnLink(services, oneTimeLink) };
}
