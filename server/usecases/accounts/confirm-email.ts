import { createHash, randomBytes } from "node:crypto";
import { findUser } from "@/server/db/accounts";
import { insertChallenge, useChallenge } from "@/server/db/challenges";
import type { PrismaTransaction } from "@/server/db/database";
import type { MailKey } from "@/server/db/mails";
import { asUser } from "@/server/db/transaction";
import { DomainError } from "@/server/domain/errors";
import type { Services } from "../acting";
import { deliverMail, keepMail } from "../mails/deliver";
import { fieldError } from "./fields";

const HOLDS_MS = 48 * 60 * 60 * 1_000;

const hashOf = (code: string): Buffer<ArrayBuffer> => Buffer.from(createHash("sha256").update(code).digest());

/** Keeps a mail with a link that confirms the person's e-mail address within 48 hours; its code is stored hashed. */
export async function keepConfirmMail(
  services: Services,
  prisma: PrismaTransaction,
  person: { readonly id: string; readonly email: string },
): Promise<MailKey> {
  const code = randomBytes(32).toString("base64url");
  const now = services.now();
  await insertChallenge(prisma, {
    id: services.newId("request"),
    userId: person.id,
    codeHash: hashOf(code),
    createdAt: new Date(now),
    expiresAt: new Date(now + HOLDS_MS),
  });
  const link = `${services.settings.publicUrl}/confirm?code=${code}`;
  return keepMail(services, prisma, {
    workspaceId: null,
    userId: person.id,
    recipient: person.email,
    subject: "Confirm your e-mail address",
    text: `Open this link within 48 hours to confirm your e-mail address:\n\n${link}\n\nIf you did not sign up to Pricecheck, ignore this mail.\n`,
  });
}

/**
 * Confirms the e-mail address a code was sent to; opening the link twice is no mistake.
 * @throws DomainError validation_error for a code that is unknown or older than 48 hours
 */
export async function confirmEmail(services: Services, code: string): Promise<{ userId: string }> {
  const at = new Date(services.now());
  const userId = await services.db.prisma.$transaction((prisma) => useChallenge(prisma, hashOf(code), at));
  if (userId) return { userId };
  throw fieldError("code", "invalid", "This link is not valid any more; ask for a new one.");
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
