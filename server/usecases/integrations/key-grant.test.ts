import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MINUTE_MS } from "@/server/domain/durations";
import { runMaintenance } from "@/server/jobs/maintenance";
import { duringTests } from "@/server/testing/during-tests";
import { startReachableService } from "@/server/testing/reachable-service";
import type { TestService } from "@/server/testing/service";
import { agreeToKey } from "@/server/testing/woocommerce/key-grant";
import { startWooStandIn, type WooStandIn } from "@/server/testing/woocommerce/stand-in";
import { memberContext } from "../operator-context";
import type { RequestContext } from "../request-context";
import { connectStore, inspectStore } from "./connect";
import { listIntegrations } from "./list";
import { startGrant } from "./start-grant";
import { runSync } from "./sync";

const PUBLIC_URL = "https://prices.example";

const reachable = duringTests(() => startReachableService(PUBLIC_URL));
let service: TestService;
let shop: WooStandIn;
let by: RequestContext;

beforeAll(async () => {
  service = reachable.service;
});

beforeEach(async () => {
  service.clock.set(new Date().toISOString());
  shop = await startWooStandIn({
    products: [{ id: 10, sku: "KETTLE", regular: "30.00" }],
    settings: { pricesIncludeTax: false },
    now: service.services.now,
  });
  by = await person();
});
afterEach(() => shop.stop());

/** An owner of a workspace, by default a new one. */
async function person(workspaceId?: string): Promise<RequestContext> {
  const id = workspaceId ?? (await service.workspace({ plan: "max" })).id;
  const email = `owner-${service.services.newId("request")}@example.test`;
  await service.person({ workspaceId: id, email });
  return memberContext(service.services, id, email);
}

const ask = () => startGrant(by, { kind: "woocommerce", url: shop.url });
/** The shop's way to this service's public address. */
async function deliver(url: string, body: string): Promise<number> {
  const headers = { "content-type": "application/json" };
  return (await fetch(url.replace(PUBLIC_URL, reachable.url), { method: "POST", headers, body })).status;
}
const stored = () =>
  service.sql<{ credentials: Buffer | null; state_hash: Buffer }>(
    "SELECT credentials, state_hash FROM store_grants WHERE workspace_id = $1",
    [by.tenant.workspaceId],
  );
const stateOf = (page: string) => new URL(page).searchParams.get("user_id") ?? "";
const message = (state: string) =>
  JSON.stringify({ user_id: state, consumer_key: "ck_forged", consumer_secret: "cs_forged" });
const grantAddress = (id: string) => `${PUBLIC_URL}/store-grants/${by.tenant.workspaceId}/${id}`;

describe("a key that the shop creates", () => {
  it("connects the shop once the merchant has agreed, and is stored encrypted as a pasted one is", async () => {
    const { id, url } = await ask();
    const back = new URL(await agreeToKey(shop.shop, url, deliver));
    expect(`${back.origin}${back.pathname}`).toBe(
      `${PUBLIC_URL}/w/${by.tenant.workspaceId}/settings/integrations`,
    );
    expect(back.searchParams.get("grant")).toBe(id);
    const { consumerSecret } = shop.shop.keys.at(-1) ?? { consumerSecret: "none" };
    expect((await stored())[0]?.credentials?.toString("latin1")).not.toContain(consumerSecret);
    const request = { kind: "woocommerce", url: shop.url, grant: id } as const;
    expect(await inspectStore(by, request)).toMatchObject({ currency: "EUR" });
    const { row } = await connectStore(by, request);
    expect(await stored()).toEqual([]);
    await runSync(service.services, by.tenant, row.id);
    expect((await listIntegrations(by))[0]).toMatchObject({ status: "connected", sync: { created: 1 } });
  });

  it("leaves no state that could be read from the database", async () => {
    const { url } = await ask();
    const [row] = await stored();
    expect(row?.state_hash.toString("latin1")).not.toContain(stateOf(url));
  });

  it("can be used by nobody but the person who asked, at no other address, and only once", async () => {
    const { id, url } = await ask();
    await agreeToKey(shop.shop, url, deliver);
    const other = await person();
    const request = { kind: "woocommerce", url: shop.url, grant: id } as const;
    const refused = { code: "validation_error" };
    await expect(connectStore(other, request)).rejects.toMatchObject(refused);
    await expect(connectStore(await person(by.tenant.workspaceId), request)).rejects.toMatchObject(refused);
    await expect(connectStore(by, { ...request, url: "http://127.0.0.1:9" })).rejects.toMatchObject(refused);
    await connectStore(by, request);
    await expect(inspectStore(await person(), request)).rejects.toMatchObject(refused);
  });

  it("is not asked for where the shop could not send it, and nothing is stored", async () => {
    const { settings } = service.services;
    const plain = { ...service.services, settings: { ...settings, publicUrl: "http://prices.example" } };
    await expect(
      startGrant({ ...by, services: plain }, { kind: "woocommerce", url: shop.url }),
    ).rejects.toMatchObject({ extra: { issues: [{ path: "url", code: "unavailable" }] } });
    await expect(startGrant(by, { kind: "vendure", url: shop.url })).rejects.toMatchObject({
      extra: { issues: [{ path: "kind", code: "unavailable" }] },
    });
    expect(await stored()).toEqual([]);
  });
});

describe("a message with a key", () => {
  it("is refused with another state, to another request, and for the second time", async () => {
    const { id, url } = await ask();
    const another = await ask();
    expect(await deliver(grantAddress(id), message("guessed"))).toBe(404);
    expect(await deliver(grantAddress(id), message(stateOf(another.url)))).toBe(404);
    expect(await deliver(grantAddress("sgr_none"), message(stateOf(url)))).toBe(404);
    expect((await stored()).map(({ credentials }) => credentials)).toEqual([null, null]);
    await agreeToKey(shop.shop, url, deliver);
    const before = (await stored()).map(({ credentials }) => credentials?.toString("hex") ?? null).sort();
    expect(await deliver(grantAddress(id), message(stateOf(url)))).toBe(404);
    const after = (await stored()).map(({ credentials }) => credentials?.toString("hex") ?? null).sort();
    expect(after).toEqual(before);
  });

  it("is refused after a quarter of an hour, and a key that nobody used is deleted", async () => {
    const [{ id, url }, late] = [await ask(), await ask()];
    await agreeToKey(shop.shop, url, deliver);
    service.clock.advance(15 * MINUTE_MS);
    await expect(agreeToKey(shop.shop, late.url, deliver)).rejects.toThrow("unable to send");
    const request = { kind: "woocommerce", url: shop.url, grant: id } as const;
    await expect(connectStore(by, request)).rejects.toMatchObject({ code: "validation_error" });
    await runMaintenance(service.services);
    expect(await stored()).toEqual([]);
  });

  it("is answered as the API answers when it is no JSON, too long, or sent by another method", async () => {
    const { id } = await ask();
    expect(await deliver(grantAddress(id), "{")).toBe(400);
    expect(await deliver(grantAddress(id), "[]")).toBe(404);
    expect(await deliver(grantAddress(id), JSON.stringify({ user_id: "x".repeat(5_000) }))).toBe(413);
    const got = await fetch(grantAddress(id).replace(PUBLIC_URL, reachable.url));
    expect([got.status, got.headers.get("allow")]).toEqual([405, "POST"]);
  });
});
