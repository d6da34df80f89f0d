import type { Locator, Page } from "@playwright/test";
import { stock } from "@/e2e/assortment";
import { barriers } from "@/e2e/barriers";
import { expect, test } from "@/e2e/fixtures";

test("a policy is changed in the form, tried, activated with what it does in sight, and taken back", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  await stock(shop.client);
  await shop.client.run();
  const page = await as(shop.owner, { at: shop.page("/policy?edit=true") });
  const activate = page.getByRole("button", { name: "Activate…" });
  const form = page.getByRole("tabpanel", { name: "Form" });
  const floor = form.getByLabel("Margin at least (%)");
  await expect(floor).toHaveValue("20");
  await expect(activate).toBeDisabled();

  await floor.fill("");
  await expect(page.getByText("It cannot be activated as it is.")).toBeVisible();
  await expect(activate).toBeDisabled();
  await floor.fill("32.5");
  await page.getByRole("tab", { name: "JSON" }).click();
  await expect(page.getByLabel("Policy document")).toHaveValue(/"margin_floor": "0.325"/);

  await page.getByRole("button", { name: "Try on past runs" }).click();
  await expect(page.getByText(/decided otherwise/)).toBeVisible();
  await page.getByRole("button", { name: "Preview" }).click();
  const tried = page.getByRole("region", { name: "Try it on the catalog" });
  await expect(tried.getByText("Prices that move")).toBeVisible();
  await expect(tried.getByRole("heading", { name: "How far prices move" })).toBeVisible();

  await activate.click();
  const dialog = page.getByRole("dialog", { name: "Activate this policy?" });
  await expect(dialog.getByText("Margin at least")).toBeVisible();
  await expect(dialog.getByText("Prices that move")).toBeVisible();
  await dialog.getByLabel("Why").fill("The rent went up");
  await dialog.getByRole("button", { name: "Activate" }).click();
  await expect(page.getByText("“The rent went up”")).toBeVisible();
  await expect(page.getByLabel("Policy document")).toHaveValue(/"margin_floor": "0.325"/);
  await page.getByRole("tab", { name: "Form" }).click();
  await expect(floor).toHaveValue("32.5");

  await page.getByRole("button", { name: /^Version 1/ }).click();
  await expect(page.getByText("32.5 %").first()).toBeVisible();
  await page.getByRole("button", { name: "Bring it back" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Bring it back" }).click();
  await expect(page.getByText("Version 1 brought back")).toBeVisible();
  await expect(floor).toHaveValue("20");
});

test("the policy is read in words, and its form opens and closes without losing the focus", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/policy") });
  const summary = page.getByRole("region", { name: "What version 1 says" });
  await expect(summary.getByText("Margin at least")).toBeVisible();
  await expect(summary.getByText("One person decides every change.")).toBeVisible();
  const floor = page.getByLabel("Margin at least (%)");
  await expect(floor).toHaveCount(0);
  expect(await barriers(page)).toEqual([]);

  const change = page.getByRole("button", { name: "Change the policy" });
  await change.focus();
  await page.keyboard.press("Enter");
  await expect(floor).toHaveValue("20");
  await expect(page.locator(":focus")).toHaveCount(1);
  await page.reload();
  await expect(floor).toHaveValue("20");
  await page.getByRole("button", { name: "Close the form" }).click();
  await expect(floor).toHaveCount(0);
  await expect(page.locator(":focus")).toHaveCount(1);
  await expect(change).toBeVisible();
});

test("a new scope is for no item until somebody says which, and tells how many follow its rules", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  await stock(shop.client);
  const page = await as(shop.owner, { at: shop.page("/policy?edit=true") });
  await page.getByRole("button", { name: "Add a scope" }).click();
  const scope = page.getByRole("listitem").filter({ hasText: "Scope 1" });
  await expect(scope.getByText("for no item yet")).toBeVisible();
  await expect(page.getByText("Scope 1: Which items", { exact: false })).toBeVisible();
  await expect(page.getByRole("button", { name: "Activate…" })).toBeDisabled();

  await scope.getByLabel("Price from").fill("0.01");
  const count = scope.getByText(/^\d+ items?$/);
  await expect(count).toBeVisible();
  await expect(count).not.toHaveText("0 items");
  await scope.getByLabel("Price from").fill("");
  await scope.getByLabel("Any of these tags").fill("nobody has this tag");
  await expect(count).toHaveText("0 items");

  await scope.getByLabel("Prices aim for").click();
  await page.getByRole("option", { name: /^Undercut/ }).click();
  await expect(scope.getByLabel("Measured against")).toHaveText("the cheapest offer");
  await scope.getByLabel("How far below it (%)").fill("");
  await scope.getByLabel("How far below it (%)").fill("1.5");
  await expect(scope.getByLabel("Prices aim for")).toHaveText("Undercut");
  const document = page.getByLabel("Policy document");
  await page.getByRole("tab", { name: "JSON" }).click();
  await expect(document).toHaveValue(/"ratio": "-0.015"/);
  await page.getByRole("tab", { name: "Form" }).click();
  await page.getByRole("button", { name: /^Scope 1/ }).click();
  await scope.getByLabel("Unit", { exact: true }).click();
  await page.getByRole("option", { name: "EUR" }).click();
  await scope.getByLabel("How far below it", { exact: true }).fill("0.25");
  await page.getByRole("tab", { name: "JSON" }).click();
  await expect(document).toHaveValue(/"amount": "-0.25"/);
});

test("a draft that was left is still there, and tells when the policy changed meanwhile", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/policy?edit=true") });
  const floor = page.getByLabel("Margin at least (%)");
  await floor.fill("27");
  await expect(page.getByText("This browser keeps the draft")).toBeVisible();
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /^Catalog/ })
    .click();
  await expect(page.getByText("The policy is not changed yet")).toBeVisible();
  await page.goto(shop.page("/policy"));
  await expect(page.getByText("Your draft is still here.")).toBeVisible();
  await expect(floor).toHaveValue("27");
  await page.getByRole("button", { name: "Discard it" }).click();
  await expect(floor).toHaveValue("20");
  await expect(page.getByText("Your draft is still here.")).toBeHidden();
});

test("somebody who may only read finds the policy that evidence refers to, and who may change it", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  const viewer = await shop.member("viewer");
  const page = await as(viewer, { at: shop.page("/policy") });
  await expect(page.getByText("What version 1 says")).toBeVisible();
  await expect(page.getByText("an admin or an owner can change it")).toBeVisible();
  await page.getByRole("button", { name: "Show the form and the JSON" }).click();
  await expect(page.getByText("an admin or an owner can change it")).toBeVisible();
  for (const name of ["Activate…", "Preview", "Try on past runs"])
    await expect(page.getByRole("button", { name })).toBeDisabled();
  const form = page.getByRole("tabpanel", { name: "Form" });
  await expect(form.getByLabel("Margin at least (%)")).toHaveValue("20");
  await expect(form.getByLabel("Margin at least (%)")).toBeDisabled();
  await expect(form.getByLabel("Prices aim for")).toBeDisabled();
  await page.getByRole("tab", { name: "JSON" }).click();
  await expect(page.getByLabel("Policy document")).not.toBeEditable();
});

test("a fault of the document is told by its line, and the line is found by it", async ({ as, newShop }) => {
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/policy?edit=true") });
  await page.getByRole("tab", { name: "JSON" }).click();
  const document = page.getByLabel("Policy document");
  const text = await document.inputValue();
  const selected = () =>
    document.evaluate((area) =>
      area instanceof HTMLTextAreaElement ? area.value.slice(area.selectionStart, area.selectionEnd) : "",
    );
  await document.fill(text.replace(/"margin_floor": "[^"]*"/, '"margin_floor": "twenty"'));
  const faults = page.getByRole("list", { name: "Faults of the document by line" });
  await faults.getByRole("button", { name: /^Line \d+.*Margin at least/ }).click();
  await expect(document).toBeFocused();
  expect(await selected()).toMatch(/^\s*"margin_floor": "twenty",?$/);
  await document.fill(text.replace(/"margin_floor":/, '"margin_floor"'));
  await faults.getByRole("button", { name: /From here on it is not JSON/ }).click();
  expect(await selected()).toContain('"margin_floor" "');
});

test("form and JSON stand side by side on a wide screen, and each shows what the other changes", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  const wide = { viewport: { width: 1680, height: 1000 } };
  const page = await as(shop.owner, { at: shop.page("/policy?edit=true"), ...wide });
  const document = page.getByLabel("Policy document");
  const floor = page.getByLabel("Margin at least (%)");
  await expect(document).toBeVisible();
  await floor.fill("24");
  await expect(document).toHaveValue(/"margin_floor": "0.24"/);
  await document.fill((await document.inputValue()).replace('"0.24"', '"0.26"'));
  await expect(floor).toHaveValue("26");
  await expect(page.getByRole("button", { name: "Activate…" })).toBeInViewport();
  expect(await barriers(page)).toEqual([]);
});

test("the draft's actions stay in sight on a phone, and nothing is wider than the screen", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const page = await as(shop.owner, { at: shop.page("/policy?edit=true"), ...phone });
  await page.getByLabel("Margin at least (%)").fill("24");
  for (const name of ["Activate…", "Preview", "Try on past runs"])
    await expect(page.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(over).toBeLessThanOrEqual(0);
  expect(await barriers(page)).toEqual([]);
});

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 250; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`No Tab reaches ${String(target)}.`);
}

test("a policy is changed, tried and activated by keys alone", async ({ as, newShop }) => {
  const shop = await newShop();
  await stock(shop.client);
  const page = await as(shop.owner, { at: shop.page("/policy?edit=true") });
  const button = (name: string) => page.getByRole("button", { name });
  const aim = page.getByLabel("Prices aim for");
  await tabTo(page, aim);
  await page.keyboard.press("Enter");
  await page.keyboard.type("Undercut");
  await page.keyboard.press("Enter");
  await expect(aim).toHaveText("Undercut");
  await tabTo(page, page.getByLabel("How far below it (%)"));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("2");
  await tabTo(page, button("Preview"));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Prices that move")).toBeVisible();
  expect(await page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0);
  await expect(button("Preview")).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(button("Activate…")).toBeFocused();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Activate this policy?" });
  await tabTo(page, dialog.getByLabel("Why"));
  await page.keyboard.type("By keys alone");
  await tabTo(page, dialog.getByRole("button", { name: "Activate" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("“By keys alone”")).toBeVisible();
  await expect(page.getByLabel("How far below it (%)")).toHaveValue("2");
});

test("a preview supposes other costs and competitors' prices, and what is activated is seen without them", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  await stock(shop.client);
  const page = await as(shop.owner, { at: shop.page("/policy?edit=true") });
  const tried = page.getByRole("region", { name: "Try it on the catalog" });
  const preview = page.getByRole("button", { name: "Preview" });
  const costs = tried.getByLabel("Suppose costs change by");
  const supposed = tried.getByText(/^Supposed:/);
  await costs.fill("5,5 %");
  await tried.getByLabel("Suppose competitors' prices change by").fill("−3");
  await preview.click();
  await expect(supposed).toContainText("Supposed: costs 5.5 % higher and competitors' prices 3 % lower.");
  await expect(tried.getByText("Prices that move")).toBeVisible();

  await costs.fill("-100");
  await expect(tried.getByText("A percentage above −100, to 1000; empty leaves it as it is.")).toBeVisible();
  await expect(tried.getByText("Something else is supposed now.")).toBeVisible();
  await preview.click();
  await expect(supposed).toContainText(/costs 5.5 % higher/);
  await costs.fill("");
  await page.getByRole("tabpanel", { name: "Form" }).getByLabel("Margin at least (%)").fill("32.5");
  await preview.click();
  await expect(supposed).toContainText("Supposed: competitors' prices 3 % lower.");

  await page.getByRole("button", { name: "Activate…" }).click();
  const dialog = page.getByRole("dialog", { name: "Activate this policy?" });
  await expect(dialog.getByText("Prices that move")).toBeVisible();
  await dialog.getByRole("button", { name: "Not yet" }).click();
  await expect(tried.getByText("Prices that move")).toBeVisible();
  await expect(supposed).toHaveCount(0);
});
