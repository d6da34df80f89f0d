import {
  type UserRow,
  confirmAddress,
  findUser,
  findUserByEmail,
  replaceAddress,
} from "@/server/db/accounts";
import { findChallenge, useChallenge } from "@/server/db/challenges";
import type { PrismaTransaction } from "@/server/db/database";
import type { MailKey } from "@/server/db/mails";
import { asUser } from "@/server/db/transaction";
import { HOUR_MS } from "@/server/domain/durations";
import { DomainError } from "@/server/domain/errors";
import type { Services } from "../acting";
import { deliverMail, keepMail } from "../mails/deliver";
import { fieldError } from "./fields";
import { hashOfCode, keepCode } from "./mailed-code";

const HOLDS_MS = 48 * HOUR_MS;

/** Keeps a mail with a link that confirms the person's e-mail address within 48 hours; its code is stored hashed. */
export async function keepConfirmMail(
  services: Services,
  prisma: PrismaTransaction,
  person: { readonly id: string; readonly email: string },
): Promise<MailKey> {
  const { id: userId, email } = person;
  const code = await keepCode(services, prisma, {
    userId,
    email,
    purpose: "confirm_email",
    holdsMs: HOLDS_MS,
  });
  const link = `${services.settings.publicUrl}/confirm?code=${code}`;
  return keepMail(services, prisma, {
    workspaceId: null,
    userId,
    recipient: email,
    subject: "Confirm your e-mail address",
    text: `Open this link within 48 hours to confirm your e-mail address:\n\n${link}\n\nIf you did not sign up to Pricecheck, ignore this mail.\n`,
  });
}

/**
 * Confirms the e-mail address a code was sent to, and makes it the person's own where they asked to change to it;
 * opening the link twice is no mistake. The old address is told of a change.
 * @throws DomainError validation_error for a code that is unknown, too old, or of an address that is another's by now
 */
export async function confirmEmail(
  services: Services,
  code: string,
): Promise<{ userId: string; email: string }> {
  const at = new Date(services.now());
  const hash = hashOfCode(code);
  const found = await findChallenge(services.db.prisma, hash, ["confirm_email", "change_email"], at);
  const user = found && (await findUser(services.db, found.userId));
  const email = found?.email ?? user?.email;
  if (!found || !user || user.deletedAt || email === undefined) throw stale();
  const mail = await asUser(services.db, user.id, async (prisma) => {
    const first = await useChallenge(prisma, found.id, at);
    if (found.purpose === "change_email" && user.email !== email)
      return first ? changeAddress(services, prisma, user, email, at) : Promise.reject(stale());
    if (await confirmAddress(prisma, { userId: user.id, email }, at)) return null;
    throw stale();
  });
  if (mail) await deliverMail(services, mail);
  return { userId: user.id, email };
}

const stale = () => fieldError("code", "invalid", "This link is not valid any more; ask for a new one.");

async function changeAddress(
  services: Services,
  prisma: PrismaTransaction,
  { id: userId, email: before }: UserRow,
  email: string,
  at: Date,
): Promise<MailKey> {
  if (!(await replaceAddress(prisma, { userId, email }, at)))
    throw fieldError("email", "taken", "Another account has this e-mail address by now.");
  return keepMail(services, prisma, {
    workspaceId: null,
    userId,
    recipient: before,
    subject: "Your e-mail address was changed",
    text: `Your Pricecheck account has another e-mail address now. You sign in with it from now on.\n\nIf it was not you, write to the people who run ${services.settings.publicUrl} at once.\n`,
  });
}

/**
 * Mails a link to a new e-mail address; the account changes to it when the link is opened within 48 hours.
 * @returns `sent` false where it is the person's address already and confirmed
 * @throws DomainError not_found without such a person
 */
export async function mailNewAddress(
  services: Services,
  userId: string,
  email: string,
): Promise<{ sent: boolean }> {
  const user = await findUser(services.db, userId);
  if (!user || user.deletedAt) throw new DomainError("not_found", "There is no such person.");
  if (user.email === email)
    return user.emailConfirmedAt ? { sent: false } : resendConfirmMail(services, userId);
  const taken = (await findUserByEmail(services.db, email)) !== null;
  const { publicUrl } = services.settings;
  const mail = await asUser(services.db, userId, async (prisma) => {
    const code = await keepCode(services, prisma, {
      userId,
      email,
      purpose: "change_email",
      holdsMs: HOLDS_MS,
    });
    const text = taken
      ? `Somebody asked to change their Pricecheck account to this address, which is the address of an account already. Nothing has changed.\n`
      : `Open this link within 48 hours to make this the e-mail address of your Pricecheck account:\n\n${publicUrl}/confirm?code=${code}\n\nIf you did not ask for it, ignore this mail.\n`;
    const subject = taken ? "This address is in use already" : "Confirm your new e-mail address";
    return keepMail(services, prisma, { workspaceId: null, userId, recipient: email, subject, text });
  });
  await deliverMail(services, mail);
  return { sent: true };
}

/**
 * Sends a person another link; nothing is sent to one who has confirmed already.
 * @throws DomainError not_found without such a person
 */
export async function resendConfirmMail(services: Services, userId: string): Promise<{ sent: boolean }> {
  const user = await findUser(services.db, userId);
  if (!user || user.deletedAt) throw new DomainError("not_found", "There is no such person.");
  if (user.emailConfirmedAt) return { sent: false };
  const mail = await asUser(services.db, userId, (prisma) => keepConfirmMail(services, prisma, user));
  await deliverMail(services, mail);
  return { sent: true };
}
