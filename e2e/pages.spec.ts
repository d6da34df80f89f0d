import type { Page } from "@playwright/test";
import { barriers } from "@/e2e/barriers";
import { expect, test } from "@/e2e/fixtures";
import { furnish, settled } from "@/e2e/furnished-shop";
import { SETTINGS_PAGES, WORKSPACE_PAGES } from "@/e2e/page-paths";

const OUTSIDE = ["/sign-in", "/sign-up", "/confirm?code=unknown"];
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("every link of the navigation leads to a page that works", async ({ as, newShop }) => {
  const shop = await newShop();
  await furnish(shop);
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

/** Returns the open page's barriers in light, then in dark colours. */
async function barriersInBoth(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html")).toHaveClass(new RegExp(`\\b${colorScheme}\\b`));
    found.push(...(await barriers(page)).map((barrier) => `${colorScheme}: ${barrier}`));
  }
  return found;
}

test("no page has a serious barrier in light or in dark", async ({ as, newShop, browser, service }) => {
  test.setTimeout(300_000);
  const shop = await newShop();
  const deeper = await furnish(shop);
  const page = await as(shop.owner);
  const outside = await browser.newContext({ baseURL: service.url, reducedMotion: "reduce" });
  const visitor = await outside.newPage();
  const found: string[] = [];
  const look = async (tab: Page, path: string) => {
    await tab.goto(path);
    await settled(tab);
    found.push(...(await barriersInBoth(tab)));
  };
  const below = [...WORKSPACE_PAGES, ...deeper, ...SETTINGS_PAGES.map((name) => `/settings/${name}`)];
  for (const path of below) await look(page, shop.page(path));
  for (const path of OUTSIDE) await look(visitor, path);
  await outside.close();
  expect(found).toEqual([]);
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
