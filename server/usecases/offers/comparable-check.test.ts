import { afterEach, beforeEach, expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { type Cataloguer, openCatalog } from "@/server/testing/cataloguer";
import { duringTests } from "@/server/testing/during-tests";
import { type PageServer, productPage, startPageServer } from "@/server/testing/page-server";
import { startTestService } from "@/server/testing/service";
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

/** Watches a page of the shop, checks it, and returns the check. */
async function check(path: string): Promise<Readonly<Record<string, unknown>>> {
  const url = `${shop.origin}${path}`;
  const put = await mine.call("POST", "/catalog/offers", { offers: [{ sku: "LAMP", url, seller: "rival" }] });
  expect(put.json).toMatchObject({ refused: 0 });
  const rows = await service.sql<{ id: string }>("SELECT id FROM offers WHERE url = $1", [url]);
  const id = rows[0]?.id ?? "";
  for (let request = 0; request < 2; request++) {
    await checkPage(service.services, mine.workspace.tenant, id);
    service.clock.advance(DAY_MS);
  }
  const { json } = await mine.call("GET", `/offers/${id}/checks`);
  return (json?.["data"] as Readonly<Record<string, unknown>>[])[0] ?? {};
}

const withVat = (rate: string) =>
  service.sql("UPDATE workspaces SET prices_include_vat = true, vat_rate = $2 WHERE id = $1", [
    mine.workspace.id,
    rate,
  ]);

const seen = () => service.sql("SELECT price FROM observations WHERE workspace_id = $1", [mine.workspace.id]);

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
