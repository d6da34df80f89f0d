import { setTimeout } from "node:timers/promises";
import type { Locator, Page } from "@playwright/test";
import { stock } from "@/e2e/assortment";
import { barriers } from "@/e2e/barriers";
import { expected } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";

const activateButton = (page: Page) => page.getByRole("button", { name: "Activate…" });
const activateDialog = (page: Page) => page.getByRole("dialog", { name: "Activate this policy?" });

/** Activates the draft of the open policy page. */
async function activate(page: Page): Promise<void> {
  await activateButton(page).click();
  await activateDialog(page).getByRole("button", { name: "Activate" }).click();
  await expect(activateDialog(page)).toHaveCount(0);
  // The form begins anew with the active policy.
  await expect(page.getByText("Nothing is changed.")).toBeVisible();
}

/** Adds the next scope of the open policy page and names it. */
async function addScope(page: Page, number: number, name: string): Promise<Locator> {
  await page.getByRole("button", { name: "Add a scope" }).click();
  const added = page.getByRole("listitem").filter({ hasText: `Scope ${number}` });
  await added.getByLabel("Name").fill(name);
  return page.getByRole("listitem").filter({ hasText: name });
}

/**
 * Drafts two scopes on the open policy page: what one is for keeps a margin of 45 %, and the other, which asks for more
 * of its items and so goes first, knows of no such margin.
 */
async function draftLostFloor(page: Page, floored: { readonly label: string; readonly text: string }) {
  const floors = await addScope(page, 1, "Never below");
  await floors.getByLabel(floored.label).fill(floored.text);
  await floors.getByLabel("Margin at least (%)").fill("45");
  const winter = await addScope(page, 2, "Winter");
  await winter.getByLabel("Any of these tags").fill("winter");
  await winter.getByLabel("Any of these brands").fill("Halden");
}

test("limits are added, changed and removed in the form, each with its sentence", async ({ as, newShop }) => {
  const shop = await newShop();
  await stock(shop.client);
  const page = await as(shop.owner, { at: shop.page("/policy?edit=true") });
  await page.getByRole("button", { name: "Add a limit" }).click();
  const limit = page.getByRole("listitem").filter({ hasText: "Limit 1" });
  await expect(limit.getByText("all items", { exact: true })).toBeVisible();
  await limit.getByLabel("Any of these brands").fill("Halden");
  await limit.getByLabel("Margin at least (%)").fill("45");
  await expect(limit.getByText("brand Halden; Margin at least: 45 %")).toBeVisible();
  await limit.getByLabel("Margin at least (%)").fill("45 percent");
  await expect(limit.getByText("has an error", { exact: true })).toBeVisible();
  await expect(activateButton(page)).toBeDisabled();
  await limit.getByLabel("Margin at least (%)").fill("45");
  await limit.getByLabel("Stay near").click();
  await page.getByRole("option", { name: "The cheapest offer" }).click();
  await expect(limit.getByText("at most 10 % above the cheapest offer", { exact: false })).toBeVisible();
  await limit.getByLabel("Any of these brands").fill("");
  await expect(limit.getByText("all items; Margin at least: 45 %", { exact: false })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await activate(page);

  await page.getByRole("button", { name: /^Limit 1/ }).click();
  await expect(page.getByRole("group", { name: "Limits that hold at once" })).toContainText("45 %");
  const saved = page.getByRole("listitem").filter({ hasText: "Limit 1" });
  await saved.getByLabel("Name").fill("Nothing below half");
  await page.getByLabel("Margin at least (%)").first().fill("50");
  await activate(page);
  const renamed = page.getByRole("listitem").filter({ hasText: "Nothing below half" });
  await expect(renamed.first()).toContainText("Margin at least: 50 %");
  await renamed.first().getByRole("button", { name: "Remove" }).click();
  // The new version comes late: what is opened as soon as the dialog has closed stays open.
  await page.route("**/api/trpc/policy.get*", async (route) => {
    await setTimeout(1_000);
    await route.continue();
  });
  await activate(page);
  await page.getByRole("tab", { name: "JSON" }).click();
  await expect(page.getByLabel("Policy document")).not.toHaveValue(/"limits"/);
});

test("a floor that items lose to a scope before it forbids the activation until one press makes it a limit", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  await stock(shop.client);
  const page = await as(shop.owner, { at: shop.page("/policy?edit=true") });
  // Only the lamp costs 50 or more and less than 100; it is for the winter and of the brand as well.
  await draftLostFloor(page, { label: "Price below", text: "100" });
  await page.getByRole("button", { name: /^Never below/ }).click();
  await page.getByLabel("Price from").fill("50");
  const lost = page.getByText("It is lost for the item LMP-01");
  await expect(lost.first()).toContainText('"Margin at least: 45 %" of "Never below" does not hold there');
  await expect(page.getByText("It cannot be activated as it is.")).toBeVisible();
  await expect(page.getByText("Blocked by 1 error.")).toBeVisible();
  await expect(activateButton(page)).toBeDisabled();
  expect(await barriers(page)).toEqual([]);

  await page.getByRole("button", { name: "Move what is lost to the limits" }).click();
  await expect(lost).toHaveCount(0);
  const limits = page.getByRole("group", { name: "Limits that hold at once" });
  await expect(limits.getByRole("button", { name: /^Never below/ })).toContainText("Margin at least: 45 %");
  await expect(page.getByRole("group", { name: "Scopes" })).not.toContainText("Never below");
  await page.getByRole("button", { name: "Preview" }).click();
  const largest = page.getByRole("table", { name: "The items that move most" });
  await expect(largest.getByRole("row", { name: /Brass desk lamp/ })).toContainText("74.99");
  await activate(page);
  const summary = page.getByRole("region", { name: "What version 2 says" });
  await expect(summary.getByText("Never below price from 50 to below 100 EUR")).toBeVisible();

  await shop.client.run();
  const lamp = (await shop.client.recommendations("new")).find(({ item }) => item.sku === "LMP-01");
  await page.goto(shop.page(`/recommendations/${lamp?.id}`));
  await expect(page.getByText("Margin floor 45 % (Never below)").first()).toBeVisible();
});

test("a floor that an item loses only since the draft was looked at is told where the activation is refused", async ({
  as,
  newShop,
  problem,
}) => {
  problem.expect(/409|422/);
  const shop = await newShop();
  await stock(shop.client);
  const page = await as(shop.owner, { at: shop.page("/policy?edit=true") });
  await draftLostFloor(page, { label: "Any of these tags", text: "lamp" });
  await expect(page.getByText("Nothing is under both today").first()).toBeVisible();
  await activateButton(page).click();
  const dialog = activateDialog(page);
  await expect(dialog.getByText("Prices that move")).toBeVisible();
  const late = { sku: "LMP-09", title: "Oak floor lamp", price: { amount: "99.99", currency: "EUR" } };
  const items = [{ ...late, brand: "Halden", tags: ["winter", "lamp"] }];
  expected(await shop.client.post("/catalog/items", { items }), 200);
  await dialog.getByRole("button", { name: "Activate" }).click();
  await expect(dialog.getByText("Not activated.")).toBeVisible();
  await expect(dialog.getByText("It is lost for the item LMP-09", { exact: false })).toContainText(
    'Never below: Margin at least: It is lost for the item LMP-09: "Margin at least: 45 %" of "Never below"',
  );
  await dialog.getByRole("button", { name: "Not yet" }).click();
  await expect(page.getByText("Version 1").first()).toBeVisible();
});
