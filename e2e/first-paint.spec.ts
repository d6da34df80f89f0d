import type { Page } from "@playwright/test";
import { fullInbox } from "@/e2e/assortment";
import { expect, test } from "@/e2e/fixtures";
import { holdScripts } from "@/e2e/scripts";

const current = (page: Page) => page.locator('[aria-current="true"] [data-open]');

/** Waits until the page hears keys: "?" shows the list of them. */
async function isReady(page: Page): Promise<void> {
  const keys = page.getByRole("dialog", { name: "Keys" });
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(keys).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();
}

test("the inbox's document shows what waits before any script has run", async ({ as, newShop }) => {
  const shop = await fullInbox(newShop);
  const page = await as(shop.owner, { at: shop.page("/approvals"), javaScriptEnabled: false });
  await expect(page.locator("[data-entry] [data-open]")).toHaveCount(3);
  await expect(page.getByRole("main").getByText(/^3 waiting/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Recommendation details" })).toContainText(/\d/);
  // What arrived later would move what a person is about to click.
  await expect(page.getByRole("radio", { name: /\d$/ }).first()).toBeVisible();
  await expect(page.getByText(/writes to/)).toBeVisible();
  await expect(page.getByRole("link", { name: /Approvals.*3/ }).first()).toBeVisible();
});

test("the documents of the overview and an item bring their data", async ({ as, newShop }) => {
  const shop = await fullInbox(newShop);
  const page = await as(shop.owner, { at: shop.page(""), javaScriptEnabled: false });
  await expect(page.getByRole("region", { name: "Waiting for a decision" })).toContainText("3");
  await expect(page.getByText("Active items")).toBeVisible();
  await expect(page.getByText(/loading/i)).toHaveCount(0);
  const [waiting] = await shop.client.recommendations("pending_approval");
  await page.goto(shop.page(`/catalog/${waiting?.item.id}`));
  await expect(page.getByRole("heading", { name: waiting?.item.title })).toBeVisible();
});

test("what is pressed on a page before it is ready decides nothing", async ({ as, newShop }) => {
  const shop = await fullInbox(newShop);
  const page = await as(shop.owner);
  const release = await holdScripts(page);
  await page.goto(shop.page("/approvals"), { waitUntil: "commit" });
  const first = await current(page).innerText();
  await page.keyboard.press("a");
  await page.locator("[data-entry] [data-open]").nth(1).click();
  await page.getByRole("button", { name: "Approve" }).click();
  release();
  await isReady(page);
  await expect(current(page)).toHaveText(first);
  expect(await shop.client.recommendations("pending_approval")).toHaveLength(3);
});

const palette = (page: Page) => page.getByRole("combobox", { name: /^Find something/ });

test("the palette's key and what is typed after it are heard before any script has run", async ({
  as,
  newShop,
}) => {
  const shop = await fullInbox(newShop);
  const page = await as(shop.owner);
  const release = await holdScripts(page);
  await page.goto(shop.page("/approvals"), { waitUntil: "commit" });
  await expect(current(page)).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("audix");
  await page.keyboard.press("Backspace");
  release();
  await expect(palette(page)).toBeFocused();
  await expect(palette(page)).toHaveValue("audi");
  expect(await shop.client.recommendations("pending_approval")).toHaveLength(3);
});

test("letters typed right after the palette's key are searched for, and decide nothing", async ({
  as,
  newShop,
}) => {
  const shop = await fullInbox(newShop);
  const page = await as(shop.owner, { at: shop.page("/approvals") });
  await isReady(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("aa");
  await expect(palette(page)).toHaveValue("aa");
  await page.keyboard.press("Escape");
  await expect(palette(page)).toHaveCount(0);
  await page.keyboard.press("j");
  expect(await shop.client.recommendations("pending_approval")).toHaveLength(3);
});
