import type { PrismaTransaction } from "@/server/db/database/database";
import type { MailKey } from "@/server/db/mails/mails";
import { DomainError } from "@/server/domain/errors";
import type { Services } from "../services";
import type { Settings } from "../settings";
import { deliverMail, type MailDraft, storeMail } from "./deliver";

/** A one-time link: in a stored mail or, without a mail server, returned once in the answer to its person. */
export type OneTimeLink =
  | { readonly mail: MailKey; readonly link: null }
  | { readonly mail: null; readonly link: string };

/**
 * Stores a mail with the link when there is a mail server. Without one it stores nothing and returns the link, for
 * the one answer that shows it.
 * @param letter.text builds the mail's text from the link, which gets a line of its own and is the mail's button
 */
export async function storeLinkMail(
  services: Services,
  prisma: PrismaTransaction,
  link: string,
  {
    text,
    ...letter
  }: Omit<MailDraft, "text" | "action" | "oneTime"> & { readonly text: (link: string) => string },
): Promise<OneTimeLink> {
  if (services.settings.smtpUrl === null) return { mail: null, link };
  return {
    mail: await storeMail(services, prisma, { ...letter, text: text(link), action: link, oneTime: true }),
    link: null,
  };
}

/**
 * Sends the mail of a link after its transaction has committed.
 * @returns the link when there is no mail and it has to be shown; else null
 */
export async function deliverOrReturnLink(
  services: Services,
  oneTimeLink: OneTimeLink,
): Promise<string | null> {
  if (oneTimeLink.mail) await deliverMail(services, oneTimeLink.mail);
  return oneTimeLink.link;
}

/**
 * Requires a mail server, for operations that only a mail can prove.
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
 * Requires a way to prove an address: a mail server or, without one, an installation that only this machine reaches;
 * there the link is shown to the person who requested it.
 * @throws DomainError conflict otherwise
 */
export function requireProvableAddress(settings: Pick<Settings, "smtpUrl" | "loopbackOnly">): void {
  if (!settings.loopbackOnly) requireMailServer(settings);
}
