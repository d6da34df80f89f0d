import type { AuditEntry } from "@/server/db/audit/chain";
import { type AuditFilter, auditPage } from "@/server/db/audit/reading";
import { listMemberRows } from "@/server/db/members/memberships";
import { type RequestContext, readTransaction } from "../request-context";

/**
 * Lists the newest events that match, with the current names of the members among their authors: the log itself
 * stores people by id only.
 */
export function listAudit(
  context: RequestContext,
  filter: AuditFilter,
  page: { readonly before: string | null; readonly most: number },
): Promise<{ lines: readonly AuditEntry[]; names: ReadonlyMap<string, string> }> {
  return readTransaction(context, async (tx) => {
    const lines = await auditPage(tx, filter, page);
    const members = await listMemberRows(tx);
    return { lines, names: new Map(members.map(({ userId, email }) => [`user:${userId}`, email])) };
  });
}
