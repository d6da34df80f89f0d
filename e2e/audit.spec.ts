import { barriers } from "@/e2e/barriers";
import { expect, test } from "@/e2e/fixtures";

const SIZES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

for (const [name, size] of Object.entries(SIZES))
  test(`the audit log is read in words, narrowed and verified on a ${name}`, async ({ as, newShop }) => {
    const shop = await newShop();
    await shop.client.post("/catalog/items", {
      items: [{ sku: "MUG-350", title: "Mug", price: { amount: "19.90", currency: "EUR" } }],
    });
    const [item] = await shop.client.items();
    await shop.client.post(`/catalog/items/${item}/archive`);
    const page = await as(shop.owner, { at: shop.page("/settings/audit"), ...size });

    const archived = page.getByRole("listitem").filter({ hasText: "archived MUG-350" });
    await archived.getByText(/over REST, event \d+/).click();
    await expect(archived.getByText("catalog.archive")).toBeVisible();
    await archived.getByRole("button", { name: "Only about this object" }).click();
    await expect(page).toHaveURL(/subject=itm_/);
    await expect(page.getByRole("list", { name: "Events" }).getByRole("listitem")).toHaveCount(1);
    await page.getByRole("button", { name: "Clear" }).click();

    await page.getByRole("combobox", { name: "What" }).click();
    await page.getByRole("option", { name: "API keys" }).click();
    await expect(page).toHaveURL(/action=token/);
    await expect(page.getByRole("listitem").filter({ hasText: "created the API key" })).toBeVisible();
    await expect(archived).toHaveCount(0);

    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page.getByText(/The chain holds since .+ events were checked/)).toBeVisible();
    expect(await barriers(page)).toEqual([]);

    await page.getByRole("button", { name: "Clear" }).click();
    await archived.getByRole("link", { name: "MUG-350" }).click();
    await expect(page).toHaveURL(new RegExp(`/catalog/${item}`));
  });
