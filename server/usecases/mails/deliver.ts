import { createTransport, type Transporter } from "nodemailer";
import type { PrismaTransaction } from "@/server/db/database/database";
import { dropOneTimeMails, dueMails, insertMail, type MailKey, sendUnderLock } from "@/server/db/mails/mails";
import { DAY_MS } from "@/server/domain/durations";
import type { Topic } from "@/server/domain/notifications/notification";
import type { Services } from "../request-context";
import { openBody, sealBody } from "./body";
import { formOf } from "./form";

const TIMEOUT_MS = 5_000;
const TRIED_FOR_MS = DAY_MS;
const AT_ONCE = 50;

/** A mail before it has an id: to whom, about what, and whose it is. */
export interface Letter {
  readonly workspaceId: string | null;
  readonly userId: string | null;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  /** Set where the text carries a one-time link; such a mail is written only where there is a mail server. */
  readonly oneTime?: true;
  /** What the recipient may unsubscribe from; none for what has to be told. */
  readonly topic?: Topic;
}

const transports = new Map<string, Transporter>();

function transportTo(smtpUrl: string): Transporter {
  let transport = transports.get(smtpUrl);
  if (!transport) {
    const timer = {
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    };
    transport = createTransport({ url: smtpUrl, ...timer });
    transports.set(smtpUrl, transport);
  }
  return transport;
}

/** Keeps a mail, sealed, in the transaction of what it tells of. Call `deliverMail` with the answer once that is committed. */
export async function keepMail(
  services: Services,
  prisma: PrismaTransaction,
  letter: Letter,
): Promise<MailKey> {
  const { text, oneTime = false, ...rest } = letter;
  const { workspaceId, userId } = letter;
  const id = services.newId("mail");
  const body = sealBody(services.settings, { id, workspaceId }, text);
  await insertMail(prisma, { ...rest, id, body, oneTime, createdAt: new Date(services.now()) });
  return { id, workspaceId, userId };
}

/**
 * Sends a kept mail over SMTP; without a mail server it stays where it is, for those it is for to read. Never throws:
 * a mail that could not be sent carries the reason and is tried again by `deliverDueMails`.
 */
export async function deliverMail(services: Services, key: MailKey): Promise<void> {
  const { smtpUrl, mailFrom } = services.settings;
  try {
    await sendUnderLock(services.db, key, new Date(services.now()), async (mail) => {
      if (smtpUrl === null) {
        services.log.info({ mail: key.id, subject: mail.subject }, "a mail is kept: there is no mail server");
        return "There is no mail server.";
      }
      try {
        await transportTo(smtpUrl).sendMail({
          ...formOf(services.settings, {
            ...key,
            ...mail,
            text: openBody(services.settings, key, mail.body),
          }),
          from: mailFrom,
          messageId: messageId(services, key),
        });
        return null;
      } catch (error) {
        services.log.warn({ mail: key.id, error }, "a mail could not be sent");
        return error instanceof Error ? error.message : "The mail server refused it.";
      }
    });
  } catch (error) {
    services.log.error({ mail: key.id, error }, "a mail could not be looked at");
  }
}

// The same id at every attempt, so that a mail server which took it before can tell.
const messageId = (services: Services, key: MailKey): string =>
  `<${key.id}@${new URL(services.settings.publicUrl).hostname}>`;

/**
 * Tries the unsent mails of the last 24 hours again, where there is a mail server, and drops one-time links that are
 * tried no more; for the workers, about once a minute.
 */
export async function deliverDueMails(services: Services): Promise<void> {
  await dropOneTimeMails(services.db, new Date(services.now() - TRIED_FOR_MS));
  if (services.settings.smtpUrl === null) return;
  const since = new Date(services.now() - TRIED_FOR_MS);
  for (const key of await dueMails(services.db, since, AT_ONCE)) await deliverMail(services, key);
}
