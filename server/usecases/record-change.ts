import { type AuditChange, appendAudit } from "@/server/db/audit/audit";
import type { Tx } from "@/server/db/database/transaction";
import type { RequestContext } from "./request-context";

/**
 * Appends one audit event of the actor (person, token or system) in the change's own transaction; if that fails, the
 * change fails with it.
 */
export function recordChange(context: RequestContext, tx: Tx, event: AuditChange): Promise<void> {
  const { services, actor, via, requestId, ip } = context;
  return appendAudit(
    tx,
    {
      id: services.newId("event"),
      at: services.now(),
      actor: { ...actor, label: actor.pseudonym ?? actor.label },
      via,
      requestId,
      ip,
    },
    event,
  );
}
