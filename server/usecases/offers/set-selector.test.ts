import { afterEach, beforeEach, expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { type PageServer, productPage, startPageServer } from "@/server/testing/page-server";
import { startTestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";
import { checkPage } from "./check-page";

/** More than the pause between two requests to one host. */
const PAUSE_MS = 5_000;
const SELECTOR = ".club";

const service = duringTests(startTestService);
let pages: PageServer;
let shop: Shop;
let id: string;

beforeEach(async () => {
  service.clock.set(service.clock.now() + DAY_MS);
  pages = await startPageServer();
  await service.sql("DELETE FROM page_hosts");
  shop = await openShop(service);
  await shop.stock({ sku: "LAMP", price: "20.00", cost: "10.00" });
  pages.pages.set("/lamp", page('<b class="club">€ 15.50</b>'));
  await shop.call("POST", "/catalog/offers", { offers: [{ sku: "LAMP", url: `${pages.origin}/lamp` }] });
  const [row] = await service.sql<{ id: string }>("SELECT id FROM offers WHERE workspace_id = $1", [
    shop.workspace.id,
  ]);
  id = row?.id ?? "";
});
afterEach(() => pages.close());

const page = (more: string): string => productPage("18.90").replace("<button", `${more}<button`);
const set = (price_selector: string | null) =>
  shop.call("POST", `/offers/${id}/selector`, { price_selector });
const offer = async () => (await shop.call("GET", `/offers/${id}`)).json ?? {};

/**
 * Lets the worker check twice: the first request to a host is for its robots.txt alone.
 * @returns the offer's newest check
 */
async function runCheck(): Promise<unknown> {
  for (let turn = 0; turn < 2; turn++) {
    await checkPage(service.services, shop.workspace.tenant, id);
    service.clock.advance(PAUSE_MS);
  }
  return (await offer())["last_check"];
}

it("a selector is tried at once, and its check says what it read and by which selector", async () => {
  expect(await runCheck()).toMatchObject({ price: { amount: "18.90" }, price_selector: null });
  expect((await set(SELECTOR)).json).toMatchObject({
    idempotent: false,
    offer: { price_selector: SELECTOR, checking: true },
  });
  expect(await runCheck()).toMatchObject({
    outcome: "price",
    asked_by: "person",
    price: { amount: "15.50", currency: "EUR" },
    method: "selector",
    snippet: "€ 15.50",
    price_selector: SELECTOR,
  });
  expect((await set(SELECTOR)).json).toEqual({ ok: true, idempotent: true });
  expect((await set(null)).json).toMatchObject({ offer: { price_selector: null } });
  expect(await runCheck()).toMatchObject({ price: { amount: "18.90" }, price_selector: null });
});

it("a selector that falls silent fails the check, takes no other price, and the item's market goes stale", async () => {
  await set(SELECTOR);
  await runCheck();
  pages.pages.set("/lamp", page(""));
  for (let day = 0; day < 24; day += 2) {
    // The page's own time of day may be hours after a day.
    service.clock.advance(2 * DAY_MS);
    expect(await runCheck()).toMatchObject({
      outcome: "failed",
      price: null,
      observation_id: null,
      reason: "The selector for the price matches nothing on the page.",
      price_selector: SELECTOR,
    });
  }
  expect(Number((await offer())["failures"])).toBeGreaterThan(3);
  const prices = await service.sql("SELECT price FROM observations WHERE workspace_id = $1", [
    shop.workspace.id,
  ]);
  expect(prices).toEqual([{ price: 1_550n }]);
  await shop.run();
  expect(await shop.alerts("LAMP")).toContainEqual(expect.objectContaining({ kind: "stale_market" }));
});

it("an unchanged page is not repeated by another selector", async () => {
  const seen: unknown[] = [];
  pages.pages.set("/lamp", (request, response) => {
    seen.push(request.headers["if-none-match"]);
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", etag: '"1"' });
    response.end(page('<b class="club">€ 15.50</b>'));
  });
  await runCheck();
  await set(SELECTOR);
  expect(await runCheck()).toMatchObject({ price: { amount: "15.50" } });
  expect(seen).toEqual([undefined, undefined]);
});

it.each([
  ["", ""],
  ["p[", "not a CSS selector"],
  [".a::before", "not a CSS selector"],
  ["a:nonsense", "not a CSS selector"],
  [".price:hover", "can match nothing"],
  ["x".repeat(301), ""],
])("refuses %j", async (text, reason) => {
  const { status, json } = await set(text);
  expect(status).toBe(422);
  expect(json).toMatchObject({ error: "validation_error" });
  expect(JSON.stringify(json)).toContain("price_selector");
  expect(JSON.stringify(json)).toContain(reason);
  const row = { sku: "LAMP", url: `${pages.origin}/lamp`, price_selector: text };
  const listed = await shop.call("POST", "/catalog/offers", { offers: [row] });
  if (text !== "")
    expect(listed.json).toMatchObject({
      rows: [{ issues: [{ path: "price_selector", message: expect.stringContaining(reason) }] }],
    });
  expect(await offer()).toMatchObject({ price_selector: null });
});

it("is nothing to another workspace, and is recorded in the audit log", async () => {
  const other = await openShop(service);
  expect(await other.call("POST", `/offers/${id}/selector`, { price_selector: SELECTOR })).toMatchObject({
    status: 404,
  });
  await set(SELECTOR);
  const [event] = await service.sql(
    "SELECT before, after FROM audit_events WHERE workspace_id = $1 AND action = 'offer.selector'",
    [shop.workspace.id],
  );
  expect(JSON.parse(String(event?.["before"]))).toEqual({ price_selector: null });
  expect(JSON.parse(String(event?.["after"]))).toMatchObject({ price_selector: SELECTOR });
});
