import type { SendMailOptions } from "nodemailer";
import { isTopic } from "@/server/domain/notifications/notification";
import type { Settings } from "../request-context";
import { unsubscribeLink } from "./unsubscribe-link";

/** A stored mail, decrypted for sending. */
export interface StoredMail {
  readonly workspaceId: string | null;
  readonly userId: string | null;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
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

/**
 * Builds the mail server's options: the recipient as an address without a name, the subject on one line. A mail with
 * a topic gets the unsubscribe link, which is computed here and never stored, and an HTML part beside the plain text.
 */
export function toMailOptions(settings: Settings, mail: StoredMail): SendMailOptions {
  const { workspaceId, userId, recipient, subject, text, topic } = mail;
  const plain = { to: { name: "", address: recipient }, subject: oneLine(subject), text };
  if (topic === null || !isTopic(topic) || workspaceId === null || userId === null) return plain;
  const unsubscribeUrl = unsubscribeLink(settings, { workspaceId, userId, topic });
  const preferencesUrl = `${settings.publicUrl}/w/${workspaceId}/settings/notifications`;
  return {
    ...plain,
    text: `${text}\n\n--\nChoose what you are mailed about: ${preferencesUrl}\nNo more mails like this one: ${unsubscribeUrl}\n`,
    html: renderHtml(settings.publicUrl, text, { preferencesUrl, unsubscribeUrl }),
    list: { unsubscribe: unsubscribeUrl },
    headers: { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  };
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Renders the text as HTML paragraphs. Only links to this installation become links: the text contains names from
 * catalogs and stores, which are not trusted.
 */
function renderHtml(
  publicUrl: string,
  text: string,
  { preferencesUrl, unsubscribeUrl }: { preferencesUrl: string; unsubscribeUrl: string },
): string {
  const linked = (line: string): string =>
    line
      .split(/(\s+)/)
      .map((word) =>
        word.startsWith(`${publicUrl}/w/`)
          ? `<a href="${escaped(word)}" style="color:#126b55">${escaped(word)}</a>`
          : escaped(word),
      )
      .join("");
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.split("\n").map(linked).join("<br>")}</p>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>
<body style="font:15px/1.5 system-ui,sans-serif;max-width:36rem;margin:0 auto;padding:1.5rem">
${paragraphs.join("\n")}
<p style="font-size:13px;color:#6b6a64"><a href="${escaped(preferencesUrl)}">Choose what you are mailed about</a> ·
<a href="${escaped(unsubscribeUrl)}">No more mails like this one</a></p>
</body></html>
`;
}
