import { expect, type Page } from "@playwright/test";
import { stock } from "@/e2e/assortment";
import { expected } from "@/e2e/client";
import { FURTHER_VIEWS } from "@/e2e/page-paths";
import type { Shop } from "@/e2e/shop";

/** Amounts and names as long as shops have them, which is where figures are cut; and amounts of four digits. */
const LONG = [
  {
    sku: "LONG-0000000001",
    title: "Expedition shelter for twelve people with two entrances and a stove outlet, forest green",
    category: "Expedition and base camp equipment",
    price: { amount: "1234567.89", currency: "EUR" },
    cost: { amount: "900000.00", currency: "EUR" },
    stock: 120,
  },
  {
    sku: "TNT-04",
    title: "Base camp tent",
    category: "Expedition and base camp equipment",
    price: { amount: "1289.00", currency: "EUR" },
    cost: { amount: "700.00", currency: "EUR" },
    stock: 1_400,
  },
];
/** Their offers, of sellers whose names are as long as those of real shops. */
const LONG_MARKET = {
  "aussenposten-und-zelte.example": ["1199999.00", "1189.00"],
  "wanderlager.example": ["1229999.00", "1199.00"],
  "bergkante.example": ["1231999.00", "1209.00"],
  "zeltplatz.example": ["1233999.00", "1219.00"],
};

/**
 * Fills a shop with data for every page: price changes to review and to approve, also of long names and amounts, and a
 * freeze.
 * @returns the paths of its pages about one thing, and of further views
 */
export async function furnish({ client, connectSandbox }: Shop): Promise<string[]> {
  await stock(client);
  expected(await client.post("/catalog/items", { items: LONG }), 200);
  const observed_at = new Date().toISOString();
  const observations = Object.entries(LONG_MARKET).flatMap(([seller, amounts]) =>
    LONG.map(({ sku }, index) => ({
      sku,
      seller,
      price: { amount: amounts[index], currency: "EUR" },
      in_stock: true,
      observed_at,
    })),
  );
  expected(await client.post("/catalog/observations", { observations }), 200);
  await connectSandbox();
  await client.run();
  const [toReview, ...toApprove] = await client.recommendations("new");
  for (const { id } of toApprove) expected(await client.post(`/recommendations/${id}/accept`), 200);
  const once = { from: "2099-12-24T00:00", until: "2099-12-27T00:00" };
  expected(await client.post("/freezes", { reason: "Christmas", once }), 200);
  const [item] = await client.items();
  const [run] = await client.runs();
  const entries = [toReview, ...toApprove.slice(0, 1)].map((entry) => `/recommendations/${entry?.id}`);
  return [`/catalog/${item}`, `/runs/${run}`, `/runs/${run}/skipped`, ...entries, ...FURTHER_VIEWS];
}

/** Waits until the page shows its data: its heading is visible and no loading indicator is left. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.getByText(/^Loading /)).toHaveCount(0);
}
