import { createHmac, randomUUID } from "node:crypto";
import { present } from "./present";
import { phpJson, type RestAnswer, type RestRequest, restError } from "./rest";
import type { Shop } from "./shop";

const FAILURES_TO_DISABLE = 7;

export interface Webhook {
  readonly id: number;
  readonly name: string;
  readonly topic: string;
  readonly deliveryUrl: string;
  readonly secret: string;
  status: "active" | "paused" | "disabled";
  /** Consecutive failures; enabling it again does not reset them. */
  failures: number;
}

/** The shop's webhooks and its background queue, which runs only when a visit wakes it. */
export interface Webhooks {
  readonly answer: (segments: readonly string[], request: RestRequest) => Promise<RestAnswer>;
  /**
   * Delivers each product that was saved since, once and in its present state, to every active webhook of that topic,
   * and the id of each that was deleted. A failed delivery is lost; seven in a row disable the webhook.
   */
  readonly wakeQueue: (home: string) => Promise<void>;
  /** The webhooks as the shop's own page lists them. */
  readonly list: () => readonly Readonly<Webhook>[];
}

/** Opens a shop's webhooks, without any. */
export function openWebhooks(shop: Shop): Webhooks {
  const webhooks: Webhook[] = [];
  return {
    answer: async ([id], request) => {
      const sent: Readonly<Record<string, string>> = Object(JSON.parse(request.text || "{}"));
      if (id === undefined && request.method === "POST") return create(webhooks, sent);
      if (id === undefined) return { status: 200, body: webhooks.map(shown) };
      const webhook = webhooks.find((each) => each.id === Number(id));
      if (!webhook) return restError(404, "woocommerce_rest_shop_webhook_invalid_id", "Invalid ID.");
      if (request.method === "DELETE") {
        if (request.query.get("force") !== "true")
          return restError(501, "woocommerce_rest_trash_not_supported", "Webhooks do not support trashing.");
        webhooks.splice(webhooks.indexOf(webhook), 1);
        return { status: 200, body: shown(webhook) };
      }
      const status = (["active", "paused", "disabled"] as const).find((each) => each === sent["status"]);
      if (request.method !== "GET" && status) webhook.status = status;
      return { status: 200, body: shown(webhook) };
    },
    wakeQueue: async (home) => {
      const saved = [...shop.unsent];
      shop.unsent.clear();
      for (const webhook of webhooks)
        for (const id of saved) {
          const product = shop.products.get(id);
          const topic = product ? "product.updated" : "product.deleted";
          const body = product ? present(shop, product, home) : { id };
          if (webhook.topic === topic && webhook.status === "active")
            await deliver(webhook, phpJson(body), home);
        }
    },
    list: () => webhooks,
  };
}

/** The secret is never shown. */
const shown = ({ id, name, status, topic, deliveryUrl }: Webhook) => ({
  id,
  name,
  status,
  topic,
  resource: "product",
  event: topic.slice("product.".length),
  delivery_url: deliveryUrl,
});

/** A new webhook is active, whatever its address answers to the unsigned form that it is sent at once. */
async function create(webhooks: Webhook[], sent: Readonly<Record<string, string>>): Promise<RestAnswer> {
  const webhook: Webhook = {
    id: 1 + Math.max(0, ...webhooks.map(({ id }) => id)),
    name: sent["name"] ?? "",
    topic: sent["topic"] ?? "",
    deliveryUrl: sent["delivery_url"] ?? "",
    secret: sent["secret"] ?? "",
    status: "active",
    failures: 0,
  };
  webhooks.push(webhook);
  await fetch(webhook.deliveryUrl, {
    method: "POST",
    body: new URLSearchParams({ webhook_id: String(webhook.id) }),
  }).catch(() => null);
  return { status: 201, body: shown(webhook) };
}

async function deliver(webhook: Webhook, body: string, home: string): Promise<void> {
  const headers = {
    "content-type": "application/json",
    "x-wc-webhook-source": `${home}/`,
    "x-wc-webhook-topic": webhook.topic,
    "x-wc-webhook-resource": "product",
    "x-wc-webhook-event": webhook.topic.slice("product.".length),
    "x-wc-webhook-signature": createHmac("sha256", webhook.secret).update(body).digest("base64"),
    "x-wc-webhook-id": String(webhook.id),
    "x-wc-webhook-delivery-id": randomUUID().replaceAll("-", ""),
  };
  // A redirect is not followed and counts as delivered.
  const init = { method: "POST", headers, body, redirect: "manual" } as const;
  const status = await fetch(webhook.deliveryUrl, init).then(
    (response) => response.status,
    () => 0,
  );
  webhook.failures = status >= 200 && status < 400 ? 0 : webhook.failures + 1;
  if (webhook.failures >= FAILURES_TO_DISABLE) webhook.status = "disabled";
}
