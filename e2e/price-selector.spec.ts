import type { Page } from "@playwright/test";
import { expected } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";
import { type Service, startService } from "@/e2e/service";
import { openShop, type Shop } from "@/e2e/shop";
import { type PageServer, productPage, startPageServer } from "@/server/testing/page-server";

const SELLER = "Lamps & Co";
/** Its data claim 18.90; members pay what a general reading does not take for the price. */
const FITTING = productPage("18.90").replace("<button", '<b class="club">€ 15.50</b><button');
const CHANGED = productPage("18.90");

let service: Service;
let pages: PageServer;

test.beforeAll(async () => {
  // Several requests to one host follow each other, and nobody waits for the pause between them.
  service = await startService({ PAGE_DELAY_MS: "0" });
  pages = await startPageServer();
});
test.afterAll(async () => {
  await pages.close();
  await service.stop();
});

/** Opens a shop that watches one page of a lamp. @returns the shop and the path of the lamp's page */
async function watching(): Promise<{ shop: Shop; path: string }> {
  pages.pages.set("/lamp", FITTING);
  const shop = await openShop(service);
  const price = { amount: "20.00", currency: "EUR" };
  const cost = { amount: "10.00", currency: "EUR" };
  const item = { sku: "LAMP", title: "Walnut desk lamp", price, cost };
  expected(await shop.client.post("/catalog/items", { items: [item] }), 200);
  const offers = [{ sku: "LAMP", url: `${pages.origin}/lamp`, seller: SELLER }];
  expected(await shop.client.post("/catalog/offers", { offers }), 200);
  const [id] = await shop.client.items();
  const read = async () => JSON.stringify((await shop.client.get(`/catalog/items/${id}/offers`)).body);
  await expect.poll(read, { timeout: 60_000 }).toContain("18.90");
  return { shop, path: shop.page(`/catalog/${id}`) };
}

const offerOf = (page: Page) =>
  page.getByRole("listitem").filter({ has: page.getByRole("button", { name: `Actions for ${SELLER}` }) });

/** Opens the form for the selector, and saves a text in it. @returns the form */
async function give(page: Page, selector: string) {
  await page.getByRole("button", { name: `Actions for ${SELLER}` }).click();
  await page.getByRole("menuitem", { name: "Selector of the price" }).click();
  const form = page.getByRole("dialog", { name: `Where ${SELLER} shows its price` });
  await form.getByLabel(/^CSS selector/).fill(selector);
  await form.getByRole("button", { name: "Save and check" }).click();
  return form;
}

test("a selector is tried at once and says what it reads, also when that is nothing", async ({ as }) => {
  const { shop, path } = await watching();
  const page = await as(shop.owner, { of: service, at: path });
  const offer = offerOf(page);
  await expect(offer).toContainText("18.90 EUR");

  await expect(await give(page, ".club")).toHaveCount(0);
  await expect(page.getByText("It reads 15.50 EUR.")).toBeVisible();
  await expect(offer).toContainText("15.50 EUR");
  await expect(offer.getByText("· .club")).toBeVisible();

  const form = await give(page, ".nowhere");
  const nothing = "The selector for the price matches nothing on the page.";
  await expect(form.getByText(`${nothing} It is saved`)).toBeVisible();
  await form.getByLabel(/^CSS selector/).fill(".club, .nowhere");
  await expect(form.getByText(nothing)).toHaveCount(0);
  await form.getByRole("button", { name: "Cancel" }).click();
  await expect(offer.getByText("Could not be read")).toBeVisible();
  await expect(offer.getByText(nothing)).toBeVisible();

  await expect(await give(page, "")).toHaveCount(0);
  await expect(page.getByText("It reads 18.90 EUR.")).toBeVisible();
  await expect(offer.getByText("Price read")).toBeVisible();
});

test("a text that can select nothing is refused in the form", async ({ as, problem }) => {
  problem.expect(/422/);
  const { shop, path } = await watching();
  const page = await as(shop.owner, { of: service, at: path });
  const form = await give(page, "p[");
  await expect(form.getByText("This is not a CSS selector that a page can be searched for.")).toBeVisible();
  await form.getByLabel(/^CSS selector/).fill(".club:hover");
  await form.getByRole("button", { name: "Save and check" }).click();
  await expect(form.getByText(/^This selector can match nothing on a page/)).toBeVisible();
  await form.getByRole("button", { name: "Cancel" }).click();
  await expect(offerOf(page).getByText("club")).toHaveCount(0);
});

test("a selector that falls silent raises an alert, which ends when it reads a price again", async ({
  as,
}) => {
  const { shop, path } = await watching();
  const page = await as(shop.owner, { of: service, at: path });
  await expect(offerOf(page)).toContainText("18.90 EUR");
  await expect(await give(page, ".club")).toHaveCount(0);
  await expect(offerOf(page)).toContainText("15.50 EUR");

  pages.pages.set("/lamp", CHANGED);
  await checkNow(page);
  await expect(offerOf(page).getByText("Could not be read")).toBeVisible();
  await page.goto(shop.page("/alerts"));
  await expect(page.getByText("Selector finds no price").first()).toBeVisible();
  await expect(page.getByText(`${SELLER}: The selector for the price matches nothing`).first()).toBeVisible();

  pages.pages.set("/lamp", FITTING);
  await page.goto(path);
  await checkNow(page);
  await expect(offerOf(page).getByText("Price read")).toBeVisible();
  await page.goto(shop.page("/alerts"));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText(`${SELLER}: The selector for the price`)).toHaveCount(0);
});

async function checkNow(page: Page): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${SELLER}` }).click();
  await page.getByRole("menuitem", { name: "Check now" }).click();
}
