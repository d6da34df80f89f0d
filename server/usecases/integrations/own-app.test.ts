import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { installApp } from "@/server/testing/shopify/install";
import { addProduct } from "@/server/testing/shopify/seed";
import { APP, type ShopApp } from "@/server/testing/shopify/shop";
import { type ShopifyStandIn, startShopifyStandIn } from "@/server/testing/shopify/stand-in";
import { memberContext } from "../operator-context";
import type { RequestContext } from "../request-context";
import type { StoreApp } from "../settings";
import { connectStore } from "./connect";
import { startGrant } from "./start-grant";
import { runSync } from "./sync";
import { takeCode } from "./take-code";

// An installation with an app of its own, whose client id everybody knows, and a host that would like its secret.

const OWN = { clientId: "public-app", clientSecret: "secret-of-the-installation" };
const THEIRS = { clientId: OWN.clientId, clientSecret: "secret-of-theirs" };

const service = duringTests(startTestService);
let host: ShopifyStandIn;
let by: RequestContext;

beforeEach(async () => {
  service.clock.set(new Date().toISOString());
  host = await startShopifyStandIn({ taxesIncluded: false });
  const app: ShopApp = {
    ...APP,
    ...THEIRS,
    redirectUrls: [`${service.services.settings.publicUrl}/store-installs/return`],
  };
  host.shop.apps.push(app);
  addProduct(host.shop, { variants: [{ sku: "KETTLE", price: "30.00" }] });
  const { id } = await service.workspace({ plan: "max" });
  const email = `owner-${service.services.newId("request")}@example.test`;
  await service.person({ workspaceId: id, email });
  by = await memberContext(service.services, id, email);
});
afterEach(() => host.stop());

/** The same person where the installation has the app. */
function withApp(more: Partial<StoreApp> = {}): RequestContext {
  const { settings } = service.services;
  const storeApps = { shopify: { ...OWN, ...more } };
  return { ...by, services: { ...service.services, settings: { ...settings, storeApps } } };
}

/** Connects by an app that the person installs on the host's page, and lets its token end. */
async function installed(): Promise<string> {
  const { id: grant, url } = await startGrant(by, { kind: "shopify", url: host.url, app: THEIRS });
  const { searchParams: query } = installApp(host.shop, url);
  await takeCode(service.services, { userId: by.actor.userId ?? "", mayConnect: true, query });
  const { row } = await connectStore(by, { kind: "shopify", url: host.url, grant });
  host.shop.tokens.clear();
  return row.id;
}

const sent = () => host.requests.map(decodeURIComponent).join("\n");

describe("the secret of the installation's app", () => {
  it.each([
    ["an app", {}],
    [
      "what only a shop gives",
      { accessToken: "shpat_1", refreshToken: "shprt_1", accessExpiresAt: Date.now() - 1 },
    ],
  ])("is not put in for its client id typed as %s", async (_what, more) => {
    const context = withApp();
    const credentials = { ...THEIRS, ...more };
    const { row } = await connectStore(context, { kind: "shopify", url: host.url, credentials });
    await runSync(context.services, by.tenant, row.id);
    expect(sent()).toContain(THEIRS.clientSecret);
    expect(sent()).not.toContain("refresh_token");
    expect(sent()).not.toContain(OWN.clientSecret);
  });

  it("is not sent to a host that is none of Shopify's, whatever is stored", async () => {
    const id = await installed();
    await runSync(withApp().services, by.tenant, id);
    expect(sent()).toContain("grant_type=refresh_token");
    expect(sent()).not.toContain(OWN.clientSecret);
  });

  it("is the present one at a stand-in that the settings name", async () => {
    const id = await installed();
    await runSync(withApp({ standIns: [host.url] }).services, by.tenant, id);
    expect(sent()).toContain(OWN.clientSecret);
  });

  it("is for installing in shops of Shopify's alone", async () => {
    const request = { kind: "shopify", url: host.url } as const;
    await expect(startGrant(withApp(), request)).rejects.toMatchObject({
      extra: { issues: [{ path: "url", code: "address_refused" }] },
    });
    const { url } = await startGrant(withApp(), { ...request, url: "https://admin.shopify.com/store/tea" });
    expect(url).toContain("https://tea.myshopify.com/admin/oauth/authorize?client_id=public-app&");
  });
});
