import { type AuditChange, appendAudit } from "@/server/db/audit/audit";
import type { Tx } from "@/server/db/database/transaction";
import type { RequestContext } from "./request-context";

/**
 * Writes one audit event of the acting person, token or system into the change's own transaction; when it cannot be
 * written, the change fails with it.
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
