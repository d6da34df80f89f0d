import { expect, test } from "./fixtures";

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
  problem.expect(/Failed to load resource|ChunkLoadError|chunk/i);
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/settings/keys") });
  await page.route("**/_next/static/**", (route) => route.abort());
  await page.getByRole("button", { name: "New key" }).click();
  await expect(page.getByText("A part of this page could not be loaded")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();
  await page.unroute("**/_next/static/**");
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
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(actions).toBeFocused();
});
