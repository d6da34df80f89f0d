import { createHmac } from "node:crypto";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { startReachableService } from "@/server/testing/reachable-service";
import type { TestService } from "@/server/testing/service";
import { editAsMerchant, signIn } from "@/server/testing/woocommerce/bench";
import { FULL_KEY } from "@/server/testing/woocommerce/shop";
import { startWooStandIn, type WooStandIn } from "@/server/testing/woocommerce/stand-in";
import { operatorContext } from "../operator-context";
import type { RequestContext } from "../request-context";
import { connectStore } from "./connect";
import { disconnectStore } from "./disconnect";
import { openHintSecret } from "./hint-target";
import { listIntegrations } from "./list";
import { lookAtHints } from "./look-at-hints";
import { prepareMissingHints } from "./prepare-hints";
import { runSync } from "./sync";

const reachable = duringTests(startReachableService);
let service: TestService;
let shop: WooStandIn;
let by: RequestContext;
let id: string;

beforeAll(async () => {
  service = reachable.service;
});

beforeEach(async () => {
  service.clock.set(new Date().toISOString());
  shop = await startWooStandIn({
    products: [10, 11].map((each) => ({ id: each, sku: `SKU-${each}`, regular: "30.00" })),
    settings: { pricesIncludeTax: false },
    now: service.services.now,
  });
  by = await operatorContext(service.services, (await service.workspace({ plan: "max" })).id);
  await connectStore(by, { kind: "woocommerce", url: shop.url, credentials: signIn(FULL_KEY) });
  id = (await present()).id;
  await sync();
});
afterEach(() => shop.stop());

async function present() {
  const [row] = await listIntegrations(by);
  if (!row) throw new Error("no store is connected");
  return row;
}
/** Carries out what is queued or hinted at. @returns the state of the store's last sync */
async function sync() {
  await runSync(service.services, by.tenant, id);
  return present();
}
const look = () => lookAtHints(service.services, by.tenant, id);
const prices = async () =>
  (
    await service.sql<{ price: bigint }>(
      "SELECT price FROM catalog_items WHERE workspace_id = $1 AND store_state IS NULL ORDER BY sku",
      [by.tenant.workspaceId],
    )
  ).map(({ price }) => price);

async function secret(): Promise<string> {
  const [row] = await service.sql<{ secret: Buffer }>(
    "SELECT secret FROM store_hints WHERE integration_id = $1",
    [id],
  );
  const key = { workspaceId: by.tenant.workspaceId, integrationId: id };
  return openHintSecret(service.services, key, row?.secret ?? Buffer.of());
}
const address = (workspaceId = by.tenant.workspaceId, integrationId = id) =>
  `${reachable.url}/store-hints/${workspaceId}/${integrationId}`;

/** Sends a message as the shop does, signed with a secret. */
async function send(
  body: string,
  { key, delivery = "d1", topic = "product.updated", to = address() }: Partial<Record<string, string>> = {},
) {
  const signature = createHmac("sha256", key ?? (await secret()))
    .update(body)
    .digest("base64");
  const response = await fetch(to, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-wc-webhook-signature": signature,
      "x-wc-webhook-topic": topic,
      "x-wc-webhook-delivery-id": delivery,
    },
    body,
  });
  return { status: response.status, text: await response.text() };
}
const pending = async () =>
  (await service.sql("SELECT changed, deleted FROM store_hints WHERE integration_id = $1", [id]))[0];

describe("a shop that is connected", () => {
  it("gets a webhook for each topic, to an address of its own, and tries it", async () => {
    await look();
    expect(shop.webhooks().map(({ topic, deliveryUrl, status }) => [topic, deliveryUrl, status])).toEqual([
      ["product.created", address(), "active"],
      ["product.updated", address(), "active"],
      ["product.deleted", address(), "active"],
      ["product.restored", address(), "active"],
    ]);
    expect((await present()).hints).toMatchObject({ state: "active", problem: null, renewedAt: null });
    expect(await pending()).toEqual({ changed: false, deleted: false });
    const [row] = await service.sql<{ secret: Buffer }>("SELECT secret FROM store_hints", []);
    expect(row?.secret.toString("latin1")).not.toContain(await secret());
  });

  it("is told in the settings where its key may not create them", async () => {
    const { consumerKey, consumerSecret } = FULL_KEY;
    const keys = shop.shop.keys as { permissions: string; consumerKey: string; consumerSecret: string }[];
    keys.splice(0, keys.length, { consumerKey, consumerSecret, permissions: "read" });
    await look();
    expect((await present()).hints).toMatchObject({
      state: "failing",
      problem: expect.stringContaining("Read/Write") as unknown,
    });
  });

  it("tells of a change, and the store is read again: the message's own price counts for nothing", async () => {
    await look();
    editAsMerchant(shop.shop, "10", { regular_price: "33.00" });
    await shop.visit();
    expect(await pending()).toEqual({ changed: true, deleted: false });
    editAsMerchant(shop.shop, "10", { regular_price: "35.00" });
    expect(await sync()).toMatchObject({ syncStatus: "ok", sync: { seen: 1, since: expect.any(String) } });
    expect(await prices()).toEqual([3500n, 3000n]);
    expect(await pending()).toEqual({ changed: false, deleted: false });
  });

  it("tells of a deletion, for which the whole list is read, at most once an hour", async () => {
    await look();
    shop.shop.products.delete(11);
    shop.shop.unsent.add(11);
    await shop.visit();
    expect(await pending()).toEqual({ changed: false, deleted: true });
    await sync();
    expect(await prices()).toHaveLength(2);
    service.clock.advance(HOUR_MS);
    expect(await sync()).toMatchObject({ sync: { vanished: 1, since: null } });
    expect(await prices()).toEqual([3000n]);
  });

  it("keeps no webhook once it is disconnected", async () => {
    await look();
    await disconnectStore(by, id);
    expect(shop.webhooks()).toEqual([]);
    expect((await send("{}", { key: "any" })).status).toBe(404);
  });
});

describe("a shop that was connected before there were hints", () => {
  const forget = () => service.sql("DELETE FROM store_hints WHERE integration_id = $1", [id]);
  const rows = () => service.sql("SELECT integration_id, secret FROM store_hints ORDER BY integration_id");

  it("gets its webhooks without being connected again, and sends hints by them", async () => {
    await forget();
    await prepareMissingHints(service.services);
    await look();
    expect(shop.webhooks().map(({ status }) => status)).toEqual(["active", "active", "active", "active"]);
    expect((await present()).hints).toMatchObject({ state: "active", problem: null });
    editAsMerchant(shop.shop, "10", { regular_price: "35.00" });
    await shop.visit();
    expect(await pending()).toEqual({ changed: true, deleted: false });
  });

  it("gets them once: the next round changes nothing", async () => {
    await forget();
    await prepareMissingHints(service.services);
    const first = await rows();
    await prepareMissingHints(service.services);
    expect(await rows()).toEqual(first);
  });

  it("gets none where it was disconnected or its kind sends none", async () => {
    await disconnectStore(by, id);
    const other = (await service.workspace()).id;
    await service.make.integration(other, { kind: "sandbox" });
    const before = await rows();
    await prepareMissingHints(service.services);
    expect(await rows()).toEqual(before);
  });
});

describe("a message", () => {
  it("counts once, however often it is sent", async () => {
    expect(await send('{"id":10}')).toEqual({ status: 200, text: "" });
    await sync();
    expect((await send('{"id":10}')).status).toBe(200);
    expect(await pending()).toEqual({ changed: false, deleted: false });
    expect((await send('{"id":10}', { delivery: "d2" })).status).toBe(200);
    expect(await pending()).toEqual({ changed: true, deleted: false });
  });

  it.each([
    ["with another secret", { key: "another secret" }],
    ["to another store of the workspace", { integration: "int_other" }],
    ["to another workspace", { workspace: "ws_other" }],
  ])("%s is answered as one to an unknown address, and changes nothing", async (_what, over) => {
    const { integration, workspace, key } = over as Partial<Record<string, string>>;
    const to = address(workspace ?? by.tenant.workspaceId, integration ?? id);
    const { status, text } = await send("{}", { to, ...(key === undefined ? {} : { key }) });
    expect(status).toBe(404);
    expect(JSON.parse(text)).toMatchObject({ error: "not_found" });
    expect(await pending()).toEqual({ changed: false, deleted: false });
  });

  it("is verified by its raw bytes", async () => {
    const key = await secret();
    const signature = createHmac("sha256", key).update('{"a":"b/c"}').digest("base64");
    const response = await fetch(address(), {
      method: "POST",
      headers: { "x-wc-webhook-signature": signature, "x-wc-webhook-delivery-id": "d9" },
      body: '{"a":"b\\/c"}',
    });
    expect(response.status).toBe(404);
  });

  it("is the shop's try without a signature, or refused", async () => {
    const post = (body: string) => fetch(address(), { method: "POST", body });
    expect((await post("webhook_id=7")).status).toBe(200);
    expect((await post('{"id":10}')).status).toBe(404);
    expect(await pending()).toEqual({ changed: false, deleted: false });
  });

  it("is refused before it is read when it is too long, and other methods too", async () => {
    expect((await send("x".repeat(1024 * 1024 + 1))).status).toBe(413);
    const got = await fetch(address());
    expect([got.status, got.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it("is answered as the API answers when its path names no store", async () => {
    for (const path of ["ws_1", `${by.tenant.workspaceId}/${id}/more`]) {
      const response = await fetch(`${reachable.url}/store-hints/${path}`, {
        method: "POST",
        body: "webhook_id=7",
      });
      expect([response.status, await response.json()], path).toMatchObject([404, { error: "not_found" }]);
    }
  });

  it("leads to another sync when it comes while one is running", async () => {
    await service.sql(
      "UPDATE integrations SET sync_status = 'running', sync_lease_until = now() + interval '1 day' WHERE id = $1",
      [id],
    );
    await send("{}");
    await sync();
    expect(await pending()).toEqual({ changed: true, deleted: false });
    await service.sql("UPDATE integrations SET sync_status = 'ok' WHERE id = $1", [id]);
    expect(await sync()).toMatchObject({ syncStatus: "ok" });
    expect(await pending()).toEqual({ changed: false, deleted: false });
  });
});

describe("the daily look", () => {
  it("finds webhooks that the shop has disabled in silence, enables them and reads what was not told", async () => {
    await look();
    reachable.isFailing = true;
    for (let failures = 0; failures < 7; failures++) {
      editAsMerchant(shop.shop, "10", { regular_price: `4${failures}.00` });
      await shop.visit();
    }
    reachable.isFailing = false;
    expect(shop.webhooks().find(({ topic }) => topic === "product.updated")?.status).toBe("disabled");
    await look();
    expect(shop.webhooks().find(({ topic }) => topic === "product.updated")?.status).toBe("disabled");
    service.clock.advance(DAY_MS);
    await look();
    expect(shop.webhooks().map(({ status }) => status)).toEqual(["active", "active", "active", "active"]);
    expect((await present()).hints).toMatchObject({
      state: "active",
      renewedAt: new Date(service.clock.now()),
    });
    await sync();
    expect(await prices()).toEqual([4600n, 3000n]);
  });

  it("says where this installation is reached from its own machine alone", async () => {
    const own = { ...service.services, settings: { ...service.services.settings, loopbackOnly: true } };
    await lookAtHints(own, by.tenant, id);
    expect(shop.webhooks()).toEqual([]);
    expect((await present()).hints).toMatchObject({
      state: "failing",
      problem: expect.stringContaining("its own machine alone") as unknown,
    });
  });
});
