import { type MailRow, listMailRows, mailsToUser } from "@/server/db/mails";
import { type Acting, read } from "../acting";

/** A code proves that whoever has it reads the mail it was in; where mails are sent, a list of them is no such proof. */
const SECRET = /\bcode=[\w-]+/g;

/** The latest mails of the workspace, and those to the acting person that belong to no workspace; newest first. */
export async function listMails(acting: Acting): Promise<MailRow[]> {
  const { userId } = acting.actor;
  const ofWorkspace = await read(acting, listMailRows);
  const own = userId === null ? [] : await mailsToUser(acting.services.db, userId);
  const newest = [...ofWorkspace, ...own].sort((a, b) => (a.id < b.id ? 1 : -1));
  if (acting.services.settings.smtpUrl === null) return newest;
  return newest.map((mail) => ({ ...mail, text: mail.text.replace(SECRET, "code=…") }));
}
