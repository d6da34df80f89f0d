import type { Page } from "@playwright/test";
import { stock } from "@/e2e/assortment";
import { expect, test } from "@/e2e/fixtures";

const UNSAID: readonly string[] = [];

/** Selects an option of a drop-down field. */
async function choose(page: Page, field: string, option: RegExp | string): Promise<void> {
  await page.getByRole("combobox", { name: field }).click();
  await page.getByRole("option", { name: option }).click();
}

test("a workspace that nobody spoke for is warned, says USD without VAT, and is quiet from then on", async ({
  as,
  newShop,
}) => {
  const shop = await newShop({ pricing: UNSAID });
  const page = await as(shop.owner, { at: shop.page() });
  await expect(page.getByText("Confirm currency and VAT.")).toBeVisible();
  await expect(page.getByText("Set the currency, and whether prices include VAT")).toBeVisible();
  await page.getByRole("link", { name: "Confirm", exact: true }).click();
  const form = page.getByRole("region", { name: "Currency and VAT" });
  await expect(form.getByRole("button", { name: "Confirm" })).toBeDisabled();
  await choose(page, "Currency", "USD");
  await choose(page, "Prices", /Without VAT/);
  await form.getByRole("button", { name: "Confirm" }).click();
  await expect(form.getByRole("button", { name: "Save" })).toBeVisible();
  await expect(page.getByText("Confirm currency and VAT.")).toHaveCount(0);
});

test("a rate is asked for with VAT, margins follow it, and a catalog in the old currency stays", async ({
  as,
  newShop,
  problem,
}) => {
  problem.expect(/409|422/);
  const shop = await newShop({ pricing: UNSAID });
  await stock(shop.client);
  const page = await as(shop.owner, { at: shop.page("/settings/workspace") });
  const form = page.getByRole("region", { name: "Currency and VAT" });
  await choose(page, "Prices", /Including VAT/);
  await form.getByRole("button", { name: "Confirm" }).click();
  await expect(form.getByText(/say at which rate/i)).toBeVisible();
  await form.getByLabel("VAT rate, percent").fill("19");
  await form.getByRole("button", { name: "Confirm" }).click();
  await expect(form.getByRole("button", { name: "Save" })).toBeVisible();
  await choose(page, "Currency", "USD");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText(/priced in EUR, the workspace prices in USD/)).toBeVisible();
});

test("a run that two statements forbid says which, and leads to where they are set right", async ({
  as,
  newShop,
  problem,
}) => {
  problem.expect(/409/);
  const shop = await newShop({ pricing: ["--currency", "USD", "--prices-include-vat", "no"] });
  await stock(shop.client);
  const page = await as(shop.owner, { at: shop.page("/runs") });
  await expect(page.getByText("Runs and approvals wait.")).toBeVisible();
  await page.getByRole("button", { name: "Start a run" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Start a run" });
  await dialog.getByRole("button", { name: "Start the run" }).click();
  await expect(dialog.getByText(/priced in EUR, the workspace prices in USD/)).toBeVisible();
  await dialog.getByRole("link", { name: "Set currency and VAT" }).click();
  await expect(page.getByRole("region", { name: "Currency and VAT" })).toBeVisible();
});
