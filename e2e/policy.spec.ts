import { stock } from "@/e2e/assortment";
import { expect, test } from "@/e2e/fixtures";

test("a policy is changed in the form, tried, activated with what it does in sight, and taken back", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  await stock(shop.client);
  await shop.client.run();
  const page = await as(shop.owner, { at: shop.page("/policy") });
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

  await page.getByRole("button", { name: "Backtest" }).click();
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
  await expect(floor).toHaveValue("32.5");

  await page.getByRole("button", { name: /^Version 1/ }).click();
  await expect(page.getByText("32.5 %").first()).toBeVisible();
  await page.getByRole("button", { name: "Bring it back" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Bring it back" }).click();
  await expect(page.getByText("Version 1 brought back")).toBeVisible();
  await expect(floor).toHaveValue("20");
});

test("a new scope is for no item until somebody says which, and tells how many follow its rules", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  await stock(shop.client);
  const page = await as(shop.owner, { at: shop.page("/policy") });
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
  await page.getByRole("option", { name: /The market, by a share/ }).click();
  await scope.getByLabel("Where to").click();
  await page.getByRole("option", { name: "Stay below it by" }).click();
  await scope.getByLabel("How far below it (%)").fill("1");
  await page.getByRole("tab", { name: "JSON" }).click();
  await expect(page.getByLabel("Policy document")).toHaveValue(/"ratio": "-0.01"/);
});

test("a draft that was left is still there, and tells when the policy changed meanwhile", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/policy") });
  const floor = page.getByLabel("Margin at least (%)");
  await floor.fill("27");
  await page.goto(shop.page("/catalog"));
  await page.goto(shop.page("/policy"));
  await expect(page.getByText("Your draft is still here.")).toBeVisible();
  await expect(floor).toHaveValue("27");
  await page.getByRole("button", { name: "Discard it" }).click();
  await expect(floor).toHaveValue("20");
  await expect(page.getByText("Your draft is still here.")).toBeHidden();
});

test("somebody who may only read finds the policy that evidence refers to", async ({ as, newShop }) => {
  const shop = await newShop();
  const viewer = await shop.member("viewer");
  const page = await as(viewer, { at: shop.page("/policy") });
  await expect(page.getByText("What version 1 says")).toBeVisible();
  await expect(page.getByText("admin or owner may change it")).toBeVisible();
  await expect(page.getByRole("button", { name: "Activate…" })).toHaveCount(0);
});
