import type { Page } from "@playwright/test";
import { barriers } from "@/e2e/barriers";
import { expected } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";
import type { Shop } from "@/e2e/shop";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const eur = (amount: string) => ({ amount, currency: "EUR" });

/** Six lamps; one has a highest price of 15, and one is priced in another currency. */
async function fill(shop: Shop): Promise<void> {
  const items = Array.from({ length: 6 }, (_, at) => ({
    sku: `L-${at}`,
    title: `Lamp ${at}`,
    price: at === 5 ? { amount: "20.00", currency: "USD" } : eur("20.00"),
    ...(at === 5 ? {} : { cost: eur("9.00") }),
    ...(at === 4 ? { max_price: eur("15.00") } : {}),
    tags: ["lamps"],
  }));
  expected(await shop.client.post("/catalog/items", { items }), 200);
}

const row = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title });
const box = (page: Page, title: string) => page.getByRole("checkbox", { name: `Select ${title}` });
const bar = (page: Page) => page.getByRole("region", { name: "Selected items" });

test("items are selected by key and range, their cost is changed at once, and one press takes it back", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  await fill(shop);
  const page = await as(shop.owner, { at: shop.page("/catalog?sort=sku") });
  await expect(page.locator("[data-item]")).toHaveCount(6);
  await page.locator("body").press("j");
  await page.keyboard.press("x");
  await expect(box(page, "Lamp 0")).toBeChecked();
  await expect(bar(page).getByRole("status")).toHaveText("1 selected");
  await box(page, "Lamp 2").click({ modifiers: ["Shift"] });
  await expect(bar(page).getByRole("status")).toHaveText("3 selected");
  expect(await barriers(page)).toEqual([]);

  await page.locator("body").press("c");
  const dialog = page.getByRole("dialog", { name: "Edit cost of 3 items" });
  await dialog.getByLabel("Cost in EUR").fill("0");
  await dialog.getByRole("button", { name: "Change 3 items" }).click();
  await expect(dialog.getByText("Type an amount above 0.")).toBeVisible();
  await dialog.getByLabel("Cost in EUR").fill("10,5");
  await expect(dialog.getByText("3 items change")).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Change 3 items" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row(page, "Lamp 1").getByText("10.50")).toBeVisible();
  await expect(row(page, "Lamp 3").getByText("9.00")).toBeVisible();
  await expect(bar(page)).toHaveCount(0);

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Taken back for 3 items")).toBeVisible();
  await expect(row(page, "Lamp 1").getByText("9.00")).toBeVisible();
});

test("what would be refused is said before, and is refused alone", async ({ as, newShop }) => {
  const shop = await newShop();
  await fill(shop);
  const page = await as(shop.owner, { at: shop.page("/catalog?sort=sku") });
  await page.getByRole("checkbox", { name: "Select all items of this page" }).click();
  await expect(bar(page).getByRole("status")).toHaveText("6 selected");
  await bar(page).getByRole("button", { name: "Edit limits" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit limits of 6 items" });
  await dialog.getByRole("combobox", { name: "Lowest price allowed" }).click();
  await page.getByRole("option", { name: "Set to" }).click();
  await dialog.getByLabel("Lowest price allowed in EUR").fill("16");
  await expect(dialog.getByText("4 items change, 2 items are refused")).toBeVisible();
  await expect(dialog.getByText("Its prices are in USD.")).toBeVisible();
  // Somebody else sets one of them meanwhile.
  expected(
    await shop.client.post("/catalog/items", { items: [{ sku: "L-0", min_price: eur("5.00") }] }),
    200,
  );
  await dialog.getByRole("button", { name: "Change 4 items" }).click();
  const refused = page.getByRole("dialog", { name: "3 items were refused" });
  await expect(refused.getByText("the lowest price allowed is 5.00 EUR now")).toBeVisible();
  await refused.getByRole("button", { name: "Done" }).click();
  await expect(bar(page).getByRole("status")).toHaveText("3 selected");
  await page.getByRole("link", { name: "Lamp 1" }).click();
  await expect(page.getByText("Lowest price allowed")).toBeVisible();
  await expect(page.getByText("16.00 EUR")).toBeVisible();
});

test("tags are added and removed on a phone, and somebody who may only look cannot select", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  await fill(shop);
  const page = await as(shop.owner, { ...PHONE, at: shop.page("/catalog?sort=sku") });
  await box(page, "Lamp 1").tap();
  await box(page, "Lamp 3").tap();
  // What is pressed while the others are still on their way is about all of them.
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/catalog\.list/, async (route) => {
    await answered;
    await route.continue();
  });
  await bar(page).getByRole("button", { name: "Select all 6 that match" }).tap();
  await bar(page).getByRole("button", { name: "Edit tags" }).tap();
  await expect(bar(page).getByRole("status")).toHaveText("2 selected");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  answer();
  const dialog = page.getByRole("dialog", { name: "Edit tags of 6 items" });
  await dialog.getByLabel("Add tags").fill("autumn, sale");
  await dialog.getByRole("checkbox", { name: "lamps" }).tap();
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Change 6 items" }).tap();
  await expect(dialog).toHaveCount(0);
  await page.goto(shop.page("/catalog?tag=sale"));
  await expect(page.locator("[data-item]")).toHaveCount(6);
  await page.goto(shop.page("/catalog?tag=lamps"));
  await expect(page.getByText("No item matches")).toBeVisible();

  const viewer = await as(await shop.member("viewer"), { at: shop.page("/catalog") });
  await expect(viewer.locator("[data-item]")).toHaveCount(6);
  await expect(viewer.getByRole("checkbox")).toHaveCount(0);
});

test("an item's page edits its cost, limits and tags", async ({ as, newShop }) => {
  const shop = await newShop();
  await fill(shop);
  const page = await as(shop.owner, { at: shop.page("/catalog?sort=sku") });
  await page.getByRole("link", { name: "Lamp 4" }).click();
  await page.getByRole("button", { name: "Edit limits" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit limits of Lamp 4" });
  await expect(dialog.getByLabel("Highest price allowed in EUR")).toHaveValue("15.00");
  await dialog.getByLabel("Lowest price allowed in EUR").fill("16");
  await expect(dialog.getByText("1 item is refused")).toBeVisible();
  await dialog.getByLabel("Highest price allowed in EUR").fill("");
  await expect(dialog.getByText("1 item changes")).toBeVisible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("16.00 EUR")).toBeVisible();
});
