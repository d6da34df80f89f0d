import { expected } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";
import type { Shop } from "@/e2e/shop";

const ITEMS = 250;

/** A catalog of three pages: prices rise with the sku, every tenth has no cost, every fifth is of another brand. */
async function fill(shop: Shop): Promise<void> {
  const items = Array.from({ length: ITEMS }, (_, at) => ({
    sku: `S-${String(at).padStart(3, "0")}`,
    title: `Lamp ${String(at).padStart(3, "0")}`,
    brand: at % 5 === 0 ? "Karft" : "Lumen",
    price: { amount: `${100 + at}.00`, currency: "EUR" },
    ...(at % 10 === 0 ? {} : { cost: { amount: "90.00", currency: "EUR" } }),
    stock: at,
  }));
  expected(await shop.client.post("/catalog/items", { items }), 200);
}

const titles = "[data-item]";

test("the catalog sorts by its headings, turns its pages by keys and comes back to the row it was left at", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  await fill(shop);
  const page = await as(shop.owner, { at: shop.page("/catalog") });
  const rows = page.locator(titles);
  // The currency follows the comma: the heading of the price index begins with the same word.
  const price = page.getByRole("columnheader", { name: /^Price, / });
  await expect(rows).toHaveCount(100);
  await expect(page.getByRole("status").filter({ hasText: "1–100 of 250" })).toBeVisible();
  await expect(price).toHaveAttribute("aria-sort", "none");

  await price.getByRole("button").press("Enter");
  await expect(price).toHaveAttribute("aria-sort", "ascending");
  await expect(rows.first()).toHaveText("Lamp 000");
  await price.getByRole("button").click();
  await expect(price).toHaveAttribute("aria-sort", "descending");
  await expect(rows.first()).toHaveText("Lamp 249");
  await expect(page).toHaveURL(/sort=price.*order=desc|order=desc.*sort=price/);

  await page.locator("body").press("n");
  await expect(rows.first()).toHaveText("Lamp 149");
  await expect(rows).toHaveCount(100);
  await page.locator("body").press("j");
  await expect(rows.first()).toBeFocused();
  for (let n = 0; n < 40; n += 1) await page.keyboard.press("j");
  await expect(rows.nth(40)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Lamp 109" })).toBeVisible();
  await page.getByRole("link", { name: "Back to the catalog" }).click();
  await expect(rows.nth(40)).toBeFocused();
});

test("the catalog is filtered by market position and sorted by price index, with a count of each position", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  await fill(shop);
  const observed_at = new Date(Date.now() - 60_000).toISOString();
  const see = (sku: string, amount: string) => ({
    sku,
    seller: "lumen.example",
    price: { amount, currency: "EUR" },
    observed_at,
  });
  const observations = [
    see("S-001", "202.00"),
    see("S-002", "102.00"),
    see("S-003", "51.50"),
    see("S-004", "80.00"),
  ];
  expected(await shop.client.post("/catalog/observations", { observations }), 200);
  await expect
    .poll(() => shop.client.get("/catalog/items?market_position=above"))
    .toMatchObject({ body: { data: [{}, {}] } });
  const page = await as(shop.owner, { at: shop.page("/catalog?sort=price_index&order=desc") });
  const rows = page.locator(titles);
  await expect(rows.first()).toHaveText("Lamp 003");
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByRole("combobox", { name: "Market" }).click();
  const unknown = page.getByRole("option", { name: "Position unknown · 246" });
  await expect(unknown).toContainText("Positions of changed items are computed within seconds.");
  await page.getByRole("option", { name: "Above the market · 2" }).click();
  await expect(rows).toHaveText(["Lamp 003", "Lamp 004"]);
  await expect(page).toHaveURL(/market=above/);
  const row = page.getByRole("row", { name: /Lamp 003/ });
  await expect(row.getByText("200.0")).toBeVisible();
  await expect(row.getByText("Above the market")).toBeVisible();
});

test("filters and columns are in the address, and a document shows its rows before scripts run", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  await fill(shop);
  const page = await as(shop.owner, { at: shop.page("/catalog") });
  const rows = page.locator(titles);
  await expect(rows).toHaveCount(100);
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByRole("combobox", { name: "Brand" }).click();
  await page.getByRole("option", { name: "Karft · 50" }).click();
  await expect(rows).toHaveCount(50);
  await page.getByRole("combobox", { name: "Margin" }).click();
  await page.getByRole("option", { name: "Margin below the floor" }).click();
  await expect(rows).toHaveText(["Lamp 005"]);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(rows).toHaveCount(100);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Stock" }).click();
  await expect(page.getByRole("columnheader", { name: "Stock" })).toHaveCount(0);
  await expect(page).toHaveURL(/hide=stock/);

  const query = "?sort=stock&order=desc&brand=Lumen&hide=cost";
  const document = await page.context().request.get(shop.page(`/catalog${query}`), {
    headers: { "sec-fetch-dest": "document" },
  });
  const text = await document.text();
  expect(text.indexOf("Lamp 249")).toBeLessThan(text.indexOf("Lamp 248"));
  expect(text).toMatch(/data-item="itm_\w+"[^>]*>Lamp 249</);
});
