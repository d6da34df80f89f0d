import { lastingFaults } from "@/e2e/every-width";
import { expect, test } from "@/e2e/fixtures";
import { furnish } from "@/e2e/furnished-shop";

test("a dialog on a phone shows all of its fields, and no notice covers one", async ({ as, newShop }) => {
  const shop = await newShop();
  await furnish(shop);
  const page = await as(shop.owner, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    at: shop.page("/approvals"),
  });
  await page.getByRole("button", { name: "Snooze" }).tap();
  const dialog = page.getByRole("dialog", { name: /^Snooze/ });
  await dialog.getByRole("button", { name: /^Tomorrow morning/ }).tap();
  await expect(page.getByText(/^Snoozed: /)).toBeVisible();
  await page.getByRole("button", { name: "Snooze" }).tap();
  await expect(dialog.getByLabel(/^Why/)).toBeVisible();
  expect(await lastingFaults(page)).toEqual([]);
  await expect(page.getByText(/^Snoozed: /)).toBeVisible();
  const covered = await dialog.evaluate((element) =>
    [...element.querySelectorAll("input, fieldset button")].flatMap((field) => {
      const { x, y, width, height } = field.getBoundingClientRect();
      const above = document.elementFromPoint(x + width / 2, y + height / 2);
      return element.contains(above) ? [] : [field.outerHTML];
    }),
  );
  expect(covered).toEqual([]);
});

test("the filters of a list on a phone stand beside each other", async ({ as, newShop }) => {
  const shop = await newShop();
  await furnish(shop);
  for (const path of ["/catalog", "/approvals"]) {
    const page = await as(shop.owner, {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
      at: shop.page(path),
    });
    await page.getByRole("button", { name: "Filters" }).tap();
    await expect(page.getByRole("combobox", { name: "Brand" })).toBeVisible();
    expect(await lastingFaults(page)).toEqual([]);
  }
});
