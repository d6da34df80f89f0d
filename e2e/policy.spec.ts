import { stock } from "@/e2e/assortment";
import { expect, test } from "@/e2e/fixtures";

test("a policy is changed in the form, tried, activated with what it does in sight, and taken back", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  await stock(shop.client);
  await shop.client.run();
  const page = await as(shop.owner, { at: shop.page("/settings/policy") });
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
