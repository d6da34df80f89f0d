import type { Tx } from "@/server/db/database/transaction";
import type { MailKey } from "@/server/db/mails/mails";
import { listMemberRows } from "@/server/db/members/memberships";
import type { RequestContext } from "../request-context";
import { type MailDraft, storeMail } from "./deliver";

/**
 * Stores one mail of the workspace for each of its owners, in the transaction of the change it reports.
 * @returns the keys to pass to `deliverMail` after the commit
 */
export async function storeMailsToOwners(
  { services }: RequestContext,
  tx: Tx,
  letter: Pick<MailDraft, "template" | "subject" | "text" | "action">,
): Promise<MailKey[]> {
  const { workspaceId } = tx.tenant;
  const owners = (await listMemberRows(tx)).filter(({ role }) => role === "owner");
  const keys: MailKey[] = [];
  for (const { userId, email } of owners)
    keys.push(await storeMail(services, tx.prisma, { ...letter, workspaceId, userId, recipient: email }));
  return keys;
}
