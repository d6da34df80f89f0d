import type { Page } from "@playwright/test";
import { fillInbox, fullInbox } from "@/e2e/assortment";
import { barriers } from "@/e2e/barriers";
import { expected } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const chart = (page: Page) => page.getByRole("slider", { name: /^Gross margin of the catalog/ });

test("the overview shows how the catalog does, and each figure leads to its list", async ({
  as,
  newShop,
}) => {
  const shop = await fullInbox(newShop);
  const unknown = { sku: "NEW-04", title: "Item without a cost", price: { amount: "9.00", currency: "EUR" } };
  expected(await shop.client.post("/catalog/items", { items: [unknown] }), 200);
  await shop.client.run();
  const page = await as(shop.owner, { at: shop.page() });
  const main = page.getByRole("main");
  // (14 · (79.99 + 12.99 + 249.99 − 41.00 − 5.20 − 131.00)) / (14 · 342.97)
  await expect(main.getByRole("link", { name: "48.3 %" })).toBeVisible();
  await expect(main).toContainText("3 of 4 items");
  const index = main.getByRole("table", { name: /Price index by category/ });
  await expect(index.getByRole("row", { name: /^Home/ })).toContainText("109.4");
  await expect(main.getByRole("region", { name: "Waiting for a decision" })).toContainText(
    "Above the market",
  );

  await main.getByRole("link", { name: /Above the market/ }).click();
  await expect(page).toHaveURL(/approvals\?show=above_market/);
  await page.goBack();
  await main.getByRole("link", { name: /Cost unknown/ }).click();
  await expect(page).toHaveURL(/catalog\?cost=unknown/);
  await expect(page.getByText("Item without a cost")).toBeVisible();
  await page.goBack();
  await index.getByRole("link", { name: "Home" }).click();
  await expect(page.getByText("Brass desk lamp")).toBeVisible();
});

test("the chart is read by keys and as a table", async ({ as, newShop }) => {
  const shop = await newShop();
  await fillInbox(shop);
  const page = await as(shop.owner, { at: shop.page() });
  // The chart stands in the document before its code is there.
  await expect(async () => {
    await chart(page).focus();
    await page.keyboard.press("ArrowLeft");
    await expect(chart(page)).toHaveAttribute("aria-valuetext", /· Margin 48\.3\u00a0%$/, { timeout: 500 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(chart(page)).toHaveAttribute("aria-valuetext", "No point selected");
  await page.getByRole("button", { name: "Show as table" }).click();
  const table = page.getByRole("table", { name: "Gross margin of the catalog" });
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(table.getByRole("row").last()).toContainText("48.3");
  await page.getByRole("radio", { name: "A year" }).click();
  await expect(page).toHaveURL(/days=365/);
});

test("an overview without a run says what will be there", async ({ as, newShop }) => {
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page() });
  await expect(page.getByText("Each run over the whole catalog adds a day here.")).toBeVisible();
  await expect(page.getByText("Nothing is waiting for approval.")).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});

for (const options of [{}, PHONE, { ...PHONE, colorScheme: "dark" as const }])
  test(`the overview has no serious barrier and fits, ${JSON.stringify(options)}`, async ({
    as,
    newShop,
  }) => {
    const shop = await fullInbox(newShop);
    const page = await as(shop.owner, { ...options, at: shop.page() });
    await expect(chart(page)).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(over).toBeLessThanOrEqual(0);
  });
