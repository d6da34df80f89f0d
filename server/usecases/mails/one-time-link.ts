import type { PrismaTransaction } from "@/server/db/database/database";
import type { MailKey } from "@/server/db/mails/mails";
import { DomainError } from "@/server/domain/errors";
import type { Services, Settings } from "../request-context";
import { deliverMail, keepMail, type Letter } from "./deliver";

/** Where a one-time link goes: into a mail, or, without a mail server, into the answer to whoever it is for, once. */
export type OneTimeLink =
  | { readonly mail: MailKey; readonly link: null }
  | { readonly mail: null; readonly link: string };

/**
 * Puts a link into a mail of its own where there is a mail server. Without one nothing is kept: the link is handed back
 * for the one answer that shows it.
 * @param letter.text makes the mail's text of the link
 */
export async function keepLink(
  services: Services,
  prisma: PrismaTransaction,
  link: string,
  { text, ...letter }: Omit<Letter, "text" | "oneTime"> & { readonly text: (link: string) => string },
): Promise<OneTimeLink> {
  if (services.settings.smtpUrl === null) return { mail: null, link };
  return {
    mail: await keepMail(services, prisma, { ...letter, text: text(link), oneTime: true }),
    link: null,
  };
}

/** Sends the mail of a link that has one, once its transaction is committed; @returns the link that has to be shown */
export async function deliverLink(services: Services, kept: OneTimeLink): Promise<string | null> {
  if (kept.mail) await deliverMail(services, kept.mail);
  return kept.link;
}

/**
 * Refuses what only a mail could prove where none can be sent.
 * @throws DomainError conflict without a mail server
 */
export function requireMailServer({ smtpUrl }: Pick<Settings, "smtpUrl">): void {
  if (smtpUrl !== null) return;
  throw new DomainError(
    "conflict",
    "This installation has no mail server. Ask the people who run it for a link to set a password.",
  );
}

/**
 * Whether a link that proves an address may be shown to the person who asks: with a mail server it is mailed; without
 * one an address is taken at its word only where nobody but this machine reaches the installation.
 * @throws DomainError conflict elsewhere
 */
export function requireProvableAddress(settings: Pick<Settings, "smtpUrl" | "loopbackOnly">): void {
  if (!settings.loopbackOnly) requireMailServer(settings);
}
