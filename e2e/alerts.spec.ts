import { stock } from "@/e2e/assortment";
import { expect, test } from "@/e2e/fixtures";

test("an alert is found by its item, and leads to the recommendation that remedies it", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  await stock(shop.client);
  await shop.client.run();
  const page = await as(shop.owner, { at: shop.page("/alerts") });
  const rows = page.getByRole("list", { name: "Alerts" }).getByRole("listitem");
  const fixes = page.getByRole("link", { name: "Open the recommendation" });
  await expect(fixes.first()).toBeVisible();
  const row = rows.filter({ has: fixes }).first();
  const title = (await row.getByRole("link").first().textContent()) ?? "";
  await page.getByRole("searchbox", { name: "Search by SKU or title" }).fill(title.toUpperCase());
  await expect(rows.filter({ hasNotText: title })).toHaveCount(0);
  await expect(page).toHaveURL(/q=/);
  await page.reload();
  await expect(page.getByRole("searchbox")).toHaveValue(title.toUpperCase());
  await expect(rows.first()).toContainText(title);
  await fixes.first().click();
  await expect(page).toHaveURL(/\/recommendations\/rec_/);
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
});

test("alerts are ordered by the money at risk", async ({ as, newShop }) => {
  const shop = await newShop();
  await stock(shop.client);
  await shop.client.run();
  const page = await as(shop.owner, { at: shop.page("/alerts?sort=money_at_risk") });
  const rows = page.getByRole("list", { name: "Alerts" }).getByRole("listitem");
  await expect(rows.first()).toBeVisible();
  const amounts = (await rows.allTextContents()).map((text) => {
    const found = /([\d,]+\.\d\d)[^\d]*at risk/.exec(text);
    return found?.[1] ? Number(found[1].replaceAll(",", "")) : -1;
  });
  expect(amounts.some((amount) => amount > 0)).toBe(true);
  expect(amounts).toEqual([...amounts].sort((a, b) => b - a));
});
