import { createHmac, randomUUID } from "node:crypto";
import type { Shop, ShopWebhook } from "./shop";

/** A webhook that failed so often in a row is deleted. */
const FAILURES_TO_DELETE = 8;

interface Payload {
  readonly userErrors: readonly { readonly field: readonly string[]; readonly message: string }[];
}
const DONE: Payload = { userErrors: [] };
const refused = (message: string): Payload => ({ userErrors: [{ field: ["webhookSubscription"], message }] });

/** Creates a webhook of an app, one for each topic and address. */
export function createWebhook(shop: Shop, app: string, topic: string, uri: string): Payload {
  if (!URL.canParse(uri)) return refused("Address is invalid");
  if (shop.webhooks.some((each) => each.app === app && each.topic === topic && each.uri === uri))
    return refused("Address for this topic has already been taken");
  const id = `gid://shopify/WebhookSubscription/${shop.nextId()}`;
  shop.webhooks.push({ id, topic, uri, app, failures: 0 });
  return DONE;
}

/** Deletes a webhook of an app. */
export function deleteWebhook(shop: Shop, app: string, id: string): Payload {
  const at = shop.webhooks.findIndex((each) => each.app === app && each.id === id);
  if (at === -1) return refused("Webhook subscription does not exist");
  shop.webhooks.splice(at, 1);
  return DONE;
}

/** Deletes a product with its variants, as the merchant. */
export function deleteProduct(shop: Shop, productId: number): void {
  shop.products.delete(productId);
  for (const { id, productId: of } of [...shop.variants.values()])
    if (of === productId) shop.variants.delete(id);
  shop.unsent.push({ topic: "products/delete", id: productId });
}

/**
 * Delivers what was not told yet to every webhook of its topic, signed by the secret of the webhook's app.
 * @param times how often each message is delivered; the copies have the same id
 */
export async function deliverWebhooks(shop: Shop, times = 1): Promise<void> {
  for (const { topic, id } of shop.unsent.splice(0))
    for (const webhook of [...shop.webhooks]) {
      if (webhook.topic.toLowerCase() !== topic.replace("/", "_")) continue;
      const webhookId = randomUUID();
      for (let n = 0; n < times; n += 1)
        await deliver(shop, webhook, { topic, webhookId, body: JSON.stringify({ id, price: "0.01" }) });
    }
}

async function deliver(
  shop: Shop,
  webhook: ShopWebhook,
  { topic, webhookId, body }: { readonly topic: string; readonly webhookId: string; readonly body: string },
): Promise<void> {
  const secret = shop.apps.find(({ clientId }) => clientId === webhook.app)?.clientSecret ?? "";
  const headers = {
    "content-type": "application/json",
    "x-shopify-topic": topic,
    "x-shopify-shop-domain": shop.settings.domain,
    "x-shopify-hmac-sha256": createHmac("sha256", secret).update(body).digest("base64"),
    "x-shopify-webhook-id": webhookId,
    "x-shopify-event-id": randomUUID(),
  };
  const isTaken = await fetch(webhook.uri, { method: "POST", headers, body, redirect: "manual" }).then(
    ({ ok }) => ok,
    () => false,
  );
  webhook.failures = isTaken ? 0 : webhook.failures + 1;
  if (webhook.failures >= FAILURES_TO_DELETE) deleteWebhook(shop, webhook.app, webhook.id);
}
