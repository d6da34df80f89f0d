import type { Page } from "@playwright/test";
import { fullInbox } from "./assortment";
import { expect, test } from "./fixtures";
import { holdScripts, refuseScripts, scriptAskedFor } from "./scripts";

const REFUSED = /Failed to load resource|ChunkLoadError|chunk/i;

const notLoaded = (page: Page) => page.getByText("A part of this page could not be loaded");

test("a list of choices opens where the browser does not focus what is pressed", async ({ as, newShop }) => {
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/settings/audit") });
  await page.evaluate(() => {
    // Safari does so.
    document.addEventListener("mousedown", (event) => {
      event.preventDefault();
      document.querySelector("main")?.focus();
    });
  });
  await page.getByRole("combobox").first().click();
  await expect(page.getByRole("listbox")).toBeVisible();
});

test("a dialog whose code cannot be loaded leaves the page as it is, and a notice says so", async ({
  as,
  newShop,
  problem,
}) => {
  problem.expect(REFUSED);
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/settings/keys") });
  const serveAgain = await refuseScripts(page);
  await page.getByRole("button", { name: "New key" }).click();
  await expect(notLoaded(page)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();
  await serveAgain();
  await page.reload();
  await page.getByRole("button", { name: "New key" }).click();
  await expect(page.getByRole("dialog", { name: "New API key" })).toBeVisible();
});

test("the menus of the frame open by keys, and give the focus back to their button", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/settings/keys") });
  const account = page.getByRole("button", { name: /^Account of/ }).first();
  await expect(account).toBeEnabled();
  await account.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu", { name: "Your account" })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Your account" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(account).toBeFocused();
  await page
    .getByRole("button", { name: /switch workspace/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "New workspace" }).click();
  await expect(page).toHaveURL(/new-workspace/);
});

test("the focus goes back to the button of the menu that a dialog was opened from", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/settings/keys") });
  const actions = page.getByRole("button", { name: /^Actions for/ }).first();
  await actions.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Revoke" })).toBeVisible();
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Revoke" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(actions).toBeFocused();
});

test("keys pressed while the code of a dialog is on its way decide nothing", async ({ as, newShop }) => {
  const shop = await fullInbox(newShop);
  const page = await as(shop.owner, { at: shop.page("/approvals") });
  await expect(page.getByRole("button", { name: /^Approve/ }).first()).toBeEnabled();
  const release = await holdScripts(page);
  const isAskedFor = scriptAskedFor(page);
  await page.keyboard.press("r");
  await isAskedFor;
  for (const key of ["a", "u", "e", "a"]) await page.keyboard.press(key);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog"), "Escape takes it back").toHaveCount(0);
  await page.keyboard.press("r");
  release();
  await expect(page.getByRole("dialog", { name: /reject/i })).toBeVisible();
  expect(await shop.client.recommendations("pending_approval")).toHaveLength(3);
});

test("a palette whose code cannot be loaded takes no letters from the page", async ({
  as,
  newShop,
  problem,
}) => {
  problem.expect(REFUSED);
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/catalog") });
  const search = page.getByRole("searchbox").first();
  await expect(search).toBeEditable();
  await refuseScripts(page);
  await page.keyboard.press("Control+k");
  await expect(notLoaded(page)).toBeVisible();
  await search.click();
  await page.keyboard.type("lamp");
  await expect(search).toHaveValue("lamp");
});
