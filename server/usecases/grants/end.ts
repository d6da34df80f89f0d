import type { AuditChange } from "@/server/db/audit/audit";
import type { Tx } from "@/server/db/database/transaction";
import { endGrantRow, endGrantsOf, type GrantEnding, lockGrant } from "@/server/db/grants/grants";
import { notFound } from "@/server/domain/errors";
import type { GrantEnd } from "@/server/domain/grants/grant";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { canManageAllGrants } from "./create";

/**
 * Ends a grant; the application's next request is refused. A repeat changes nothing. Owners and admins end anyone's
 * grants, other members their own. Also works in a suspended workspace: revoking access is always possible.
 * @throws DomainError not_found, also for another person's grant that the acting one may not see
 */
export async function endGrant(
  context: RequestContext,
  id: string,
): Promise<{ id: string; idempotent: boolean }> {
  return writeTransaction(context, async (tx) => {
    const grant = await lockGrant(tx, id);
    const own = grant?.userId === context.actor.userId;
    if (!grant || !(own || canManageAllGrants(context))) throw notFound("grant");
    if (grant.endedAt) return { id, idempotent: true };
    const reason = own ? "person" : "admin";
    const at = new Date(context.services.now());
    await endGrantRow(tx, id, { by: context.actor.userId ?? "system", reason, at });
    await recordChange(context, tx, endEvent(grant, reason));
    return { id, idempotent: false };
  });
}

/**
 * Ends all grants of a person in the transaction's workspace, when the person's access there ends.
 * @param record appends an audit event under the author of that change
 * @returns the ids of the grants that were in force until now
 */
export async function endGrantsOfPerson(
  tx: Tx,
  userId: string,
  ending: GrantEnding,
  record: (event: AuditChange) => Promise<void>,
): Promise<readonly string[]> {
  const ended = await endGrantsOf(tx, userId, ending);
  for (const grant of ended) await record(endEvent(grant, ending.reason));
  return ended.map(({ id }) => id);
}

const endEvent = (
  { id, clientName }: { readonly id: string; readonly clientName: string },
  reason: GrantEnd,
): AuditChange => ({ action: "grant.end", subject: id, before: { name: clientName }, after: { reason } });
