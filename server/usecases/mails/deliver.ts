import { createTransport, type Transporter } from "nodemailer";
import type { PrismaTransaction } from "@/server/db/database/database";
import {
  dropOneTimeMails,
  dueMails,
  insertMail,
  type MailAttempt,
  type MailKey,
  sendUnderLock,
} from "@/server/db/mails/mails";
import { DAY_MS } from "@/server/domain/durations";
import { maskedAddress } from "@/server/domain/log/masked-address";
import type { Topic } from "@/server/domain/notifications/notification";
import { report, reportUnexpected } from "../report";
import type { Services } from "../services";
import { openBody, sealBody } from "./body";
import { toMailOptions } from "./mail-options";
import type { MailTemplate } from "./templates";

const TIMEOUT_MS = 5_000;
/** Servers that look into a mail answer late. The transaction that keeps other processes from it ends after 20 s. */
const ANSWER_TIMEOUT_MS = 12_000;
const RETRY_PERIOD_MS = DAY_MS;
const BATCH_SIZE = 50;

/** A mail before it is stored: its recipient, its content, and the workspace and person it belongs to. */
export interface MailDraft {
  readonly workspaceId: string | null;
  readonly userId: string | null;
  readonly recipient: string;
  readonly template: MailTemplate;
  readonly subject: string;
  readonly text: string;
  /** The link of the mail's one button, which has a line of its own in the text. */
  readonly action?: string;
  /** Set when the text carries a one-time link; such a mail is stored only when there is a mail server. */
  readonly oneTime?: true;
  /** The topic the recipient may unsubscribe from; unset for mails that are always sent. */
  readonly topic?: Topic;
}

const transports = new Map<string, Transporter>();

function transportTo(smtpUrl: string): Transporter {
  let transport = transports.get(smtpUrl);
  if (!transport) {
    const timeouts = {
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: ANSWER_TIMEOUT_MS,
    };
    transport = createTransport({ url: smtpUrl, ...timeouts });
    transports.set(smtpUrl, transport);
  }
  return transport;
}

/**
 * Stores a mail, encrypted, in the transaction of the change it reports. Call `deliverMail` with the returned key
 * after the commit.
 * @throws Error for an action that is no line of the text
 */
export async function storeMail(
  services: Services,
  prisma: PrismaTransaction,
  letter: MailDraft,
): Promise<MailKey> {
  const { text, action, oneTime = false, ...rest } = letter;
  const { workspaceId, userId } = letter;
  const id = services.newId("mail");
  const body = sealBody(services.settings, { id, workspaceId }, text);
  const actionLine = action === undefined ? null : lineOf(text, action);
  await insertMail(prisma, { ...rest, id, body, actionLine, oneTime, createdAt: new Date(services.now()) });
  return { id, workspaceId, userId };
}

function lineOf(text: string, action: string): number {
  const line = text.split("\n").indexOf(action);
  if (line < 0) throw new Error("The action of a mail has to be a line of its text.");
  return line;
}

/**
 * Sends a stored mail over SMTP; without a mail server it stays stored for its readers in the interface. Never
 * throws: a failed mail records the reason, and `deliverDueMails` tries it again.
 */
export async function deliverMail(services: Services, key: MailKey): Promise<void> {
  const { smtpUrl, mailFrom } = services.settings;
  let refusal: SmtpRefusal = {};
  try {
    const attempted = await sendUnderLock(services.db, key, new Date(services.now()), async (mail) => {
      if (smtpUrl === null) return "There is no mail server.";
      try {
        await transportTo(smtpUrl).sendMail({
          ...toMailOptions(services.settings, {
            ...key,
            ...mail,
            text: openBody(services.settings, key, mail.body),
          }),
          from: mailFrom,
          messageId: messageId(services, key),
        });
        return null;
      } catch (error) {
        refusal = error as SmtpRefusal;
        return error instanceof Error ? error.message : "The mail server refused it.";
      }
    });
    if (attempted) reportMail(services, key, attempted, refusal);
  } catch (error) {
    reportUnexpected(services, key.workspaceId, { mail: key.id }, error);
  }
}

/** The parts of an error of the mail library that are no text of a server, which may repeat the address. */
interface SmtpRefusal {
  readonly code?: string;
  readonly responseCode?: number;
}

function reportMail(
  services: Services,
  { id, workspaceId }: MailKey,
  attempt: MailAttempt,
  { code, responseCode }: SmtpRefusal,
): void {
  const failed = services.settings.smtpUrl === null ? "kept" : "retried";
  const outcome = attempt.outcome === "refused" ? failed : attempt.outcome;
  services.meter.mailAttempted(outcome);
  const { template, recipient, attempts } = attempt;
  const fields = {
    mail: id,
    template,
    to: maskedAddress(recipient),
    outcome,
    attempts,
    reason: code,
    status: responseCode,
  };
  report(services, workspaceId, "mail", fields, outcome === "retried" ? "warn" : "info");
}

// The same id at every attempt, so that a mail server recognizes a mail that it accepted before.
const messageId = (services: Services, key: MailKey): string =>
  `<${key.id}@${new URL(services.settings.publicUrl).hostname}>`;

/**
 * Retries the unsent mails of the last 24 hours at growing intervals, when there is a mail server, and deletes one-time
 * links that are no longer retried; workers call it about once a minute.
 */
export async function deliverDueMails(services: Services): Promise<void> {
  await dropOneTimeMails(services.db, new Date(services.now() - RETRY_PERIOD_MS));
  if (services.settings.smtpUrl === null) return;
  const now = services.now();
  const span = { since: new Date(now - RETRY_PERIOD_MS), at: new Date(now) };
  for (const key of await dueMails(services.db, span, BATCH_SIZE)) await deliverMail(services, key);
}
