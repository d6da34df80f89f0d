import { barriers } from "@/e2e/barriers";
import { expected } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";
import type { Shop } from "@/e2e/shop";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const money = (amount: string) => ({ amount, currency: "EUR" });

/** Stocks items at 20.00 with a cost of 9.00 whose competitors sell at these prices; null: items without a cost. */
async function stockAt({ client }: Shop, prices: readonly (string | null)[]): Promise<void> {
  const items = prices.map((price, n) => ({
    sku: `S-${n}`,
    title: `Item ${n}`,
    price: money("20.00"),
    ...(price === null ? {} : { cost: money("9.00") }),
    stock: 4,
  }));
  expected(await client.post("/catalog/items", { items }), 200);
  const observed_at = new Date().toISOString();
  const observations = prices.flatMap((price, n) =>
    ["one", "two", "three"].map((seller) => ({
      sku: `S-${n}`,
      seller: `${seller}.example`,
      price: money(price ?? "20.00"),
      in_stock: true,
      observed_at,
    })),
  );
  expected(await client.post("/catalog/observations", { observations }), 200);
}

async function newestRun({ client, page }: Shop): Promise<string> {
  const [run] = await client.runs();
  return page(`/runs/${run}`);
}

test("a run shows its changes by size, what became of them, and the items behind each reason", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  await stockAt(shop, ["18.49", "18.49", "21.49", null, null]);
  await shop.client.run();
  const page = await as(shop.owner, { at: await newestRun(shop) });

  const changes = page.getByRole("region", { name: "Price changes by size" });
  const chart = changes.getByRole("slider");
  // The chart stands in the document before it answers to keys.
  await expect(async () => {
    await chart.press("Home");
    await expect(chart).toHaveAttribute("aria-valuetext", /^Cuts by more than 20.%: 0$/, { timeout: 500 });
  }).toPass();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(chart).toHaveAttribute("aria-valuetext", /^Cuts by 5.% to 10.%: 2, profit −.*EUR$/);
  await changes.getByRole("button", { name: "Show as table" }).click();
  const rows = changes.getByRole("table", { name: "Price changes by size" }).getByRole("row");
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText("Cuts by 5 % to 10 %2−");
  await expect(rows.nth(2)).toContainText("Rises by 5 % to 10 %1+");
  expect(await barriers(page)).toEqual([]);

  const became = page.getByRole("region", { name: "What became of its recommendations" });
  const all = becameCount(await became.getByRole("listitem").allInnerTexts());
  const [first] = await shop.client.recommendations("new");
  expected(await shop.client.post(`/recommendations/${first?.id}/dismiss`, { reason: "Not this one." }), 200);
  await expect(became.getByRole("listitem").filter({ hasText: "Dismissed" })).toContainText("1");
  expect(becameCount(await became.getByRole("listitem").allInnerTexts())).toBe(all);
  await became.getByRole("link", { name: "Dismissed" }).click();
  await expect(page).toHaveURL(/\/recommendations\?run=run_\w+&status=dismissed/);
  await expect(page.getByText(first?.item.title ?? "").first()).toBeVisible();
  await page.goBack();

  const reasons = page.getByRole("region", { name: "Why items got no new price" });
  const unknown = reasons.getByRole("listitem").filter({ hasText: "Cost unknown" });
  await expect(unknown).toContainText("2");
  await unknown.getByRole("link", { name: "Cost unknown" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Cost unknown" })).toBeVisible();
  const items = page.getByRole("table", { name: "Items that the run gave no new price" });
  await expect(items.getByRole("link")).toHaveCount(2);
  expect((await items.getByRole("link").allInnerTexts()).toSorted()).toEqual(["Item 3", "Item 4"]);
  expect(await barriers(page)).toEqual([]);
  await items.getByRole("link", { name: "Item 4" }).click();
  await expect(page).toHaveURL(/\/catalog\/itm_/);
});

/** Sums the counts at the end of each line of a list. */
const becameCount = (lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + Number(/(\d+)\s*$/.exec(line)?.[1] ?? Number.NaN), 0);

test("a run that is held back says why and what to do, to those who may release it and to the others", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  await stockAt(
    shop,
    Array.from({ length: 100 }, () => "18.49"),
  );
  await shop.client.run();
  const at = await newestRun(shop);
  const viewer = await as(await shop.member("viewer"), { at, ...PHONE });
  await expect(viewer.getByText(/can release it/)).toBeVisible();
  await expect(viewer.getByRole("button", { name: "Release" })).toHaveCount(0);
  await expect(viewer.getByRole("slider")).toBeVisible();
  const over = await viewer.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(over).toBeLessThanOrEqual(0);
  expect(await barriers(viewer)).toEqual([]);

  const page = await as(shop.owner, { at });
  await expect(page.getByText(/100 of 100/)).toBeVisible();
  await page.getByRole("link", { name: "what it found" }).click();
  await expect(page).toHaveURL(/status=held/);
  await page.goBack();
  const held = page.getByRole("region", { name: "What became of its recommendations" });
  await expect(held.getByRole("listitem")).toHaveText(/Held back\s*100/);
  await page.getByRole("button", { name: "Release" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Release" }).click();
  await expect(page.getByText("Held back at first.")).toBeVisible();
  await expect(held.getByRole("listitem")).toHaveText(/New\s*100/);
});

test("a price that was out of date when it was approved is counted with the one that replaced it", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  await shop.connectSandbox();
  await stockAt(shop, ["18.49", "18.49"]);
  await shop.client.run();
  const at = await newestRun(shop);
  const [first] = await shop.client.recommendations("new");
  expected(await shop.client.post(`/recommendations/${first?.id}/accept`), 200);
  const { sku, title } = first?.item ?? {};
  expected(await shop.client.post("/catalog/items", { items: [{ sku, title, cost: money("15.20") }] }), 200);
  expected(await shop.client.post(`/recommendations/${first?.id}/approve`), 409);
  const page = await as(shop.owner, { at });
  const became = page.getByRole("region", { name: "What became of its recommendations" });
  await expect(
    became.getByText("1 of them replaced one of the run’s that had become out of date."),
  ).toBeVisible();
  expect(becameCount(await became.getByRole("listitem").allInnerTexts())).toBe(3);
});

test("a held run that a later one replaced has nothing to release", async ({ as, newShop }) => {
  const shop = await newShop();
  await stockAt(
    shop,
    Array.from({ length: 100 }, () => "18.49"),
  );
  await shop.client.run();
  const at = await newestRun(shop);
  await stockAt(
    shop,
    Array.from({ length: 100 }, () => "20.00"),
  );
  await shop.client.run();
  const page = await as(shop.owner, { at });
  await expect(page.getByText("Held back, and replaced since.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Release" })).toHaveCount(0);
});
