import type { Tenant } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { dispatchWaiting } from "@/server/db/webhooks/dispatch";
import type { Services } from "../services";

/**
 * Gives every waiting event of the workspace its number at each endpoint that receives it, a few hundred events per
 * transaction, and queues the endpoints. Safe to repeat: an event is numbered once.
 */
export async function dispatchEvents(services: Services, tenant: Tenant): Promise<void> {
  let mayMoreWait: boolean;
  do {
    mayMoreWait = await inTenant(services.db, tenant, (tx) => dispatchWaiting(tx, services.now()));
    await services.checkpoint("webhook:dispatched");
  } while (mayMoreWait);
}
