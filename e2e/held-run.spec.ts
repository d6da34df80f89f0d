import { expected } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";
import type { Shop } from "@/e2e/shop";

/** As many items as the breaker of a new workspace needs to hold a run that changes them all. */
const ITEMS = 100;

const money = (amount: string) => ({ amount, currency: "EUR" });

/** Runs over a catalog of which every price is above its market. */
async function runHeld({ client }: Shop): Promise<void> {
  const skus = Array.from({ length: ITEMS }, (_, n) => `S-${n}`);
  const items = skus.map((sku) => ({
    sku,
    title: `Item ${sku}`,
    price: money("20.00"),
    cost: money("9.00"),
  }));
  expected(await client.post("/catalog/items", { items }), 200);
  const observed_at = new Date().toISOString();
  const observations = skus.flatMap((sku) =>
    ["one", "two", "three"].map((seller) => ({
      sku,
      seller: `${seller}.example`,
      price: money("18.49"),
      in_stock: true,
      observed_at,
    })),
  );
  expected(await client.post("/catalog/observations", { observations }), 200);
  await client.run();
}

test("a run that is held back is called so on the overview and in the list, and found by its filter", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  await runHeld(shop);
  const page = await as(shop.owner, { at: shop.page() });
  const latest = page.getByRole("region", { name: "Latest runs" });
  await expect(latest.getByText("Held back", { exact: true })).toBeVisible();
  await expect(latest.getByText("Finished", { exact: true })).toHaveCount(0);

  await page.goto(shop.page("/runs"));
  const run = page.getByRole("row").filter({ hasText: "Whole catalog" });
  await expect(run).toContainText("Held back");
  await page.getByRole("radio", { name: "Held back" }).click();
  await expect(page).toHaveURL(/status=held/);
  await expect(run).toContainText("Held back");
});
