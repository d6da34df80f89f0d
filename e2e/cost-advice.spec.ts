import { observe } from "@/e2e/assortment";
import { barriers } from "@/e2e/barriers";
import { expected } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";
import type { Shop } from "@/e2e/shop";

const KETTLE = "Enamel kettle";
const SKU = "KTL-04";
const money = (amount: string) => ({ amount, currency: "EUR" });

/** An item whose cost nobody knows, above its market. */
async function withUnknownCost(shop: Shop): Promise<string> {
  const items = [{ sku: SKU, title: KETTLE, price: money("40.00"), stock: 6 }];
  expected(await shop.client.post("/catalog/items", { items }), 200);
  await observe(shop.client, [{ sku: SKU, market: ["36.00", "36.00", "36.50"] }]);
  await shop.client.run();
  const [item = ""] = await shop.client.items();
  return item;
}

test("advice about an unknown cost has a field for it, and the next run prices the item with that", async ({
  as,
  newShop,
  problem,
}) => {
  problem.expect(/422/);
  const shop = await newShop();
  const item = await withUnknownCost(shop);
  expect(await shop.client.recommendations("new")).toEqual([]);
  const page = await as(shop.owner, { at: shop.page("/recommendations?kind=cost_review") });
  const details = page.getByRole("region", { name: "Recommendation details" });
  await expect(details.getByText("Not known until the cost is.")).toBeVisible();
  await expect(details.getByRole("button", { name: "Save the cost" })).toBeDisabled();
  await details.getByLabel("Cost in EUR").fill("twelve");
  await details.getByRole("button", { name: "Save the cost" }).click();
  await expect(details.getByText(/decimal number|amount/i)).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await details.getByLabel("Cost in EUR").fill("12,00");
  await details.getByRole("button", { name: "Save the cost" }).click();
  await expect(page.getByText(`${KETTLE}: cost saved`)).toBeVisible();
  await expect(details.getByText(/The cost is .*12\.00/)).toBeVisible();
  await expect(details.getByLabel("Cost in EUR")).toHaveCount(0);
  expect((await shop.client.get(`/catalog/items/${item}`)).body).toMatchObject({ cost: money("12.00") });
  await shop.client.run();
  expect(await shop.client.recommendations("new")).toMatchObject([{ item: { title: KETTLE } }]);
});

test("who may not edit items reads the advice without the field", async ({ as, newShop }) => {
  const shop = await newShop();
  await withUnknownCost(shop);
  const page = await as(await shop.member("analyst"), { at: shop.page("/recommendations?kind=cost_review") });
  const details = page.getByRole("region", { name: "Recommendation details" });
  await expect(details.getByText("Not known until the cost is.")).toBeVisible();
  await expect(details.getByLabel(/^Cost in/)).toHaveCount(0);
});
