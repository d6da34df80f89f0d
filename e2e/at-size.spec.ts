import { expected } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";
import { type Service, startService } from "@/e2e/service";
import { openShop, type Shop } from "@/e2e/shop";

const BELOW_FLOOR = 6;
const DEAR = 104;
/** The number of unchanged items, so that the run's share of changes does not trip the circuit breaker. */
const STILL = 200;

let service: Service;
test.beforeAll(async () => {
  service = await startService({ RATE_LIMIT_PER_MINUTE: "100000" });
});
test.afterAll(() => service.stop());

const money = (amount: string) => ({ amount, currency: "EUR" });

type Row = { readonly sku: string; readonly title: string };

const rows = (prefix: string, count: number, cost: string) =>
  Array.from({ length: count }, (_, n) => ({
    sku: `${prefix}-${n}`,
    title: `Item ${prefix}-${n}`,
    price: money("20.00"),
    cost: money(cost),
  }));

const add = async ({ client }: Shop, items: readonly Row[]) =>
  expected(await client.post("/catalog/items", { items }), 200);

/** Pushes this price for three competitors of each item, runs, and accepts the resulting recommendations. */
async function find({ client }: Shop, items: readonly Row[], price: string): Promise<void> {
  const observed_at = new Date().toISOString();
  const observations = items.flatMap(({ sku }) =>
    ["one", "two", "three"].map((seller) => ({
      sku,
      seller: `${seller}.example`,
      price: money(price),
      in_stock: true,
      observed_at,
    })),
  );
  expected(await client.post("/catalog/observations", { observations }), 200);
  await client.run();
  for (let left = 1; left > 0; left = (await client.recommendations("new")).length) await client.acceptAll();
}

test("while a hundred of more are loaded, counts, filters, groups and their order speak for those alone", async ({
  as,
}) => {
  const shop = await openShop(service);
  await shop.connectSandbox();
  // The oldest entries are loaded first, so the hundred loaded rows contain all that lie below the floor.
  const belowFloor = rows("F", BELOW_FLOOR, "17.00");
  await add(shop, [...belowFloor, ...rows("S", STILL, "9.00")]);
  await find(shop, belowFloor, "22.49");
  const dear = rows("D", DEAR, "9.00");
  await add(shop, dear);
  await find(shop, dear, "18.49");

  const page = await as(shop.owner, { of: service, at: shop.page("/approvals") });
  await expect(page.getByText("110 waiting, 100 loaded")).toBeVisible();
  await expect(page.getByText("Filters, groups and their order see the 100 loaded.")).toBeVisible();
  const group = page.getByRole("region", { name: "Margin below floor" });
  await expect(group.getByRole("heading")).toContainText("6 of the 100 loaded");
  await expect(group.getByRole("listitem")).toHaveCount(BELOW_FLOOR);
  const chip = page.getByRole("radio", { name: /^Margin below floor/ });
  await chip.click();
  await expect(chip).toContainText("6 of the 100 loaded");
  await expect(page.getByRole("region", { name: "Above the market" })).toHaveCount(0);

  await page.getByRole("radio", { name: "All" }).click();
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(page.getByRole("main").getByText("110 waiting")).not.toContainText("loaded");
  await expect(group.getByRole("heading")).not.toContainText("loaded");
  await expect(page.getByRole("region", { name: "Above the market" }).getByRole("heading")).toContainText(
    "104",
  );
});
