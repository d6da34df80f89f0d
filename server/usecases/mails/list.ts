import { type MailRow, listMailRows, mailsToUser } from "@/server/db/mails";
import { type Acting, read } from "../acting";

/** The latest mails of the workspace, and those to the acting person that belong to no workspace; newest first. */
export async function listMails(acting: Acting): Promise<MailRow[]> {
  const { userId } = acting.actor;
  const ofWorkspace = await read(acting, listMailRows);
  const own = userId === null ? [] : await mailsToUser(acting.services.db, userId);
  return [...ofWorkspace, ...own].sort((a, b) => (a.id < b.id ? 1 : -1));
}
