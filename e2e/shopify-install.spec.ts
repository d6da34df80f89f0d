import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/fixtures";
import { uninstallApp } from "@/server/testing/shopify/install";
import { addProduct } from "@/server/testing/shopify/seed";
import { APP, type ShopApp } from "@/server/testing/shopify/shop";
import { startShopifyStandIn } from "@/server/testing/shopify/stand-in";

/** Fills in the app, and agrees on the shop's page. */
async function install(page: Page, { clientId, clientSecret }: ShopApp): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Client ID").fill(clientId);
  await dialog.getByLabel("Client secret").fill(clientSecret);
  await dialog.getByRole("button", { name: "Go to the shop" }).click();
  await page.getByRole("link", { name: "Install app" }).click();
}

test("a merchant installs an app in the shop, comes back connected, and signs in again after uninstalling it", async ({
  as,
  newShop,
  problem,
  service,
}) => {
  test.setTimeout(300_000);
  const shop = await newShop();
  const standIn = await startShopifyStandIn({ taxesIncluded: false });
  problem.expect(new RegExp(standIn.url));
  try {
    const returnUrl = `${service.url}/store-installs/return`;
    const app: ShopApp = { ...APP, clientId: "public-app", isInstalled: false, redirectUrls: [returnUrl] };
    standIn.shop.apps.push(app);
    addProduct(standIn.shop, { title: "Kettle", variants: [{ sku: "KETTLE" }] });
    const page = await as(shop.owner, { at: shop.page("/settings/integrations") });

    await page.getByRole("button", { name: "Connect a store" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Store" }).click();
    await page.getByRole("option", { name: "Shopify" }).click();
    await dialog.getByLabel("Shop address").fill(standIn.url);
    await install(page, app);
    await expect(dialog.getByText("The shop has given us access.")).toBeVisible();
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    await expect(dialog.getByText("It sells in EUR")).toBeVisible();
    await dialog.getByRole("button", { name: "Confirm and connect" }).click();
    const store = page.getByRole("region", { name: "Connected store" });
    await expect(store.getByText(/1 variant seen/)).toBeVisible({ timeout: 60_000 });

    uninstallApp(standIn.shop, app);
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await expect(store.getByText(/The shop's sign-in has ended/)).toBeVisible();
    await page.getByRole("button", { name: "Replace credentials" }).click();
    await install(page, app);
    await expect(store.getByText("The credentials were replaced.")).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(store.getByText("Connected", { exact: true })).toBeVisible();
    await expect(store.getByText(/sign-in has ended/)).toHaveCount(0);
  } finally {
    await standIn.stop();
  }
});

test("who opens the app in Shopify finds the form with the shop's address", async ({ as, newShop }) => {
  const shop = await newShop();
  const opened = "/store-installs/shopify?shop=tea-and-co.myshopify.com&hmac=00";
  const page = await as(shop.owner, { at: opened });
  const dialog = page.getByRole("dialog", { name: "Connect a store" });
  await expect(dialog.getByLabel("Shop address")).toHaveValue("https://tea-and-co.myshopify.com");
  await expect(dialog.getByRole("button", { name: "Go to the shop" })).toBeVisible();

  await page.goto("/connect-store?kind=woocommerce&url=https://evil.example");
  await expect(page.getByRole("button", { name: "Connect a store" }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/settings\/integrations$/);
  await page.goto(shop.page("/settings/integrations?kind=woocommerce&url=https://evil.example"));
  await expect(page.getByRole("button", { name: "Connect a store" }).first()).toBeVisible();
  await expect(dialog).toHaveCount(0);
});
