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
const FITTING = productPage("18.90").replace("<button", '<b class="club">€ 15.50</b><button');
const SILENT = productPage("18.90");

const service = duringTests(startTestService);
let pages: PageServer;
let shop: Shop;

beforeEach(async () => {
  service.clock.set(service.clock.now() + DAY_MS);
  pages = await startPageServer();
  await service.sql("DELETE FROM page_hosts");
  shop = await openShop(service);
  await shop.stock({ sku: "LAMP", price: "20.00", cost: "10.00" });
});
afterEach(() => pages.close());

/** Watches a page by the selector, and checks it while the selector fits. @returns the offer's id */
async function watch(path: string): Promise<string> {
  pages.pages.set(path, FITTING);
  await put(path, SELECTOR);
  const [row] = await service.sql<{ id: string }>(
    "SELECT id FROM offers WHERE workspace_id = $1 AND url LIKE $2",
    [shop.workspace.id, `%${path}`],
  );
  const id = row?.id ?? "";
  await runCheck(id);
  return id;
}

const put = (path: string, price_selector: string | null) =>
  shop.call("POST", "/catalog/offers", {
    offers: [{ sku: "LAMP", url: `${pages.origin}${path}`, seller: "Lamps & Co", price_selector }],
  });

/** Checks a page when it is due; the first request to a host is for its robots.txt alone. */
async function runCheck(id: string): Promise<void> {
  for (let turn = 0; turn < 2; turn++) {
    service.clock.advance(PAUSE_MS);
    await checkPage(service.services, shop.workspace.tenant, id);
  }
}

/** Changes what the page answers, and checks it at its next time. */
async function runCheckAgain(
  id: string,
  path: string,
  page: string | { readonly status: number },
): Promise<void> {
  pages.pages.set(path, page);
  service.clock.advance(8 * DAY_MS);
  await runCheck(id);
}

const alerts = async () =>
  (await shop.alerts("LAMP")).map(({ kind, status, occurrences, message }) => ({
    kind,
    status,
    occurrences,
    message,
  }));
const statuses = async () => (await alerts()).map(({ status }) => status);

it("is raised by the first check at which a selector gives no price, and ends with a price by it", async () => {
  const id = await watch("/lamp");
  expect(await alerts()).toEqual([]);
  await runCheckAgain(id, "/lamp", SILENT);
  const raised = {
    kind: "selector_failed",
    status: "open",
    occurrences: 1,
    message: "Lamps & Co: The selector for the price matches nothing on the page.",
  };
  expect(await alerts()).toEqual([raised]);
  await runCheckAgain(id, "/lamp", SILENT);
  expect(await alerts()).toEqual([{ ...raised, occurrences: 2 }]);
  await runCheckAgain(id, "/lamp", FITTING);
  expect(await alerts()).toEqual([{ ...raised, occurrences: 2, status: "resolved" }]);
});

it("is neither raised nor ended by a page that cannot be read", async () => {
  const id = await watch("/lamp");
  await runCheckAgain(id, "/lamp", { status: 500 });
  expect(await alerts()).toEqual([]);
  await runCheckAgain(id, "/lamp", SILENT);
  await runCheckAgain(id, "/lamp", { status: 500 });
  expect(await statuses()).toEqual(["open"]);
});

it("stays while the selector of another page of the item gives no price", async () => {
  const [first, second] = [await watch("/lamp"), await watch("/lamp-2")];
  await runCheckAgain(first, "/lamp", SILENT);
  await runCheckAgain(second, "/lamp-2", SILENT);
  await runCheckAgain(second, "/lamp-2", { status: 500 });
  await runCheckAgain(first, "/lamp", FITTING);
  expect(await statuses()).toEqual(["open"]);
  await runCheckAgain(second, "/lamp-2", FITTING);
  expect(await statuses()).toEqual(["resolved"]);
});

it.each<[string, (id: string) => Promise<unknown>]>([
  ["removed", (id) => shop.call("POST", `/offers/${id}/selector`, { price_selector: null })],
  ["removed by a list", () => put("/lamp", null)],
  ["its page's, which is paused", (id) => shop.call("POST", `/offers/${id}/pause`)],
  ["its page's, which is removed", (id) => shop.call("POST", `/offers/${id}/remove`)],
])("ends where the selector is %s", async (_how, act) => {
  const id = await watch("/lamp");
  await runCheckAgain(id, "/lamp", SILENT);
  expect(await statuses()).toEqual(["open"]);
  await act(id);
  expect(await statuses()).toEqual(["resolved"]);
});
