import type { Page } from "@playwright/test";
import { barriers } from "@/e2e/barriers";
import { expected } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";
import type { Shop } from "@/e2e/shop";

const NOTEBOOK = "Squared notebook";
const money = (amount: string) => ({ amount, currency: "EUR" });

/** Opens a shop with a store and one item that a run recommends no price for, and returns the item's id. */
async function withQuietItem(shop: Shop): Promise<string> {
  await shop.connectSandbox();
  const items = [{ sku: "NTB-07", title: NOTEBOOK, price: money("10.00"), cost: money("4.00"), stock: 20 }];
  expected(await shop.client.post("/catalog/items", { items }), 200);
  await shop.client.run();
  expect(await shop.client.recommendations("new")).toEqual([]);
  const [item = ""] = await shop.client.items();
  return item;
}

const dialog = (page: Page) => page.getByRole("dialog");

async function typePrice(page: Page, price: string): Promise<void> {
  await dialog(page)
    .getByLabel(/^Price in/)
    .fill(price);
  await dialog(page).getByRole("button", { name: "Set the price" }).click();
}

test("an item that no run recommends a price for gets one by hand, within the limits, and its receipt", async ({
  as,
  newShop,
  problem,
}) => {
  problem.expect(/422/);
  const shop = await newShop();
  const item = await withQuietItem(shop);
  const page = await as(shop.owner, { at: shop.page(`/catalog/${item}`) });
  await page.getByRole("button", { name: "Set a price" }).click();
  expect(await barriers(page)).toEqual([]);
  await typePrice(page, "3,00");
  await expect(dialog(page).getByText(/below cost/)).toBeVisible();
  await typePrice(page, "10,80");
  await expect(dialog(page)).toHaveCount(0);
  const notice = page.getByText(`${NOTEBOOK} has a price that waits for approval`);
  await expect(notice).toBeVisible();
  expect((await shop.client.get(`/catalog/items/${item}`)).body).toMatchObject({ price: money("10.00") });

  await page.getByRole("button", { name: "Approvals", exact: true }).click();
  await page.getByRole("button", { name: NOTEBOOK, exact: true }).click();
  await expect(page.getByText("set by a person")).toBeVisible();
  await page.getByRole("button", { name: /^Approve/ }).click();
  await expect(page.getByText(/is .*10\.80.* in your store/)).toBeVisible();
  const [applied] = await shop.client.recommendations("applied");
  expect(applied).toMatchObject({
    recommended_price: { amount: "10.80" },
    write_back: { status: "applied", store_answer: expect.stringMatching(/10\.80/) },
  });
  expect((await shop.client.get(`/catalog/items/${item}`)).body).toMatchObject({ price: money("10.80") });

  // The run recommended nothing, and its page says so.
  const [run] = await shop.client.runs();
  await page.goto(shop.page(`/recommendations?run=${run}&status=any`));
  await expect(page.getByText("Nothing under this filter")).toBeVisible();
});

test("who may not approve sets no price by hand", async ({ as, newShop }) => {
  const shop = await newShop();
  const item = await withQuietItem(shop);
  const page = await as(await shop.member("analyst"), { at: shop.page(`/catalog/${item}`) });
  await expect(page.getByRole("heading", { level: 1, name: NOTEBOOK })).toBeVisible();
  await expect(page.getByRole("button", { name: "Set a price" })).toHaveCount(0);
});
