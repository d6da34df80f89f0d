import type { Page } from "@playwright/test";
import { stock } from "@/e2e/assortment";
import { barriers } from "@/e2e/barriers";
import { expected } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";
import { DAY_MS } from "@/server/domain/durations";

const LAMP = "Brass desk lamp";
const MUG = "Camping mug";

async function choose(page: Page, state: string): Promise<void> {
  await page.getByRole("combobox", { name: "State" }).click();
  await page.getByRole("option", { name: state, exact: true }).click();
}

test("an archived item leaves the catalog and the runs, is found by its state, and comes back", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  await stock(shop.client);
  const page = await as(shop.owner, { at: shop.page("/catalog") });
  await page.getByRole("link", { name: LAMP }).click();
  await page.getByRole("button", { name: "Archive" }).click();
  const dialog = page.getByRole("dialog", { name: `Archive ${LAMP}?` });
  await dialog.getByLabel("Reason").fill("No longer made");
  await dialog.getByRole("button", { name: "Archive the item" }).click();
  await expect(page.getByText("No longer made", { exact: false })).toBeVisible();
  await shop.client.run();
  const found = (await shop.client.recommendations("new")).map(({ item }) => item.title);
  expect(found).toContain(MUG);
  expect(found).not.toContain(LAMP);

  await page.goto(shop.page("/catalog"));
  await expect(page.getByRole("link", { name: MUG })).toBeVisible();
  await expect(page.getByRole("link", { name: LAMP })).toHaveCount(0);
  await choose(page, "Archived");
  await expect(page).toHaveURL(/state=archived/);
  await expect(page.getByRole("link", { name: MUG })).toHaveCount(0);
  await choose(page, "Every state");
  await expect(page.getByRole("link", { name: MUG })).toBeVisible();
  await page.getByRole("link", { name: LAMP }).click();
  await page.getByRole("button", { name: "Watch again" }).click();
  await expect(page.getByText("Watched again")).toBeVisible();
  await expect(page.getByRole("button", { name: "Archive" })).toBeVisible();
  await shop.client.run();
  expect((await shop.client.recommendations("new")).map(({ item }) => item.title)).toContain(LAMP);
});

test("the history draws a line for each competitor, and makes the chosen one strong", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  await stock(shop.client);
  const observations = ["nord.example", "west.example"].flatMap((seller, n) =>
    [3, 2, 1].map((days) => ({
      sku: "LMP-01",
      seller,
      price: { amount: `${80 + n + days}.00`, currency: "EUR" },
      in_stock: true,
      observed_at: new Date(Date.now() - days * DAY_MS).toISOString(),
    })),
  );
  expected(await shop.client.post("/catalog/observations", { observations }), 200);
  const page = await as(shop.owner, { at: shop.page("/catalog") });
  await page.getByRole("link", { name: LAMP }).click();
  const lines = page.getByRole("slider", { name: "Prices over time" }).locator("path.stroke-market");
  const strong = lines.and(page.locator('[stroke-width="2.25"]'));
  await expect(page.getByRole("radio", { name: "Everybody" })).toBeChecked();
  await expect(strong).toHaveCount(0);
  await page.getByRole("radio", { name: "Everybody" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("radio", { name: "nord.example" })).toBeChecked();
  await expect(strong).toHaveCount(1);
  await expect(strong).toHaveAttribute("d", /^M.*V.*V.*H/);
  expect(await barriers(page)).toEqual([]);
});

test("the figures at the top of an item's page stand whole in a window of any width", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  await stock(shop.client);
  const page = await as(shop.owner, { at: shop.page("/catalog") });
  await page.getByRole("link", { name: "Trekking tent" }).click();
  const figures = page.locator("dl").first().locator("dd");
  await expect(figures.filter({ hasText: "249.99 EUR" })).toBeVisible();
  for (const width of [360, 768, 1024, 1180, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const cut = await figures.evaluateAll((all) =>
      all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
    );
    expect(cut, `${width}`).toEqual([]);
  }
});
