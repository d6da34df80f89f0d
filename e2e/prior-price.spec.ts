import { stock } from "@/e2e/assortment";
import { barriers } from "@/e2e/barriers";
import { expected } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";

test("an item's page states the lowest price before a reduction, and from when on prices are known", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  await stock(shop.client);
  const raised = { sku: "TNT-03", title: "Trekking tent", price: { amount: "299.99", currency: "EUR" } };
  expected(await shop.client.post("/catalog/items", { items: [raised] }), 200);
  const page = await as(shop.owner, { at: shop.page("/catalog") });
  await page.getByRole("link", { name: raised.title }).click();
  const section = page.getByRole("region", { name: "Prior price" });
  await expect(section).toContainText("249.99");
  await expect(section).toContainText("30 days before today, for a reduction that begins now");
  await expect(section).toContainText("a lower price before that would count");
  const reduced = {
    ...raised,
    price: { amount: "279.99", currency: "EUR" },
    compare_at_price: { amount: "299.99", currency: "EUR" },
  };
  expected(await shop.client.post("/catalog/items", { items: [reduced] }), 200);
  await page.reload();
  await expect(section).toContainText("The shop strikes 299.99 EUR through beside it, which is more.");
  expect(await barriers(page)).toEqual([]);
});

test("an admin turns alerts about struck-through prices on, and it stays so", async ({ as, newShop }) => {
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/settings/workspace") });
  const choice = page.getByRole("switch", {
    name: "Alert where more is struck through than the prior price",
  });
  await expect(choice).not.toBeChecked();
  await choice.click();
  await expect(choice).toBeChecked();
  await page.reload();
  await expect(choice).toBeChecked();
});

test("an admin chooses how the prior price of a reduction that grows is found, and it stays so", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/settings/workspace") });
  const choice = page.getByRole("switch", { name: "A reduction that grows keeps its first prior price" });
  await expect(choice).not.toBeChecked();
  await expect(page.getByText("the prior price of the 80 is 90", { exact: false })).toBeVisible();
  await choice.click();
  await expect(page.getByText("the prior price of the 80 is 100", { exact: false })).toBeVisible();
  await page.reload();
  await expect(choice).toBeChecked();
  expect(await barriers(page)).toEqual([]);
});
