import { type AuditChange, appendAudit } from "@/server/db/audit/audit";
import type { Tx } from "@/server/db/database/transaction";
import { storeEventsOfActions } from "@/server/db/webhooks/events";
import { WORKER } from "@/server/domain/actors";
import type { Services } from "./services";

/** Appends an audit event of the service itself, for work that no request started, as `recordChange` does. */
export async function recordWorkerChange(services: Services, tx: Tx, event: AuditChange): Promise<void> {
  await appendAudit(
    tx,
    {
      id: services.newId("event"),
      at: services.now(),
      actor: WORKER,
      via: "worker",
      requestId: null,
      ip: null,
    },
    event,
  );
  await storeEventsOfActions(tx, [event], services.now());
}
