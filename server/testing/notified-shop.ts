import { dispatchEvents } from "@/server/usecases/webhooks/dispatch";
import { sendDeliveries } from "@/server/usecases/webhooks/send";
import type { TestService } from "./service";
import { openShop, type Shop } from "./watched-shop";
import { startWebhookReceiver, type WebhookReceiver } from "./webhook-receiver";

type Json = Readonly<Record<string, unknown>>;

/** A shop with a receiver of its webhooks, and the steps that tests of webhooks take. */
export interface NotifiedShop {
  readonly shop: Shop;
  readonly receiver: WebhookReceiver;
  /** Calls the API and returns the answer; throws if it is an error. */
  must(method: string, path: string, body?: unknown): Promise<Json>;
  /** Creates an endpoint at the receiver, which then knows its secret. @returns its id */
  listen(fields?: Json): Promise<string>;
  /** Dispatches the events and sends what is due to an endpoint, as the worker does. */
  work(id: string): Promise<void>;
  /** Dismisses a recommendation: one event of the kind recommendation.decided. @returns the recommendation */
  decide(): Promise<string>;
  deliveries(id: string, query?: string): Promise<Json[]>;
  endpoint(id: string): Promise<Json>;
  /** The numbers of the events that arrived, in the order of their arrival. */
  numbers(): number[];
  /** Stops the receiver. */
  close(): Promise<void>;
}

/** Opens a workspace and starts its receiver; call in `beforeEach` and `close()` in `afterEach`. */
export async function openNotifiedShop(service: TestService): Promise<NotifiedShop> {
  const shop = await openShop(service);
  const receiver = await startWebhookReceiver(() => service.clock.now());
  const must: NotifiedShop["must"] = async (method, path, body) => {
    const answer = await shop.call(method, path, body);
    if (answer.status >= 300 || !answer.json) throw new Error(`${answer.status} ${answer.text}`);
    return answer.json;
  };
  return {
    shop,
    receiver,
    must,
    listen: async (fields = {}) => {
      const { webhook, secret } = await must("POST", "/webhooks", { url: receiver.url, ...fields });
      receiver.secrets.push(String(secret));
      return (webhook as { id: string }).id;
    },
    work: async (id) => {
      await dispatchEvents(service.services, shop.workspace.tenant);
      await sendDeliveries(service.services, shop.workspace.tenant, id);
    },
    decide: async () => {
      const id = await service.make.recommendation(shop.workspace.id);
      await must("POST", `/recommendations/${id}/dismiss`, {});
      return id;
    },
    deliveries: async (id, query = "") =>
      (await must("GET", `/webhooks/${id}/deliveries?limit=100${query}`))["data"] as Json[],
    endpoint: (id) => must("GET", `/webhooks/${id}`),
    numbers: () => receiver.received.map(({ body }) => body.number),
    close: () => receiver.close(),
  };
}
