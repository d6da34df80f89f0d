import { z } from "zod";
import {
  deliveryOf,
  type Hint,
  type HintKeys,
  type HintMessage,
  type HintTarget,
} from "@/server/stores/hints";
import { StoreError } from "@/server/stores/port";
import { callShopify } from "@/server/stores/shopify/admin-api";
import { type ShopifyCredentials, shopifyCredentials } from "@/server/stores/shopify/declaration";
import { DOCUMENTS } from "@/server/stores/shopify/documents";
import type { ShopifyConnection } from "@/server/stores/shopify/session";
import { loadShop } from "@/server/stores/shopify/shop";
import { isSignedBy } from "@/server/stores/signature";

const PRODUCT_TOPICS = ["PRODUCTS_CREATE", "PRODUCTS_UPDATE", "PRODUCTS_DELETE"] as const;
/** Of stock and of costs; an app that may not read inventory may not have them. */
const INVENTORY_TOPICS = ["INVENTORY_LEVELS_UPDATE", "INVENTORY_ITEMS_UPDATE"] as const;
/** As headers name them. A changed cost moves no product's date, so that only the whole list shows it. */
const UNLISTED_TOPICS: ReadonlySet<string> = new Set(["products/delete", "inventory_items/update"]);

const webhooksShape = z.object({
  webhookSubscriptions: z.object({
    nodes: z.array(z.object({ id: z.string(), topic: z.string(), uri: z.string() })),
  }),
});
const outcome = z.object({ userErrors: z.array(z.object({ message: z.string() })) });

/**
 * Creates the webhooks that the shop lacks. Shopify deletes one whose deliveries have failed for some hours, and
 * without a word. It signs by the app's secret, so the target's own secret is not used.
 * @returns the number of those that were missing
 * @throws StoreError `rejected` without the secret by which the shop signs
 */
export async function maintainWebhooks(connection: ShopifyConnection, { url }: HintTarget): Promise<number> {
  if (signingSecret(connection.shopify) === null)
    throw new StoreError(
      "rejected",
      "definite",
      "Without the app's API secret key nobody could tell the shop's messages from others: replace the credentials by the token together with the key.",
    );
  const { hasCosts } = await loadShop(connection);
  const own = new Set((await ownWebhooks(connection, url)).map(({ topic }) => topic));
  const missing = [...PRODUCT_TOPICS, ...(hasCosts ? INVENTORY_TOPICS : [])].filter((each) => !own.has(each));
  for (const topic of missing) {
    const variables = { topic, uri: url };
    const operation = { query: DOCUMENTS.createWebhook, variables, access: "read" } as const;
    const shape = z.object({ webhookSubscriptionCreate: outcome });
    refuseErrors((await callShopify(connection, operation, shape)).data.webhookSubscriptionCreate);
  }
  return missing.length;
}

/** Removes the webhooks of an address. @throws StoreError */
export async function removeWebhooks(connection: ShopifyConnection, url: string): Promise<void> {
  for (const { id } of await ownWebhooks(connection, url)) {
    const operation = { query: DOCUMENTS.deleteWebhook, variables: { id }, access: "read" } as const;
    const shape = z.object({ webhookSubscriptionDelete: outcome });
    refuseErrors((await callShopify(connection, operation, shape)).data.webhookSubscriptionDelete);
  }
}

async function ownWebhooks(connection: ShopifyConnection, uri: string) {
  const operation = { query: DOCUMENTS.webhooks, variables: { uri }, access: "read" } as const;
  const { data } = await callShopify(connection, operation, webhooksShape);
  return data.webhookSubscriptions.nodes.filter((each) => each.uri === uri);
}

function refuseErrors({ userErrors }: z.output<typeof outcome>): void {
  if (userErrors.length === 0) return;
  const message = `The shop says: ${userErrors.map((each) => each.message).join(" ")}`;
  throw new StoreError("rejected", "definite", message);
}

const signingSecret = (credentials: ShopifyCredentials): string | null =>
  "clientSecret" in credentials ? credentials.clientSecret : (credentials.apiSecretKey ?? null);

/**
 * Reads a delivery, which the shop signs by the app's secret over the raw body. One that is sent again has the same id.
 */
export function readDelivery(message: HintMessage, { credentials }: HintKeys): Hint | null {
  const { header, body } = message;
  const known = shopifyCredentials.safeParse(credentials).data;
  const secret = known ? signingSecret(known) : null;
  const signature = header("x-shopify-hmac-sha256");
  if (secret === null || signature === null || !isSignedBy(secret, body, signature)) return null;
  const delivery = deliveryOf(message, "x-shopify-webhook-id");
  if (delivery === null) return null;
  return { kind: UNLISTED_TOPICS.has(header("x-shopify-topic") ?? "") ? "unlisted" : "changed", delivery };
}
