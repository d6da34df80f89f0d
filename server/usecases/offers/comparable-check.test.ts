import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inTenant } from "@/server/db/database/transaction";
import { lockWorkspace } from "@/server/db/members/memberships";
import { purgeAllCachedPages } from "@/server/db/offers/check-leases";
import { DAY_MS } from "@/server/domain/durations";
import { DEFAULT_POLICY } from "@/server/domain/pricing/policy";
import { type Cataloguer, openCatalog } from "@/server/testing/cataloguer";
import { duringTests } from "@/server/testing/during-tests";
import { type PageServer, productPage, startPageServer } from "@/server/testing/page-server";
import { startTestService } from "@/server/testing/service";
import { operatorContext } from "../operator-context";
import { setPolicy } from "../policy/set";
import { setPricing } from "../policy/set-shop-pricing";
import { checkPage } from "./check-page";

const service = duringTests(startTestService);
let shop: PageServer;
let mine: Cataloguer;

beforeEach(async () => {
  service.clock.set(service.clock.now() + DAY_MS);
  shop = await startPageServer();
  await service.sql("DELETE FROM page_hosts");
  mine = await openCatalog(service);
  await mine.upsert({ sku: "LAMP", title: "Walnut desk lamp", price: { amount: "25.00", currency: "EUR" } });
});
afterEach(() => shop.close());

/** Watches a page of the shop, checks it, and returns the check. @param more other fields of the watched page */
async function check(path: string, more: object = {}): Promise<Readonly<Record<string, unknown>>> {
  const url = `${shop.origin}${path}`;
  const offers = [{ sku: "LAMP", url, seller: "rival", ...more }];
  const put = await mine.call("POST", "/catalog/offers", { offers });
  expect(put.json).toMatchObject({ refused: 0 });
  const rows = await service.sql<{ id: string }>("SELECT id FROM offers WHERE url = $1", [url]);
  const id = rows[0]?.id ?? "";
  const { length } = await checks(id);
  // The first request to a shop only fetches its robots.txt, and a page is due again a day later or so.
  for (let turn = 0; turn < 6 && (await checks(id)).length === length; turn++) {
    await checkPage(service.services, mine.workspace.tenant, id);
    service.clock.advance(DAY_MS / 2);
  }
  return (await checks(id))[0] ?? {};
}

async function checks(id: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { json } = await mine.call("GET", `/offers/${id}/checks`);
  return (json?.["data"] ?? []) as Readonly<Record<string, unknown>>[];
}

const withVat = (rate: string) =>
  service.sql("UPDATE workspaces SET prices_include_vat = true, vat_rate = $2 WHERE id = $1", [
    mine.workspace.id,
    rate,
  ]);

const seen = () => service.sql("SELECT price FROM observations WHERE workspace_id = $1", [mine.workspace.id]);

/** States that the workspace's prices are without VAT, as a person or as nobody has said so. */
const withoutVat = (rate: string, confirmed: boolean) =>
  service.sql(
    `UPDATE workspaces SET prices_include_vat = false, vat_rate = $2,
       pricing_confirmed_at = CASE WHEN $3 THEN created_at END WHERE id = $1`,
    [mine.workspace.id, rate, confirmed],
  );

const net = productPage("20.00").replace("20.00 EUR", "20.00 EUR excl. VAT");

it("records a price without VAT with the workspace's rate, and the words as evidence", async () => {
  await withVat("0.2");
  shop.pages.set("/lamp", net);
  expect(await check("/lamp")).toMatchObject({
    outcome: "price",
    price: { amount: "24.00", currency: "EUR" },
    reason: expect.stringContaining("excl. VAT"),
  });
  expect(await seen()).toEqual([{ price: 2400n }]);
});

it("records it as it stands where the workspace's prices are without VAT", async () => {
  shop.pages.set("/lamp", net);
  expect(await check("/lamp")).toMatchObject({ outcome: "price", price: { amount: "20.00" }, reason: null });
});

it("records no price where the workspace has no rate to add", async () => {
  await withVat("0");
  shop.pages.set("/lamp", net);
  expect(await check("/lamp")).toMatchObject({ outcome: "no_price", reason: expect.stringContaining("VAT") });
  expect(await seen()).toEqual([]);
});

const gross = productPage("24.89").replace("24.89 EUR", "24.89 EUR incl. VAT");

it("records a price with VAT without the workspace's rate where its own are without, and the words as evidence", async () => {
  await withoutVat("0.19", true);
  shop.pages.set("/lamp", gross);
  expect(await check("/lamp")).toMatchObject({
    outcome: "price",
    price: { amount: "20.92", currency: "EUR" },
    reason: expect.stringContaining("incl. VAT"),
  });
  expect(await seen()).toEqual([{ price: 2092n }]);
});

it.each([
  ["the workspace has no rate, so that its shoppers pay its prices as they stand", "0", true],
  ["nobody has confirmed that the workspace's prices are without VAT", "0.19", false],
])("records it as it stands where %s", async (_where, rate, confirmed) => {
  await withoutVat(rate, confirmed);
  shop.pages.set("/lamp", gross);
  expect(await check("/lamp")).toMatchObject({ outcome: "price", price: { amount: "24.89" }, reason: null });
});

it("records no price and no stock where the shop leads a product to its home page", async () => {
  shop.pages.set("/lamp", { status: 302, headers: { location: "/" } });
  shop.pages.set("/", productPage("7.99").replaceAll("Walnut desk lamp", "Deal of the day"));
  const result = await check("/lamp");
  expect(result).toMatchObject({
    outcome: "no_price",
    price: null,
    in_stock: null,
    final_url: `${shop.origin}/`,
  });
  expect(result["reason"]).toContain("another page of the shop");
  expect(await seen()).toEqual([]);
});

it("records the price of a product that moved", async () => {
  shop.pages.set("/desk-lamp", { status: 301, headers: { location: "/lamps/walnut-desk-lamp" } });
  shop.pages.set("/lamps/walnut-desk-lamp", productPage("18.90"));
  expect(await check("/desk-lamp")).toMatchObject({ outcome: "price", price: { amount: "18.90" } });
});

describe("a page that is unchanged", () => {
  const operator = () => operatorContext(service.services, mine.workspace.id);

  /** Shows a page with a validator, which answers 304 to whoever has it. */
  const showUnchanged = (body: string) =>
    shop.pages.set("/lamp", ({ headers }, response) => {
      const isKnown = headers["if-none-match"] === '"v1"';
      const type = { "content-type": "text/html; charset=utf-8", etag: '"v1"' };
      response.writeHead(isKnown ? 304 : 200, type).end(isKnown ? "" : body);
    });

  it("repeats its price until the workspace has another rate, and is read whole then", async () => {
    await setPricing(await operator(), { prices_include_vat: true, vat_rate: "0.2" });
    showUnchanged(net);
    expect(await check("/lamp")).toMatchObject({ outcome: "price", price: { amount: "24.00" } });
    expect(await check("/lamp")).toMatchObject({ outcome: "unchanged", price: { amount: "24.00" } });
    await setPricing(await operator(), { vat_rate: "0.1" });
    expect(await check("/lamp")).toMatchObject({ outcome: "price", price: { amount: "22.00" } });
    expect(await check("/lamp")).toMatchObject({ outcome: "unchanged", price: { amount: "22.00" } });
  });

  it("is read whole once somebody confirms that the workspace's prices are without VAT", async () => {
    await withoutVat("0.19", false);
    showUnchanged(gross);
    expect(await check("/lamp")).toMatchObject({ outcome: "price", price: { amount: "24.89" } });
    await setPricing(await operator(), {});
    expect(await check("/lamp")).toMatchObject({ outcome: "price", price: { amount: "20.92" } });
  });

  it.each([
    ["check", {}],
    ["selector", { price_selector: ".price" }],
  ])(
    "is asked for while the settings change (%s), and neither waits for the other for ever",
    async (path, body) => {
      showUnchanged(net);
      await check("/lamp");
      const [offer] = await service.sql<{ id: string }>("SELECT id FROM offers WHERE workspace_id = $1", [
        mine.workspace.id,
      ]);
      const asked = await inTenant(service.services.db, mine.workspace.tenant, async (tx) => {
        await lockWorkspace(tx);
        const pending = mine.call("POST", `/offers/${offer?.id}/${path}`, body);
        const waiting =
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
        await expect.poll(async () => (await service.sql(waiting)).length).toBeGreaterThan(0);
        await purgeAllCachedPages(tx);
        return { pending };
      });
      expect((await asked.pending).status).toBe(200);
    },
  );

  it("is read whole after a policy said the VAT of an unconfirmed workspace, and repeated after any other", async () => {
    showUnchanged(net);
    expect(await check("/lamp")).toMatchObject({ outcome: "price", price: { amount: "20.00" } });
    const document = DEFAULT_POLICY("EUR");
    await setPolicy(await operator(), { document });
    expect(await check("/lamp")).toMatchObject({ outcome: "unchanged", price: { amount: "20.00" } });
    const pricing = { includes_vat: true, vat_rate: "0.2" };
    await setPolicy(await operator(), { document: { ...document, pricing } });
    expect(await check("/lamp")).toMatchObject({ outcome: "price", price: { amount: "24.00" } });
  });
});
