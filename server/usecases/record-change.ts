import { type AuditChange, appendAudits } from "@/server/db/audit/audit";
import type { Tx } from "@/server/db/database/transaction";
import { storeEventsOfActions } from "@/server/db/webhooks/events";
import type { RequestContext } from "./request-context";

/** Records one change, as `recordChanges` does. */
export const recordChange = (context: RequestContext, tx: Tx, event: AuditChange): Promise<void> =>
  recordChanges(context, tx, [event]);

/**
 * Appends audit events of the actor (person, token or system) in the change's own transaction, and the events that
 * webhooks report them by; if that fails, the change fails with it. Call it after the change has been written, because
 * the events contain the changed row.
 */
export async function recordChanges(
  context: RequestContext,
  tx: Tx,
  events: readonly AuditChange[],
): Promise<void> {
  const { services, actor, via, requestId, ip, batchId } = context;
  await appendAudits(
    tx,
    {
      at: services.now(),
      actor: { ...actor, label: actor.pseudonym ?? actor.label },
      via,
      requestId,
      ip,
    },
    events.map((event) => ({
      ...event,
      id: services.newId("event"),
      ...(batchId === undefined ? {} : { after: { ...event.after, batch: batchId } }),
    })),
  );
  await storeEventsOfActions(tx, events, services.now());
}
