import { afterEach, beforeEach, expect, it } from "vitest";
import { eventSchema } from "@/server/api/webhooks/event-schemas";
import { EVENT_KINDS, type EventKind } from "@/server/domain/webhooks/event-kinds";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { type Shop, startShops } from "@/server/testing/shop";
import { startVendureStandIn } from "@/server/testing/vendure-stand-in";
import { startWebhookReceiver, type WebhookReceiver } from "@/server/testing/webhook-receiver";
import { runSync } from "../integrations/sync";
import { processRun } from "../runs/process";
import { dispatchEvents } from "./dispatch";
import { sendDeliveries } from "./send";

const shops = duringTests(startShops);
let shop: Shop;
let receiver: WebhookReceiver;
let endpoint: string;

beforeEach(async () => {
  receiver = await startWebhookReceiver(() => shops.service.clock.now());
});
afterEach(async () => {
  shops.proxy.clear();
  await receiver.close();
});

/** Posts, and fails the test unless the answer has the status. */
async function post(path: string, body: unknown = {}, status = 200) {
  const answer = await shop.post(path, body);
  expect(answer.status, answer.text).toBe(status);
  return answer.json ?? {};
}

const owner = async () => {
  const { id: workspaceId } = shop.workspace;
  const userId = await shops.service.person({ workspaceId, role: "owner" });
  return browserCaller(shops.service, { userId, workspaceId });
};

const approve = (recommendation: string, status?: number) =>
  post(`/recommendations/${recommendation}/approve`, {}, status);

async function write(): Promise<void> {
  await approve((await shop.pending()).recommendation);
  await shop.work();
}

/** Approves a price where the merchant has set another one meanwhile, so that nothing is written. */
async function writeInVain(): Promise<void> {
  const { recommendation, ref } = await shop.pending();
  await shop.edit(ref, "1899");
  await approve(recommendation);
  await shop.work();
}

const setStatus = (status: string) =>
  shops.service.sql("UPDATE integrations SET status = $2 WHERE id = $1", [shop.integration, status]);

/** How each kind of event comes about. */
const CAUSES: Readonly<Record<EventKind, () => Promise<unknown>>> = {
  "recommendation.decided": async () =>
    post(`/recommendations/${(await shop.pending()).recommendation}/reject`, { reason: "Too high." }),
  "recommendation.superseded": async () => {
    const { recommendation, item } = await shop.pending();
    await shops.service.sql("UPDATE catalog_items SET max_price = 2100 WHERE id = $1", [item]);
    await approve(recommendation, 409);
  },
  "recommendation.applied": write,
  "recommendation.failed": writeInVain,
  "run.finished": async () => {
    const { run } = (await post("/runs", {}, 202)) as { run: { id: string } };
    await processRun(shops.service.services, shop.workspace.tenant, run.id);
  },
  "run.released": async () => {
    const run = await shops.service.make.run(shop.workspace.id, { held_reason: "Too many prices." });
    await post(`/runs/${run}/release`);
  },
  "alert.raised": writeInVain,
  "alert.resolved": async () => {
    await post(`/alerts/${await shops.service.make.alert(shop.workspace.id)}/resolve`);
  },
  "write_back.finished": write,
  "policy.activated": async () => {
    const { policy } = await owner();
    const { document } = await policy.get({});
    await policy.set({ document: { ...document, reopen_threshold: "0.02" } });
  },
  "integration.connected": async () => {
    const other = await startVendureStandIn();
    await setStatus("disconnected");
    const { integrations } = await owner();
    await integrations.connect({ kind: "vendure", url: other.url, credentials: other.credentials });
    await other.close();
  },
  "integration.failing": async () => {
    shops.proxy.fault({ mode: "drop-request" });
    await (await owner()).integrations.check({ id: shop.integration });
  },
  "integration.recovered": async () => {
    await setStatus("failing");
    await (await owner()).integrations.check({ id: shop.integration });
  },
  "integration.synced": async () => {
    await (await owner()).integrations.sync({});
    await runSync(shops.service.services, shop.workspace.tenant, shop.integration);
  },
  "integration.disconnected": async () => (await owner()).integrations.disconnect({ id: shop.integration }),
  "webhook.test": () => post(`/webhooks/${endpoint}/test`, {}, 202),
};

it.each(EVENT_KINDS)("%s arrives with the documented fields, and no others", async (kind) => {
  shop = await shops.shop();
  const { webhook, secret } = await post("/webhooks", { url: receiver.url });
  endpoint = (webhook as { id: string }).id;
  receiver.secrets.push(String(secret));
  await CAUSES[kind]();
  await dispatchEvents(shops.service.services, shop.workspace.tenant);
  await sendDeliveries(shops.service.services, shop.workspace.tenant, endpoint);
  const arrived = receiver.received.filter(({ body }) => body.type === kind);
  expect(arrived).toHaveLength(1);
  for (const { body } of arrived) expect(eventSchema(kind).strict().parse(body)).toEqual(body);
});
