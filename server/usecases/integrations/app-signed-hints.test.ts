import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { type NodeHandler, nodeAdapter } from "@/server/http/node-adapter";
import { storeHintsHandler } from "@/server/http/store-hints-handler";
import { type LoopbackServer, serveLoopback } from "@/server/testing/loopback-server";
import { startTestService, type TestService } from "@/server/testing/service";
import { editAsMerchant, refOfVariant } from "@/server/testing/shopify/bench";
import { addProduct } from "@/server/testing/shopify/seed";
import { ACCESS_TOKEN, APP, type ShopVariant } from "@/server/testing/shopify/shop";
import { type ShopifyStandIn, startShopifyStandIn } from "@/server/testing/shopify/stand-in";
import { deleteProduct, deliverWebhooks } from "@/server/testing/shopify/webhooks";
import { operatorContext } from "../operator-context";
import type { RequestContext } from "../request-context";
import { connectStore } from "./connect";
import { disconnectStore } from "./disconnect";
import { listIntegrations } from "./list";
import { lookAtHints } from "./look-at-hints";
import { runSync } from "./sync";

// A shop that signs its messages by a secret of the app, which is among the credentials.

let web: LoopbackServer;
let url: string;
let handler: NodeHandler;
let service: TestService;
let standIn: ShopifyStandIn;
let kettle: ShopVariant;
let by: RequestContext;
let id: string;

beforeAll(async () => {
  web = await serveLoopback((incoming, response) => void handler(incoming, response));
  url = web.url;
  service = await startTestService({
    now: new Date().toISOString(),
    settings: { publicUrl: url, loopbackOnly: false },
  });
  handler = nodeAdapter(storeHintsHandler(service.services, service.rateLimiter), service.services);
});
afterAll(async () => {
  await service.close();
  await web.close();
});

beforeEach(async () => {
  service.clock.set(new Date().toISOString());
  standIn = await startShopifyStandIn({ taxesIncluded: false });
  [kettle] = addProduct(standIn.shop, { variants: [{ sku: "KETTLE", price: "30.00" }] }) as [ShopVariant];
  addProduct(standIn.shop, { variants: [{ sku: "MUG", price: "12.00" }] });
  by = await operatorContext(service.services, (await service.workspace({ plan: "max" })).id);
});
afterEach(() => standIn.stop());

async function connect(credentials: Record<string, string>): Promise<void> {
  await connectStore(by, { kind: "shopify", url: standIn.url, credentials });
  id = (await present()).id;
  await runSync(service.services, by.tenant, id);
}
const byApp = () => connect({ clientId: APP.clientId, clientSecret: APP.clientSecret });

async function present() {
  const [row] = await listIntegrations(by);
  if (!row) throw new Error("no store is connected");
  return row;
}
const look = () => lookAtHints(service.services, by.tenant, id);
const pending = async () =>
  (await service.sql("SELECT changed, deleted FROM store_hints WHERE integration_id = $1", [id]))[0];
const topics = () => standIn.shop.webhooks.map(({ topic }) => topic).sort();
const edit = (cents: bigint) => editAsMerchant(standIn.shop, refOfVariant(kettle), cents);
const TOPICS = [
  "INVENTORY_ITEMS_UPDATE",
  "INVENTORY_LEVELS_UPDATE",
  "PRODUCTS_CREATE",
  "PRODUCTS_DELETE",
  "PRODUCTS_UPDATE",
];

describe("a shop that signs by its app's secret", () => {
  it("tells of a change, which is read: the message's own price counts for nothing", async () => {
    await byApp();
    await look();
    expect(topics()).toEqual(TOPICS);
    expect((await present()).hints).toMatchObject({ state: "active", problem: null });
    edit(3300n);
    await deliverWebhooks(standIn.shop);
    expect(await pending()).toEqual({ changed: true, deleted: false });
    await runSync(service.services, by.tenant, id);
    const [item] = await service.sql(
      "SELECT price FROM catalog_items WHERE workspace_id = $1 AND sku = 'KETTLE'",
      [by.tenant.workspaceId],
    );
    expect(item).toEqual({ price: 3300n });
    expect((await present()).sync).toMatchObject({ since: expect.any(String) as unknown });
  });

  it("is heard by a pasted token only together with the app's secret key", async () => {
    await connect({ accessToken: ACCESS_TOKEN });
    await look();
    expect(topics()).toEqual([]);
    expect((await present()).hints).toMatchObject({
      state: "failing",
      problem: expect.stringContaining("API secret key") as unknown,
    });
  });

  it("is heard by a pasted token with it, and gets no webhook of inventory that the app may not read", async () => {
    const scopes = ["read_products", "write_products"];
    standIn.shop.tokens.set(ACCESS_TOKEN, { app: APP.clientId, scopes, expiresAt: null });
    await connect({ accessToken: ACCESS_TOKEN, apiSecretKey: APP.clientSecret });
    await look();
    expect(topics()).toEqual(TOPICS.filter((each) => each.startsWith("PRODUCTS")));
    expect((await present()).hints).toMatchObject({ state: "active", problem: null });
    edit(3300n);
    await deliverWebhooks(standIn.shop);
    expect(await pending()).toEqual({ changed: true, deleted: false });
  });

  it("counts once for a message that it sends again", async () => {
    await byApp();
    await look();
    edit(3300n);
    await deliverWebhooks(standIn.shop, 3);
    const [row] = await service.sql<{ n: number }>(
      "SELECT array_length(deliveries, 1) AS n FROM store_hints WHERE integration_id = $1",
      [id],
    );
    expect(row?.n).toBe(1);
  });

  it("has the whole list read for a deletion, and for a cost, which no list of changes shows", async () => {
    await byApp();
    await look();
    deleteProduct(standIn.shop, kettle.productId);
    await deliverWebhooks(standIn.shop);
    expect(await pending()).toEqual({ changed: false, deleted: true });
    await service.sql("UPDATE store_hints SET deleted = false WHERE integration_id = $1", [id]);
    standIn.shop.unsent.push({ topic: "inventory_items/update", id: 1 });
    await deliverWebhooks(standIn.shop);
    expect(await pending()).toEqual({ changed: false, deleted: true });
  });

  it("is not heard by another secret, nor without a signature", async () => {
    await byApp();
    await look();
    const [app] = standIn.shop.apps;
    if (app) standIn.shop.apps[0] = { ...app, clientSecret: "another" };
    edit(3300n);
    await deliverWebhooks(standIn.shop);
    expect(await pending()).toEqual({ changed: false, deleted: false });
    const [webhook] = standIn.shop.webhooks;
    const headers = { "x-shopify-topic": "products/update", "x-shopify-webhook-id": "1" };
    const response = await fetch(webhook?.uri ?? "", { method: "POST", headers, body: "{}" });
    expect(response.status).toBe(404);
  });

  it("deletes a webhook that failed for long: the daily look creates it again and reads what was missed", async () => {
    await byApp();
    await look();
    const working = handler;
    handler = async (_incoming, response) => void response.writeHead(500).end();
    for (let n = 0n; n < 8n; n += 1n) {
      edit(3300n + n);
      await deliverWebhooks(standIn.shop);
    }
    handler = working;
    expect(topics()).not.toContain("PRODUCTS_UPDATE");
    service.clock.advance(DAY_MS);
    await look();
    expect(topics()).toEqual(TOPICS);
    expect((await present()).hints).toMatchObject({ renewedAt: new Date(service.clock.now()) });
    await disconnectStore(by, id);
    expect(topics()).toEqual([]);
  });
});
