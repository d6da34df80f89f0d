import { z } from "zod";
import {
  deliveryOf,
  type Hint,
  type HintKeys,
  type HintMessage,
  type HintTarget,
} from "@/server/stores/hints";
import { isSignedBy } from "@/server/stores/signature";
import { callWoo, type WooConnection } from "@/server/stores/woocommerce/rest";

const TOPICS = ["product.created", "product.updated", "product.deleted", "product.restored"] as const;
const PAGE_SIZE = 100;
/** A shop with more webhooks than these has them from others. */
const MAX_PAGES = 10;

const webhook = z.object({
  id: z.number().int(),
  topic: z.string(),
  status: z.string(),
  delivery_url: z.string(),
});
type Webhook = z.output<typeof webhook>;

/**
 * Creates the webhooks that the shop lacks and enables those that it has disabled, which it does after a few failures
 * and without a word.
 * @returns the number of both
 * @throws StoreError
 */
export async function maintainWebhooks(
  connection: WooConnection,
  { url, secret }: HintTarget,
): Promise<number> {
  const own = await ownWebhooks(connection, url);
  let changed = 0;
  for (const topic of TOPICS) {
    const found = own.find((each) => each.topic === topic);
    if (found?.status === "active") continue;
    changed += 1;
    await callWoo(connection, found ? enabling(found) : creating(topic, { url, secret }), webhook);
  }
  return changed;
}

const creating = (topic: string, { url, secret }: HintTarget) =>
  ({
    method: "POST",
    path: "/webhooks",
    body: { name: `Pricecheck: ${topic}`, topic, delivery_url: url, secret },
    access: "read",
  }) as const;

const enabling = ({ id }: Webhook) =>
  ({ method: "POST", path: `/webhooks/${id}`, body: { status: "active" }, access: "read" }) as const;

/** Removes the webhooks of an address. @throws StoreError */
export async function removeWebhooks(connection: WooConnection, url: string): Promise<void> {
  for (const { id } of await ownWebhooks(connection, url)) {
    const query = { force: "true" };
    const call = { method: "DELETE", path: `/webhooks/${id}`, query, access: "read" } as const;
    await callWoo(connection, call, z.unknown());
  }
}

async function ownWebhooks(connection: WooConnection, url: string): Promise<Webhook[]> {
  const own: Webhook[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const query = { per_page: String(PAGE_SIZE), page: String(page) };
    const call = { method: "GET", path: "/webhooks", query, access: "read" } as const;
    const { data } = await callWoo(connection, call, z.array(webhook));
    own.push(...data.filter((each) => each.delivery_url === url));
    if (data.length < PAGE_SIZE) break;
  }
  return own;
}

/**
 * Reads a delivery. The signature is over the raw body; JSON that was parsed and written again does not have it. The
 * form that the shop sends when a webhook is created is not signed, and says nothing.
 */
export function readDelivery(message: HintMessage, { secret }: HintKeys): Hint | null {
  const { header, body } = message;
  const signature = header("x-wc-webhook-signature");
  if (signature === null) return isPing(body) ? { kind: "ping" } : null;
  if (!isSignedBy(secret, body, signature)) return null;
  const delivery = deliveryOf(message, "x-wc-webhook-delivery-id");
  if (delivery === null) return null;
  return { kind: header("x-wc-webhook-topic") === "product.deleted" ? "unlisted" : "changed", delivery };
}

const isPing = (body: Uint8Array): boolean =>
  body.length < 100 && /^webhook_id=\d+$/.test(Buffer.from(body).toString("latin1"));
