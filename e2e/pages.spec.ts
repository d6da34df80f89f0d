import { expect, test } from "@/e2e/fixtures";
import { furnish, settled } from "@/e2e/furnished-shop";
import { SETTINGS_PAGES } from "@/e2e/page-paths";

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

test("a reader's own pages of settings alone are listed", async ({ as, newShop }) => {
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/settings") });
  const links = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
  await expect(links).toHaveCount(SETTINGS_PAGES.length);
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
