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

test("an imported file of earlier prices counts in the prior price, is listed with the item, and is removed", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  await stock(shop.client);
  const page = await as(shop.owner, {
    at: shop.page("/catalog/import?kind=earlier_prices"),
    timezoneId: "America/New_York",
  });
  const rows = [
    "sku,price,currency,valid_from,valid_until",
    "TNT-03,199.99,EUR,2026-01-01,2026-01-31",
    "TNT-03,239.99,EUR,2026-02-01,",
  ];
  await page.getByLabel("Choose a CSV, XLSX or ODS file").setInputFiles({
    name: "earlier.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(rows.join("\n")),
  });
  await expect(page.getByText("2 of 2 rows can be imported: 2 new")).toBeVisible();
  await page.getByRole("button", { name: "Import the earlier prices" }).click();
  await expect(page.getByText("Imported.")).toBeVisible();
  await page.getByRole("link", { name: "See the catalog" }).click();
  await page.getByRole("link", { name: "Trekking tent" }).click();
  const section = page.getByRole("region", { name: "Prior price" });
  await expect(section).toContainText("239.99");
  await expect(section).toContainText("is stated by people, not recorded");
  await section.getByText("Earlier prices", { exact: true }).click();
  const listed = section.getByRole("table", { name: "Earlier prices" });
  await expect(listed).toContainText("199.99");
  // The days are the workspace's, wherever the reader is.
  for (const day of ["1 Jan", "31 Jan", "1 Feb"]) await expect(listed).toContainText(day);
  expect(await barriers(page)).toEqual([]);
  await section.getByRole("button", { name: "Remove them" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove them" }).click();
  await expect(section).toContainText("Nothing is stated of the time before prices were recorded.");
  await expect(section).toContainText("a lower price before that would count");
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
