import { type AuditChange, appendAudit } from "@/server/db/audit/audit";
import type { Tx } from "@/server/db/database/transaction";
import { storeEventsOfAction } from "@/server/db/webhooks/events";
import type { RequestContext } from "./request-context";

/**
 * Appends one audit event of the actor (person, token or system) in the change's own transaction, and the events that
 * webhooks report it by; if that fails, the change fails with it. Call it after the change has been written, because
 * the events contain the changed row.
 */
export async function recordChange(context: RequestContext, tx: Tx, event: AuditChange): Promise<void> {
  const { services, actor, via, requestId, ip, batchId } = context;
  await appendAudit(
    tx,
    {
      id: services.newId("event"),
      at: services.now(),
      actor: { ...actor, label: actor.pseudonym ?? actor.label },
      via,
      requestId,
      ip,
    },
    batchId === undefined ? event : { ...event, after: { ...event.after, batch: batchId } },
  );
  await storeEventsOfAction(tx, event, services.now());
}
