import type { Tx } from "@/server/db/database/transaction";
import {
  lockSupportRequest,
  type SupportEnd,
  type SupportRow,
  saveSupport,
  staffRequests,
} from "@/server/db/support/support";
import { DomainError, notFound } from "@/server/domain/errors";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import type { Services } from "../services";
import { writeTransaction } from "../transaction";
import { type StaffMember, staffContext } from "./staff";

const MAX_OWN_REQUESTS = 500;

/** Result of an end; `idempotent` when the request or session had ended before. */
export interface SupportEnded {
  readonly id: string;
  readonly idempotent: boolean;
}

/**
 * Ends a session at once, or declines a waiting request, as an owner. Also works in a suspended workspace: revoking
 * access is always possible. A repeat changes nothing.
 * @throws DomainError not_found
 */
export function endSupport(context: RequestContext, id: string): Promise<SupportEnded> {
  return writeTransaction(context, async (tx) => {
    const row = await lockSupportRequest(tx, id);
    if (!row) throw notFound("support request");
    return end(context, tx, row, row.status === "open" ? "ended_by_owner" : "declined");
  });
}

/**
 * Ends the staff member's own session, or withdraws their own request. A repeat changes nothing.
 * @throws DomainError not_found for a request that is not theirs
 */
export async function endOwnSession(
  services: Services,
  staff: StaffMember,
  id: string,
): Promise<SupportEnded> {
  const ownRequest = (await staffRequests(services.db, staff.id, MAX_OWN_REQUESTS)).find(
    (each) => each.id === id,
  );
  if (!ownRequest) throw new DomainError("not_found", "You have made no such request.");
  const context = staffContext(services, staff, ownRequest.workspace_id);
  return writeTransaction(context, async (tx) => {
    const row = await lockSupportRequest(tx, id);
    if (!row || row.staffId !== staff.id)
      throw new DomainError("not_found", "You have made no such request.");
    return end(context, tx, row, row.status === "open" ? "ended_by_staff" : "withdrawn");
  });
}

async function end(
  context: RequestContext,
  tx: Tx,
  row: SupportRow,
  ending: SupportEnd,
): Promise<SupportEnded> {
  const { id, status, expiresAt } = row;
  if (status === "ended") return { id, idempotent: true };
  const now = context.services.now();
  const expired = status === "open" && expiresAt !== null && expiresAt.getTime() <= now;
  await saveSupport(tx, id, {
    status: "ended",
    endedAt: expired ? expiresAt : new Date(now),
    endReason: expired ? "expired" : ending,
    endedBy: expired ? null : context.actor.id,
    codeHash: null,
  });
  if (expired) return { id, idempotent: true };
  await recordChange(context, tx, { action: "support.end", subject: id, after: { reason: ending } });
  return { id, idempotent: false };
}
