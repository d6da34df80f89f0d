import type { SendMailOptions } from "nodemailer";
import { isTopic, type Topic } from "@/server/domain/notifications/notification";
import type { Settings } from "../settings";
import { type MailContent, renderHtml, renderText } from "./layout";
import { unsubscribeLink } from "./unsubscribe-link";

/** A stored mail, decrypted for sending. */
export interface StoredMail {
  readonly workspaceId: string | null;
  readonly userId: string | null;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  /** The line of the text that holds the button's link; null without a button. */
  readonly actionLine: number | null;
  readonly topic: string | null;
}

const LINE_BREAKS = /[\p{Cc}\u2028\u2029]+/gu;
const MAX_SUBJECT_LENGTH = 200;

/**
 * Puts a text on one line: replaces line breaks and control characters, which prevents header injection, and cuts it
 * to `maxLength` characters.
 */
export const oneLine = (text: string, maxLength = MAX_SUBJECT_LENGTH): string => {
  const line = text.replace(LINE_BREAKS, " ").replace(/\s+/g, " ").trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
};

/** Marks that turn the direction of text, which a name has no need of and may mislead with. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const [ISOLATE, END_OF_ISOLATE] = ["\u2068", "\u2069"];

/**
 * Puts a name that is not trusted (a title, a workspace, a lane) into a line of a mail: on one line, without marks of
 * direction, and set apart where it is written from the right to the left, so that the figures after it keep their
 * order.
 */
export const nameInLine = (name: string, maxLength?: number): string => {
  const line = oneLine(name.replace(DIRECTION_MARKS, ""), maxLength);
  return RIGHT_TO_LEFT.test(line) ? `${ISOLATE}${line}${END_OF_ISOLATE}` : line;
};

const REASONS: Readonly<Record<Topic, string>> = {
  approvals: "You get this because you may approve prices and chose to be told when some wait.",
  digest: "You get this because you chose a digest of what happened.",
  runs: "You get this because you chose to be told of runs that fail or are held.",
  write_backs: "You get this because you chose to be told of prices that do not reach the store.",
  integrations: "You get this because you chose to be told when a connection stops working.",
};
const OF_WORKSPACE = "You get this because it concerns a workspace of yours; such mails are always sent.";
const OF_STRANGER = "You get this because a workspace at Pricecheck wrote to this address.";
const OF_ACCOUNT =
  "You get this because somebody used this address at Pricecheck; such mails are always sent.";

/**
 * Builds the mail server's options: the recipient as an address without a name, the subject on one line, and the mail
 * as text and as HTML. A mail with a topic gets the unsubscribe link, which is computed here and never stored.
 */
export function toMailOptions(settings: Settings, mail: StoredMail): SendMailOptions {
  const { workspaceId, userId, recipient, text, actionLine, topic } = mail;
  const subject = oneLine(mail.subject);
  const options = (content: MailContent): SendMailOptions => ({
    to: { name: "", address: recipient },
    subject,
    text: renderText(content),
    html: renderHtml(settings.publicUrl, content),
  });
  if (topic === null || !isTopic(topic) || workspaceId === null || userId === null)
    return options({ subject, text, actionLine, reason: reasonOf(mail), footer: [] });
  const unsubscribeUrl = unsubscribeLink(settings, { workspaceId, userId, topic });
  const footer = [
    ["Choose what you are mailed about", `${settings.publicUrl}/w/${workspaceId}/settings/notifications`],
    ["No more mails like this one", unsubscribeUrl],
  ] as const;
  return {
    ...options({ subject, text, actionLine, reason: REASONS[topic], footer }),
    list: { unsubscribe: unsubscribeUrl },
    headers: { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  };
}

/** Why a mail that is always sent came: a mail of a workspace to no account goes to somebody who may not be in it. */
function reasonOf({ workspaceId, userId }: StoredMail): string {
  if (workspaceId === null) return OF_ACCOUNT;
  return userId === null ? OF_STRANGER : OF_WORKSPACE;
}
