import { type DeliveryRow, findDeliveryOfEvent } from "@/server/db/webhooks/deliveries";
import { dispatchWaiting, lockReceivers } from "@/server/db/webhooks/dispatch";
import { findEndpoint } from "@/server/db/webhooks/endpoints";
import { storeEvents } from "@/server/db/webhooks/events";
import { notFound } from "@/server/domain/errors";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { requireEnabled } from "./replay";

/**
 * Stores a test event for one endpoint and dispatches it, with a number like any other event. The delivery is sent by
 * a worker, so that a test shows what the receiver gets otherwise.
 * @throws DomainError not_found, conflict while the endpoint is disabled, plan_limit
 */
export function sendTest(context: RequestContext, id: string): Promise<DeliveryRow> {
  const { services } = context;
  return writeTransaction(context, async (tx) => {
    // All are locked, as the dispatch locks them: a removal at this moment comes before the test or waits for it.
    await lockReceivers(tx);
    const endpoint = await findEndpoint(tx, id);
    if (!endpoint) throw notFound("webhook");
    requireEnabled(endpoint);
    requireWritableWorkspace(context);
    const atMs = services.now();
    const [event] = await storeEvents(tx, "webhook.test", [id], { atMs, endpointId: id });
    if (event === undefined) throw new Error("a test event was not stored");
    while (await dispatchWaiting(tx, atMs));
    const delivery = await findDeliveryOfEvent(tx, id, event);
    if (!delivery) throw new Error("a test event was not dispatched");
    await recordChange(context, tx, { action: "webhook.test", subject: id, after: { event } });
    return delivery;
  });
}
