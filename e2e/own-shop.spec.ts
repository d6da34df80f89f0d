import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/fixtures";
import { connectVendure } from "@/e2e/settings-pages";
import type { Merchant } from "@/e2e/stores/merchant";
import { LAMP_SKU, lampOffers, setUpShop, storePrice } from "@/e2e/stores/one-lamp";
import { startVendure, type VendurePeer } from "@/e2e/stores/vendure-peer";

let peer: VendurePeer;
let merchant: Merchant;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  peer = await startVendure();
  merchant = await peer.merchant();
});
test.afterAll(() => peer.stop());
test.beforeEach(() => test.setTimeout(300_000));

const csv = (text: string) => ({ name: "shop.csv", mimeType: "text/csv", buffer: Buffer.from(text) });

async function choose(page: Page, field: string, option: RegExp | string): Promise<void> {
  await page.getByRole("combobox", { name: field }).click();
  await page.getByRole("option", { name: option }).click();
}

/**
 * Creates a workspace by its form and sets a plan that writes to stores. @returns a function from path to page
 * address
 */
async function createWorkspace(
  page: Page,
  operate: (...args: readonly string[]) => Promise<unknown>,
  fillPricing: () => Promise<void>,
): Promise<(path: string) => string> {
  await page.goto("/new-workspace");
  await page.getByLabel("Name").fill("My shop");
  await fillPricing();
  await page.getByRole("button", { name: "Create the workspace" }).click();
  await expect(page).toHaveURL(/\/w\/ws_/);
  const id = /\/w\/(ws_[0-9a-z]+)/.exec(page.url())?.[1] ?? "";
  await operate("plan", "set", "--workspace", id, "--plan", "max");
  return (path) => `/w/${id}${path}`;
}

async function importFile(page: Page, action: string, text: string, resultText: string): Promise<void> {
  await page.getByLabel("Choose a CSV, XLSX or ODS file").setInputFiles(csv(text));
  await page.getByRole("button", { name: action }).click();
  await expect(page.getByText(resultText)).toBeVisible();
}

/** Brings market prices to a price in the store, as a person alone does: import, run, review and decide. */
async function decide(
  page: Page,
  at: (path: string) => string,
  currency: string,
  margin: string,
): Promise<void> {
  await page.goto(at("/catalog/import?kind=observations"));
  await importFile(page, "Import the prices", lampOffers(currency, Date.now()), "2 rows: 2 new");
  await page.goto(at("/runs"));
  await page.getByRole("button", { name: "Start a run" }).first().click();
  await page.getByRole("button", { name: "Start the run" }).click();
  await expect(page.getByText("Finished", { exact: true }).first()).toBeVisible({ timeout: 60_000 });
  await page.goto(at("/recommendations"));
  await page.getByRole("button", { name: "Ember Moka Pot 3", exact: true }).click();
  const details = page.getByRole("region", { name: "Recommendation details" });
  await expect(details.getByText(LAMP_SKU)).toBeVisible();
  await expect(details.getByText(margin).first()).toBeVisible();
  // Who is alone decides once: accepting approves.
  await page.keyboard.press("a");
}

test("a US shop comes from a new workspace in dollars to the market's price in its store", async ({
  as,
  newPerson,
  service,
}) => {
  const lamp = await setUpShop(merchant, { currency: "USD", includesTax: false, vat: 0, knowsCost: false });
  const page = await as(await newPerson());
  const at = await createWorkspace(page, service.operate, async () => {
    await choose(page, "Currency", "USD");
    await choose(page, "Prices", /Without VAT/);
  });
  await page.goto(at("/settings/integrations"));
  await connectVendure(page, peer, "It sells in USD, and its prices include no VAT.");
  await page.goto(at("/catalog/import"));
  await importFile(page, "Import the catalog", `sku,cost\n${LAMP_SKU},19.00\n`, "1 row: 0 new, 1 changed");
  // (25.99 − 19.00) / 25.99; the market's median is 26.49.
  await decide(page, at, "USD", "26.9");
  await expect(page.getByText(/26\.49\sUSD in your store/)).toBeVisible();
  expect(await storePrice(merchant, lamp, "USD")).toBe(2649);
});

test("a German shop sees and confirms the VAT its store states, and its margins are counted net of it", async ({
  as,
  newPerson,
  service,
}) => {
  const lamp = await setUpShop(merchant, { currency: "EUR", includesTax: true, vat: 19 });
  const page = await as(await newPerson());
  const at = await createWorkspace(page, service.operate, async () => undefined);
  await expect(page.getByText("Set the currency, and whether prices include VAT")).toBeVisible();
  await page.goto(at("/settings/integrations"));
  await connectVendure(page, peer, "It sells in EUR, and its prices include VAT at 19 %.");
  await page.goto(at("/settings/workspace"));
  const pricing = page.getByRole("region", { name: "Currency and VAT" });
  await expect(pricing.getByLabel("VAT rate, percent")).toHaveValue("19");
  await expect(pricing.getByRole("button", { name: "Save" })).toBeVisible();
  // 25.99 is 21.84 net: (21.84 − 19.00) / 21.84. A net margin of 20 % begins at 28.27, and prices end in .49.
  await decide(page, at, "EUR", "13.0");
  await expect(page.getByText(/28\.49\sEUR in your store/)).toBeVisible();
  expect(await storePrice(merchant, lamp, "EUR")).toBe(2849);
});

test("a store gets other credentials in settings: wrong ones change nothing, right ones work at once", async ({
  as,
  newShop,
  problem,
}) => {
  problem.expect(/422/);
  await setUpShop(merchant, { currency: "EUR", includesTax: false, vat: 0 });
  const shop = await newShop();
  await shop.connect("vendure", peer.url, peer.credentials);
  const page = await as(shop.owner, { at: shop.page("/settings/integrations") });
  await page.getByRole("button", { name: "Replace credentials" }).click();
  const dialog = page.getByRole("dialog", { name: "Replace the credentials" });
  await dialog.getByLabel("User name").fill(peer.credentials.username);
  await dialog.getByLabel("Password").fill("not the password");
  await dialog.getByRole("button", { name: "Replace", exact: true }).click();
  await expect(dialog.getByText(/refused|sign in|credentials/i).last()).toBeVisible();
  await choose(page, "Sign in with", "An API key");
  await dialog.getByLabel("API key").fill(peer.apiKey);
  await dialog.getByRole("button", { name: "Replace", exact: true }).click();
  await expect(page.getByText("The credentials were replaced")).toBeVisible();
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await expect(page.getByText("The store answers")).toBeVisible();
});
