import { stock } from "@/e2e/assortment";
import { barriers } from "@/e2e/barriers";
import { expect, test } from "@/e2e/fixtures";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("items, recommendations, runs and settings are found by keys alone, and what was opened comes first", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  await stock(shop.client);
  await shop.connectSandbox();
  await shop.client.run();
  await shop.client.post("/catalog/items", {
    items: [{ sku: "ZEBRA-7", title: "Striped cup", price: { amount: "19.90", currency: "EUR" } }],
  });
  const page = await as(shop.owner, { at: shop.page() });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("combobox", { name: /^Find something/ });
  await expect(palette).toBeFocused();
  await expect(page.getByRole("option", { name: /^Run of .*Run$/ })).toHaveCount(1);
  expect(await barriers(page, "[role=dialog]")).toEqual([]);

  await palette.pressSequentially("striped CUP");
  await expect(page.getByRole("option", { name: /ZEBRA-7.*Striped cup.*Item/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/catalog\/itm_/);

  await page.keyboard.press("Control+k");
  await expect(page.getByRole("option").first()).toHaveText(/ZEBRA-7.*Recent/);
  await palette.pressSequentially("currency");
  await expect(page.getByRole("option", { name: /^Workspace.*Settings$/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/settings\/workspace/);

  const [recommendation] = await shop.client.recommendations("new");
  await page.keyboard.press("Control+k");
  await palette.fill(recommendation?.id ?? "");
  await expect(page.getByRole("option", { name: /Recommendation$/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/recommendations/${recommendation?.id}`));
});

test("a phone finds data by the button at its top, and a search that fails says so", async ({
  as,
  newShop,
  problem,
}) => {
  problem.expect(/search\.find/);
  problem.expect(/status of 503/);
  const shop = await newShop();
  await stock(shop.client);
  const page = await as(shop.owner, { ...PHONE, at: shop.page("/alerts") });
  await page.getByRole("button", { name: "Search" }).click();
  const palette = page.getByRole("combobox", { name: /^Find something/ });
  const [item] = await shop.client.items();
  await palette.fill(item ?? "");
  await page.getByRole("option", { name: /Item$/ }).click();
  await expect(page).toHaveURL(new RegExp(`/catalog/${item}`));

  await page.route(/search\.find/, (route) => route.fulfill({ status: 503, body: "" }));
  await page.getByRole("button", { name: "Search" }).click();
  await palette.fill("anything at all");
  await expect(page.getByText("The shop's data could not be searched.")).toBeVisible();
});

test("the search starts a run, opens the import, changes the appearance and signs out", async ({
  as,
  newShop,
  problem,
}) => {
  // A question of the run's page that is under way when the session ends is refused.
  problem.expect(/401/);
  const shop = await newShop();
  await stock(shop.client);
  await shop.connectSandbox();
  const page = await as(shop.owner, { at: shop.page("/alerts") });
  const choose = async (text: string, name: RegExp) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /^Find something/ }).fill(text);
    await page.getByRole("option", { name }).click();
  };
  await choose("appearance dark", /^Appearance: dark/);
  await expect(page.locator("html")).toHaveClass(/dark/);
  await choose("import", /^Import a file/);
  await expect(page).toHaveURL(/\/catalog\/import/);
  await choose("start a run", /^Start a run/);
  await page
    .getByRole("dialog", { name: "Start a run" })
    .getByRole("button", { name: "Start the run" })
    .click();
  await expect(page).toHaveURL(/\/runs\/run_/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await choose("sign out", /^Sign out/);
  await expect(page).toHaveURL(/\/sign-in/);
});
