import type { Tenant } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { dispatchWaiting } from "@/server/db/webhooks/dispatch";
import type { Services } from "../request-context";

const EVENTS_AT_ONCE = 500;

/**
 * Gives every waiting event of the workspace its number at each endpoint that receives it, a few hundred events per
 * transaction, and queues the endpoints. Safe to repeat: an event is numbered once.
 */
export async function dispatchEvents(services: Services, tenant: Tenant): Promise<void> {
  for (;;) {
    const read = await inTenant(services.db, tenant, (tx) =>
      dispatchWaiting(tx, { atMs: services.now(), most: EVENTS_AT_ONCE }),
    );
    await services.checkpoint("webhook:dispatched");
    if (read < EVENTS_AT_ONCE) return;
  }
}
