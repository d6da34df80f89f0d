import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MINUTE_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { startReachableService } from "@/server/testing/reachable-service";
import type { TestService } from "@/server/testing/service";
import { installApp, queryOf, uninstallApp } from "@/server/testing/shopify/install";
import { addProduct } from "@/server/testing/shopify/seed";
import type { ShopApp } from "@/server/testing/shopify/shop";
import { type ShopifyStandIn, startShopifyStandIn } from "@/server/testing/shopify/stand-in";
import { memberContext } from "../operator-context";
import type { RequestContext } from "../request-context";
import { connectStore, inspectStore } from "./connect";
import { storeForms } from "./kinds";
import { listIntegrations } from "./list";
import { checkedOpenedStore } from "./opened-store";
import { replaceCredentials } from "./replace-credentials";
import { startGrant } from "./start-grant";
import { runSync } from "./sync";

const PUBLIC_URL = "https://prices.example";
const PUBLIC_APP = { clientId: "public-app", clientSecret: "secret-of-the-public-app" };

const reachable = duringTests(() => startReachableService(PUBLIC_URL));
let service: TestService;
let standIn: ShopifyStandIn;
let app: ShopApp;
let by: RequestContext;

beforeAll(async () => {
  service = reachable.service;
});

beforeEach(async () => {
  service.clock.set(new Date().toISOString());
  standIn = await startShopifyStandIn({ taxesIncluded: false });
  app = {
    ...PUBLIC_APP,
    scopes: ["read_products", "write_products", "read_inventory"],
    isInstalled: false,
    redirectUrls: [`${PUBLIC_URL}/store-installs/return`],
  };
  standIn.shop.apps.push(app);
  addProduct(standIn.shop, { variants: [{ sku: "KETTLE", price: "30.00" }] });
  by = await person();
});
afterEach(() => standIn.stop());

/** An owner of a workspace, by default a new one. */
async function person(workspaceId?: string): Promise<RequestContext> {
  const id = workspaceId ?? (await service.workspace({ plan: "max" })).id;
  const email = `owner-${service.services.newId("request")}@example.test`;
  await service.person({ workspaceId: id, email });
  return memberContext(service.services, id, email);
}

const ask = () => startGrant(by, { kind: "shopify", url: standIn.url, app: PUBLIC_APP });
const cookieOf = (who: RequestContext) => service.sessionCookie(who.actor.userId ?? "");

/** The person's browser follows the shop's way to this service's public address. */
async function follow(back: URL, who: RequestContext | null = by): Promise<Response> {
  const headers = new Headers(who === null ? {} : { cookie: await cookieOf(who) });
  return fetch(back.href.replace(PUBLIC_URL, reachable.url), { redirect: "manual", headers });
}
const stored = async () =>
  (
    await service.sql<{ app: Buffer; credentials: Buffer | null; state_hash: Buffer }>(
      "SELECT app, credentials, state_hash FROM store_grants WHERE workspace_id = $1 ORDER BY id",
      [by.tenant.workspaceId],
    )
  ).map((row) => ({ ...row, hasKey: row.credentials !== null }));
const exchanges = () => standIn.requests.filter((each) => each.includes("/oauth/access_token")).length;
const stateOf = (page: string) => new URL(page).searchParams.get("state") ?? "";

/** A query as the shop signs it, to the return address. */
function back(parameters: Readonly<Record<string, string>>, signer: ShopApp = app): URL {
  const url = new URL(`${PUBLIC_URL}/store-installs/return`);
  url.search = queryOf(standIn.shop, signer, parameters).toString();
  return url;
}
const newCode = (page: string) => installApp(standIn.shop, page).searchParams.get("code") ?? "";

describe("a merchant who installs an app", () => {
  it("comes back connected: the code becomes a token that ends, stored encrypted, and the shop is read", async () => {
    const { id, url } = await ask();
    const answer = await follow(installApp(standIn.shop, url));
    expect(answer.status).toBe(303);
    const page = new URL(answer.headers.get("location") ?? "", PUBLIC_URL);
    expect(page.pathname).toBe(`/w/${by.tenant.workspaceId}/settings/integrations`);
    expect(Object.fromEntries(page.searchParams)).toEqual({ grant: id, kind: "shopify", url: standIn.url });
    const [grant] = await stored();
    const [token = "none"] = [...standIn.shop.tokens].find(([, each]) => each.app === app.clientId) ?? [];
    for (const secret of [token, PUBLIC_APP.clientSecret, stateOf(url)])
      expect(JSON.stringify(grant && Object.values(grant).map(String))).not.toContain(secret);
    const request = { kind: "shopify", url: standIn.url, grant: id } as const;
    expect(await inspectStore(by, request)).toMatchObject({ currency: "EUR" });
    const { row } = await connectStore(by, request);
    expect(await stored()).toEqual([]);
    await runSync(service.services, by.tenant, row.id);
    expect((await listIntegrations(by))[0]).toMatchObject({ status: "connected", sync: { created: 1 } });
  });

  it("needs the shop's address alone where the installation has an app", async () => {
    const { settings } = service.services;
    const services = {
      ...service.services,
      settings: { ...settings, storeApps: { shopify: { ...PUBLIC_APP, standIns: [standIn.url] } } },
    };
    const [form] = storeForms(services.settings).filter(({ kind }) => kind === "shopify");
    expect(form?.ways[0]).toMatchObject({ onStorePage: true, settings: [] });
    const { url } = await startGrant({ ...by, services }, { kind: "shopify", url: standIn.url });
    expect(new URL(url).searchParams.get("client_id")).toBe(PUBLIC_APP.clientId);
    await expect(startGrant(by, { kind: "shopify", url: standIn.url })).rejects.toMatchObject({
      extra: { issues: [{ path: "credentials.clientId", code: "required" }] },
    });
  });

  it("signs in to a connected shop again, by another key of the same shop", async () => {
    const first = await ask();
    await follow(installApp(standIn.shop, first.url));
    const { row } = await connectStore(by, { kind: "shopify", url: standIn.url, grant: first.id });
    await expect(replaceCredentials(by, { id: row.id, grant: first.id })).rejects.toMatchObject({
      code: "validation_error",
    });
    uninstallApp(standIn.shop, app);
    const again = await ask();
    await follow(installApp(standIn.shop, again.url));
    await runSync(service.services, by.tenant, row.id);
    expect((await listIntegrations(by))[0]).toMatchObject({ status: "connected", syncStatus: "ok" });
  });

  it.each([
    ["as it was connected", ""],
    ["as the shop's admin shows it", "/admin/products"],
  ])(
    "needs to press nothing more when installing again for the connected shop, its address %s",
    async (_as, path) => {
      const first = await ask();
      await follow(installApp(standIn.shop, first.url));
      const { row } = await connectStore(by, { kind: "shopify", url: standIn.url, grant: first.id });
      await runSync(service.services, by.tenant, row.id);
      const again = await startGrant(by, { kind: "shopify", url: `${standIn.url}${path}`, app: PUBLIC_APP });
      const answer = await follow(installApp(standIn.shop, again.url));
      expect(answer.headers.get("location")).toBe(
        `/w/${by.tenant.workspaceId}/settings/integrations?replaced=true`,
      );
      expect(await stored()).toEqual([]);
      const changes = await service.sql<{ actor: string }>(
        "SELECT actor FROM audit_events WHERE workspace_id = $1 AND action = 'store.replace_credentials'",
        [by.tenant.workspaceId],
      );
      expect(changes).toEqual([{ actor: expect.stringContaining(by.actor.id) }]);
      await runSync(service.services, by.tenant, row.id);
      expect((await listIntegrations(by))[0]).toMatchObject({ status: "connected", syncStatus: "ok" });
    },
  );

  it("keeps what the shop gave where the new key does not suffice, until the person repeats it", async () => {
    const first = await ask();
    await follow(installApp(standIn.shop, first.url));
    const { row } = await connectStore(by, { kind: "shopify", url: standIn.url, grant: first.id });
    const again = await ask();
    const address = installApp(standIn.shop, again.url);
    standIn.shop.apps[standIn.shop.apps.indexOf(app)] = { ...app, scopes: ["read_products"] };
    expect((await follow(address)).headers.get("location")).toContain(`grant=${again.id}`);
    const [text = "", token] = [...standIn.shop.tokens].find(([, each]) => each.app === app.clientId) ?? [];
    if (token) standIn.shop.tokens.set(text, { ...token, scopes: app.scopes });
    expect((await replaceCredentials(by, { id: row.id, grant: again.id })).row.status).toBe("connected");
  });

  it("is led from Shopify to the connect form with the shop's address, and nothing else is taken over", async () => {
    const open = (query: string) =>
      fetch(`${reachable.url}/store-installs/shopify?${query}`, { redirect: "manual" });
    const answer = await open("hmac=00&shop=tea.myshopify.com&timestamp=1");
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      "/connect-store?kind=shopify&url=https%3A%2F%2Ftea.myshopify.com",
    ]);
    for (const query of [
      "",
      "shop=evil.example",
      "shop=tea.myshopify.com.evil.example",
      "shop=//evil.example",
    ])
      expect((await open(query)).status).toBe(404);
    expect((await fetch(`${reachable.url}/store-installs/medusa?shop=tea.myshopify.com`)).status).toBe(404);
  });

  it.each([
    ["shopify", "https://tea.myshopify.com", true],
    ["shopify", "https://tea.myshopify.com/admin", false],
    ["shopify", "http://127.0.0.1:9", false],
    ["shopify", "https://evil.example", false],
    ["shopify", "no address", false],
    ["woocommerce", "https://tea.myshopify.com", false],
    ["woocommerce", "https://evil.example", false],
    ["undefined", "undefined", false],
  ])("is led to the form of %s at %s only by what the service itself leads to", (kind, url, isOpened) => {
    expect(checkedOpenedStore(kind, url)).toEqual(isOpened ? { kind, url } : null);
  });
});

describe("what a browser brings back", () => {
  it("is refused to a person who may not connect stores any more, and asks the shop for nothing", async () => {
    const { url } = await ask();
    await service.sql("UPDATE memberships SET role = 'viewer' WHERE workspace_id = $1 AND user_id = $2", [
      by.tenant.workspaceId,
      by.actor.userId ?? "",
    ]);
    expect((await follow(installApp(standIn.shop, url))).status).toBe(400);
    expect(exchanges()).toBe(0);
  });

  it("counts once: the same address again gives nothing, and asks the shop for nothing", async () => {
    const { url } = await ask();
    const address = installApp(standIn.shop, url);
    expect((await follow(address)).status).toBe(303);
    expect((await follow(address)).status).toBe(400);
    expect((await follow(back({ code: newCode(url), state: stateOf(url) }))).status).toBe(400);
    expect(exchanges()).toBe(1);
  });

  /** A state of the same form with another secret. */
  const withAnotherEnd = (state: string) => `${state.slice(0, -1)}${state.endsWith("A") ? "B" : "A"}`;

  it.each([
    [
      "without a signature",
      (url: string) => {
        const address = back({ code: newCode(url), state: stateOf(url) });
        address.searchParams.delete("hmac");
        return address;
      },
    ],
    [
      "with a changed code",
      (url: string) => {
        const address = installApp(standIn.shop, url);
        address.searchParams.set("code", "another");
        return address;
      },
    ],
    [
      "with another app's signature",
      (url: string) => back({ code: newCode(url), state: stateOf(url) }, { ...app, clientSecret: "another" }),
    ],
    [
      "of another shop",
      (url: string) => back({ code: newCode(url), state: stateOf(url), shop: "evil.myshopify.com" }),
    ],
    [
      "with an unknown state",
      (url: string) => back({ code: newCode(url), state: withAnotherEnd(stateOf(url)) }),
    ],
    ["with a state of nobody's", (url: string) => back({ code: newCode(url), state: "guessed" })],
  ])("%s is refused, uses nothing up and asks the shop for nothing", async (_what, forged) => {
    const { url } = await ask();
    expect((await follow(forged(url))).status).toBe(400);
    expect(exchanges()).toBe(0);
    expect((await follow(installApp(standIn.shop, url))).status).toBe(303);
  });

  it("is refused to everybody but the person who asked, in whatever workspace, and without a session", async () => {
    const { url } = await ask();
    const address = installApp(standIn.shop, url);
    expect((await follow(address, await person())).status).toBe(400);
    expect((await follow(address, await person(by.tenant.workspaceId))).status).toBe(400);
    expect((await follow(address, null)).status).toBe(401);
    const elsewhere = await person();
    const state = stateOf(url).replace(by.tenant.workspaceId, elsewhere.tenant.workspaceId);
    expect((await follow(back({ code: newCode(url), state }), by)).status).toBe(400);
    expect((await stored()).map(({ hasKey }) => hasKey)).toEqual([false]);
    expect(exchanges()).toBe(0);
  });

  it("is refused after a quarter of an hour, and told in words where the shop gives no token", async () => {
    const [first, second] = [await ask(), await ask()];
    const used = installApp(standIn.shop, first.url);
    standIn.shop.codes.clear();
    const answer = await follow(used);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("The authorization code was not found or was already used");
    service.clock.advance(15 * MINUTE_MS);
    expect((await follow(installApp(standIn.shop, second.url))).status).toBe(400);
    expect(exchanges()).toBe(1);
    expect((await stored()).map(({ hasKey }) => hasKey)).toEqual([false, false]);
  });
});
