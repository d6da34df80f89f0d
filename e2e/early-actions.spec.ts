import type { Page } from "@playwright/test";
import { fullInbox } from "@/e2e/assortment";
import { expect, test } from "@/e2e/fixtures";

const current = (page: Page) => page.locator('[aria-current="true"] [data-open]');

/** Whether the page was painted long enough ago for a press to be meant for it. */
const isSeen = () => {
  const [painted] = performance.getEntriesByName("first-contentful-paint");
  return painted !== undefined && performance.now() - painted.startTime > 200;
};

/** Holds back the scripts of the pages until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
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
  await expect(page.getByRole("region", { name: "What waits" })).toContainText("3");
  await expect(page.getByText("Active items")).toBeVisible();
  await expect(page.getByText(/loading/i)).toHaveCount(0);
  const [waiting] = await shop.client.recommendations("pending_approval");
  await page.goto(shop.page(`/catalog/${waiting?.item.id}`));
  await expect(page.getByRole("heading", { name: waiting?.item.title })).toBeVisible();
});

test("the first press on a page that is not ready takes effect once it is, and only the first", async ({
  as,
  newShop,
}) => {
  const shop = await fullInbox(newShop);
  const page = await as(shop.owner);
  const release = await holdScripts(page);
  await page.goto(shop.page("/approvals"), { waitUntil: "commit" });
  const shown = await current(page).innerText();
  await page.waitForFunction(isSeen);
  await page.keyboard.press("a");
  await page.keyboard.press("a");
  release();
  await expect(page.getByText(/is .* in your store/)).toBeVisible();
  await expect(page.locator("[data-entry] [data-open]")).toHaveCount(2);
  const applied = await shop.client.recommendations("applied");
  expect(applied.map(({ item }) => item.title)).toEqual([shown]);
  expect(await shop.client.recommendations("pending_approval")).toHaveLength(2);
});

/**
 * Presses a key in the page at the moment React begins to listen: it then makes the page ready within the dispatch of the press,
 * which reaches the page's own listeners too.
 */
const PRESS_AS_REACT_LISTENS = `
  const add = EventTarget.prototype.addEventListener;
  let listeners = 0;
  document.addEventListener = function (type, ...rest) {
    add.call(document, type, ...rest);
    // The first listener is that of the document's own script.
    if (type !== "keydown" || ++listeners !== 2) return;
    const press = new KeyboardEvent("keydown", { key: "a", bubbles: true, cancelable: true });
    setTimeout(() => document.body.dispatchEvent(press));
  };`;

test("a press at the very moment the page becomes ready approves one entry, not two", async ({
  as,
  newShop,
}) => {
  const shop = await fullInbox(newShop);
  const page = await as(shop.owner);
  await page.addInitScript({ content: PRESS_AS_REACT_LISTENS });
  const release = await holdScripts(page);
  await page.goto(shop.page("/approvals"), { waitUntil: "commit" });
  await expect(current(page)).toBeVisible();
  await page.waitForFunction(isSeen);
  release();
  await expect(page.getByText(/is .* in your store/)).toBeVisible();
  await expect(page.locator("[data-entry] [data-open]")).toHaveCount(2);
  expect(await shop.client.recommendations("pending_approval")).toHaveLength(2);
});

test("a press before the document was seen approves nothing", async ({ as, newShop }) => {
  const shop = await fullInbox(newShop);
  const page = await as(shop.owner);
  await page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }));
    });
  });
  await page.goto(shop.page("/approvals"));
  await expect(page.getByText("synced", { exact: false }).first()).toBeVisible();
  await page.keyboard.press("j");
  expect(await shop.client.recommendations("pending_approval")).toHaveLength(3);
});

test("a click on a button of a page that is not ready takes effect once it is", async ({ as, newShop }) => {
  const shop = await fullInbox(newShop);
  const page = await as(shop.owner);
  const release = await holdScripts(page);
  await page.goto(shop.page("/approvals"), { waitUntil: "commit" });
  const second = page.locator("[data-entry] [data-open]").nth(1);
  const title = await second.innerText();
  await page.waitForFunction(isSeen);
  await second.click();
  release();
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
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

test("letters typed while the palette's code is on the way are searched for, and decide nothing", async ({
  as,
  newShop,
}) => {
  const shop = await fullInbox(newShop);
  const page = await as(shop.owner, { at: shop.page("/approvals") });
  await expect(page.getByText("synced", { exact: false }).first()).toBeVisible();
  const release = await holdScripts(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("aa");
  release();
  await expect(palette(page)).toHaveValue("aa");
  await page.keyboard.press("Escape");
  await expect(palette(page)).toHaveCount(0);
  await page.keyboard.press("j");
  expect(await shop.client.recommendations("pending_approval")).toHaveLength(3);
});
