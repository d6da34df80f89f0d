import { listMailRows, type MailRow, mailsToUser } from "@/server/db/mails/mails";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";
import { openBody } from "./body";

/** A mail as owners read it; `text` is null when it was sent, or carries a one-time link. */
export interface MailView
  extends Pick<MailRow, "id" | "recipient" | "subject" | "createdAt" | "sentAt" | "error"> {
  readonly text: string | null;
}

/**
 * Lists the latest mails of the workspace, and the acting person's mails that belong to no workspace; newest first.
 * One-time links are never listed: they prove that their holder reads the mailbox.
 */
export async function listMails(context: RequestContext): Promise<MailView[]> {
  const { userId } = context.actor;
  const ofWorkspace = await readTransaction(context, listMailRows);
  const own = userId === null ? [] : await mailsToUser(context.services.db, userId);
  const newest = [...ofWorkspace, ...own].sort((a, b) => (a.id < b.id ? 1 : -1));
  return newest.map(({ body, oneTime, workspaceId, ...mail }) => ({
    ...mail,
    text: body === null || oneTime ? null : readable(context, { id: mail.id, workspaceId }, body),
  }));
}

/** Returns the mail's text; null for a body encrypted under another key. */
function readable(
  { services }: RequestContext,
  mail: { readonly id: string; readonly workspaceId: string | null },
  body: Uint8Array,
): string | null {
  try {
    return openBody(services.settings, mail, body);
  } catch {
    return null;
  }
}
