import type { Page } from "@playwright/test";
import { observe } from "@/e2e/assortment";
import { expect, test } from "@/e2e/fixtures";
import type { Shop } from "@/e2e/shop";
import { type JourneyShop, LAMP, MUG } from "@/e2e/stores/journey";
import { SHOPS } from "@/e2e/stores/journey-shops";

const MARKET = [
  { sku: LAMP.sku, market: ["71.99", "71.99", "72.49"] },
  { sku: MUG.sku, market: ["11.49", "11.49", "11.99"] },
] as const;

/** Connects the shop by the form, and waits until its catalog is read. */
async function connect(page: Page, { title, way, fields }: JourneyShop, variants: RegExp): Promise<void> {
  await page.getByRole("button", { name: "Connect a store" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Connect a store" });
  await dialog.getByRole("combobox", { name: "Store" }).click();
  await page.getByRole("option", { name: title }).click();
  if (way !== undefined) {
    await dialog.getByRole("combobox", { name: "Sign in with" }).click();
    await page.getByRole("option", { name: way }).click();
  }
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(dialog.getByText("It sells in EUR")).toBeVisible();
  await dialog.getByRole("button", { name: "Confirm and connect" }).click();
  const store = page.getByRole("region", { name: "Connected store" });
  await expect(store.getByText(variants)).toBeVisible({ timeout: 60_000 });
}

/** Opens a price change in the inbox. */
async function open(page: Page, title: string) {
  await page.getByRole("button", { name: title, exact: true }).click();
  const details = page.getByRole("region", { name: "Recommendation details" });
  await expect(details.getByRole("heading", { name: title })).toBeVisible();
  return details;
}

/** Asks for another price of the open price change, which is refused. */
async function refusedPrice(page: Page, amount: string): Promise<string> {
  await page.getByRole("button", { name: "Another price" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Price in/).fill(amount);
  await dialog.getByRole("button", { name: "Set the price" }).click();
  const reason = dialog.getByText(/sale price|struck-through/);
  await expect(reason).toBeVisible();
  const text = await reason.textContent();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  return text ?? "";
}

async function approve(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: /^Approve/ }).click();
  await expect(page.getByText(new RegExp(`${title}.* in your store`))).toBeVisible({ timeout: 60_000 });
}

async function startRun(page: Page, shop: Shop): Promise<void> {
  await page.goto(shop.page("/runs"));
  await page.getByRole("button", { name: "Start a run" }).first().click();
  await page.getByRole("button", { name: "Start the run" }).click();
  await expect(page.getByRole("link", { name: "Recommendations 2 new" })).toBeVisible({ timeout: 60_000 });
}

for (const [kind, openShop] of Object.entries(SHOPS))
  test(`${kind}: the form in settings leads to the new price in the store's own answer, a sale untouched`, async ({
    as,
    newShop,
    service,
    problem,
  }) => {
    test.setTimeout(300_000);
    problem.expect(/422/);
    const store = await openShop(service);
    try {
      const shop = await newShop();
      await store.stock?.(shop);
      const page = await as(shop.owner, { at: shop.page("/settings/integrations") });
      await connect(page, store, store.stock ? /variants seen/ : /2 variants seen/);
      if (store.afterConnect) {
        await store.afterConnect(shop);
        await page.getByRole("button", { name: "Sync now" }).click();
        await expect(page.getByText(/1 variants? seen/)).toBeVisible({ timeout: 60_000 });
      }
      const before = await store.ask(MUG, shop);
      expect([before.sale ?? before.compareAt, before.price]).toEqual([
        before.sale === null ? MUG.compareAt : MUG.sale,
        MUG.price,
      ]);
      await observe(shop.client, MARKET);
      await startRun(page, shop);
      expect(await shop.client.acceptAll()).toHaveLength(2);
      await page.goto(shop.page("/approvals"));

      const mug = await open(page, MUG.title);
      if (before.sale !== null)
        await expect(mug.getByText(/This changes the regular price\. Shoppers .* 11\.29/)).toBeVisible();
      const limit = before.sale ?? before.compareAt ?? "";
      const reason = before.sale === null ? /struck-through/ : /sale price in the store/;
      expect(await refusedPrice(page, limit)).toMatch(reason);
      await approve(page, MUG.title);
      await open(page, LAMP.title);
      await approve(page, LAMP.title);

      await expect.poll(async () => (await shop.client.recommendations("applied")).length).toBe(2);
      const applied = await shop.client.recommendations("applied");
      const target = (sku: string) => applied.find(({ item }) => item.sku === sku)?.recommended_price.amount;
      expect(await store.ask(LAMP, shop)).toMatchObject({ price: target(LAMP.sku), sale: null });
      expect(await store.ask(MUG, shop)).toEqual({ ...before, price: target(MUG.sku) });
      expect(target(MUG.sku)).not.toBe(MUG.price);
    } finally {
      await store.stop();
    }
  });
