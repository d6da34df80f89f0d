import type { Page } from "@playwright/test";
import { stock } from "@/e2e/assortment";
import { barriers } from "@/e2e/barriers";
import { expect, test } from "@/e2e/fixtures";
import { SETTINGS_PAGES, WORKSPACE_PAGES } from "@/e2e/page-paths";
import type { Shop } from "@/e2e/shop";

const OUTSIDE = ["/sign-in", "/sign-up", "/confirm?code=unknown"];
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Opens a shop with data for every page. */
async function furnished(shop: Shop): Promise<void> {
  await stock(shop.client);
  await shop.connectSandbox();
  await shop.client.run();
  const [first] = await shop.client.recommendations("new");
  await shop.client.post(`/recommendations/${first?.id}/accept`);
  const once = { from: "2099-12-24T00:00", until: "2099-12-27T00:00" };
  const { status } = await shop.client.post("/freezes", { reason: "Christmas", once });
  expect(status).toBe(200);
}

/** Waits until the page shows its data: its heading is visible and no loading indicator is left. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText(/^Loading /)).toHaveCount(0);
}

test("every link of the navigation leads to a page that works", async ({ as, newShop }) => {
  const shop = await newShop();
  await furnished(shop);
  const page = await as(shop.owner, { at: shop.page() });
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  await settled(page);
  for (let n = 0; n < (await links.count()); n += 1) {
    const href = (await links.nth(n).getAttribute("href")) ?? "";
    await links.nth(n).click();
    await expect(page).toHaveURL(new RegExp(`${href}(/|$)`));
    await settled(page);
    await expect(links.nth(n)).toHaveAttribute("aria-current", "page");
  }
});

for (const colorScheme of ["light", "dark"] as const)
  test(`no page has a serious barrier in ${colorScheme}`, async ({ as, newShop, browser, service }) => {
    test.setTimeout(300_000);
    const shop = await newShop();
    await furnished(shop);
    const page = await as(shop.owner, { colorScheme });
    const found: string[] = [];
    const [item] = await shop.client.items();
    const [run] = await shop.client.runs();
    const [recommendation] = await shop.client.recommendations("pending_approval");
    const deeper = [`/catalog/${item}`, `/runs/${run}`, `/recommendations/${recommendation?.id}`];
    for (const path of [
      ...WORKSPACE_PAGES,
      ...deeper,
      ...SETTINGS_PAGES.map((name) => `/settings/${name}`),
    ]) {
      await page.goto(shop.page(path));
      await settled(page);
      found.push(...(await barriers(page)));
    }
    const outside = await browser.newContext({ colorScheme, baseURL: service.url });
    const visitor = await outside.newPage();
    for (const path of OUTSIDE) {
      await visitor.goto(path);
      await settled(visitor);
      found.push(...(await barriers(visitor)));
    }
    await outside.close();
    expect(found).toEqual([]);
  });

test("no page is wider than a phone", async ({ as, newShop }) => {
  test.setTimeout(300_000);
  const shop = await newShop();
  await furnished(shop);
  const page = await as(shop.owner, PHONE);
  for (const path of [...WORKSPACE_PAGES, ...SETTINGS_PAGES.map((name) => `/settings/${name}`)]) {
    await page.goto(shop.page(path));
    await settled(page);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(over, path).toBeLessThanOrEqual(0);
  }
});

test("the settings are a list on a phone, one step back from each page", async ({ as, newShop }) => {
  const shop = await newShop();
  const page = await as(shop.owner, { ...PHONE, at: shop.page("/settings") });
  const list = page.getByRole("navigation", { name: "Settings" });
  await list.getByRole("link", { name: /^Deletion/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Deletion" })).toBeVisible();
  await expect(list).toBeHidden();
  await page.getByRole("link", { name: "Back to Settings" }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(list).toBeVisible();
});

test("every settings page has its name as its heading, and the reader's own pages alone are listed", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/settings") });
  const links = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
  expect(await links.count()).toBe(SETTINGS_PAGES.length);
  for (const name of SETTINGS_PAGES) {
    await page.goto(shop.page(`/settings/${name}`));
    const current = page.getByRole("navigation", { name: "Settings" }).locator("[aria-current=page]");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText((await current.textContent()) ?? "");
  }
});

test("light or dark is the reader's choice, and stays", async ({ as, newShop }) => {
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page() });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await settled(page);
  const light = await ground();
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect.poll(ground).not.toBe(light);
  const dark = await ground();
  await page.reload();
  await settled(page);
  expect(await ground()).toBe(dark);
});
