import { stock } from "@/e2e/assortment";
import { barriers } from "@/e2e/barriers";
import { expect, type Fixtures, test } from "@/e2e/fixtures";

/** Opens the form of the policy of a shop with an assortment. */
async function openForm({ as, newShop }: Pick<Fixtures, "as" | "newShop">) {
  const shop = await newShop();
  await stock(shop.client);
  const page = await as(shop.owner, { at: shop.page("/policy?edit=true") });
  const form = page.getByRole("tabpanel", { name: "Form" });
  return { page, form };
}

test("which competitor prices count is said in a sentence, and a name that nobody has is told", async ({
  as,
  newShop,
}) => {
  const { page, form } = await openForm({ as, newShop });
  const sentence = form.getByRole("group", { name: "Which competitor prices count" });
  const finding = (text: string) => form.getByRole("listitem").filter({ hasText: text });
  const choose = async (label: string, option: string) => {
    await form.getByLabel(label, { exact: true }).click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };
  await choose("Sellers that count", "of all but");
  await sentence.getByLabel("Sellers", { exact: true }).fill("nobody.example");
  await expect(finding('No price of "nobody.example" is known')).toBeVisible();
  await choose("Prices too low to count", "unless below");
  await sentence.getByLabel("Lowest price that counts").fill("");
  await sentence.getByLabel("Lowest price that counts").fill("9.50");
  await choose("Measured against", "the offer of a rank");
  await form.getByLabel("Rank, from the cheapest on").fill("3");
  await expect(finding("Items with fewer than 3 competitor prices get no price")).toBeVisible();
  expect(await barriers(page)).toEqual([]);

  await page.getByRole("tab", { name: "JSON" }).click();
  const document = page.getByLabel("Policy document");
  for (const part of [
    /"except": \[\s*"nobody.example"\s*\]/,
    /"ignore_below": "9.50"/,
    /"against": "rank",\s*"rank": 3/,
  ])
    await expect(document).toHaveValue(part);
  await page.getByRole("tab", { name: "Form" }).click();
  await choose("Sellers that count", "of all sellers");
  await choose("Prices too low to count", "however low");
  await choose("Measured against", "the most frequent price");
  await expect(finding("Items with fewer than 3")).toBeHidden();
  await choose("Stay near", "The offer of a rank");
  await expect(form.getByLabel("Rank, from the cheapest on")).toHaveValue("2");
  await choose("Stay near", "The market average");
  await page.getByRole("tab", { name: "JSON" }).click();
  await expect(document).toHaveValue(/"against": "mode"/);
  await expect(document).toHaveValue(/"market_distance": \{\s*"against": "mean",\s*"above": "0.1"/);
  await expect(document).not.toHaveValue(/"rank"|"sellers"|"ignore_below"/);
});

test("what is tried without a price is added, chosen and taken away in sentences", async ({
  as,
  newShop,
}) => {
  const { page, form } = await openForm({ as, newShop });
  const choose = async (label: string, option: string | RegExp) => {
    await form.getByLabel(label, { exact: true }).click();
    await page.getByRole("option", { name: option }).click();
  };
  await choose("Measured against", "one seller");
  await form.getByLabel("Seller", { exact: true }).fill("bravo.example");
  await form.getByRole("button", { name: "Add what to try if that has no price" }).click();
  await choose("Tried without a price, no. 1", /^Meet/);
  await form.getByLabel("Last known within, days").fill("7");
  const finding = form.getByRole("listitem").filter({ hasText: "Prices count for 14 days anyway" });
  await expect(finding).toBeVisible();
  await form.getByLabel("Last known within, days").fill("30");
  await expect(finding).toBeHidden();
  await form.getByRole("button", { name: "Add what to try next" }).click();
  await choose("Tried without a price, no. 2", /^Stay above/);
  const second = form.getByRole("group", { name: "What is tried without a price, no. 2" });
  await expect(
    form.getByRole("listitem").filter({ hasText: "Where what is tried before it has no price" }),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Activate…" })).toBeDisabled();
  await choose("Tried without a price, no. 2", /^Add a markup/);
  await second.getByLabel("Markup on the cost (%)").fill("40");
  await expect(page.getByRole("button", { name: "Activate…" })).toBeEnabled();
  expect(await barriers(page)).toEqual([]);

  await page.getByRole("tab", { name: "JSON" }).click();
  const document = page.getByLabel("Policy document");
  const fallback = async () => JSON.parse(await document.inputValue()).defaults.fallback;
  expect(await fallback()).toEqual([
    { type: "position", against: "median", last_known_days: 30 },
    { type: "cost_plus", markup: "0.4" },
  ]);
  await page.getByRole("tab", { name: "Form" }).click();
  await form.getByRole("button", { name: "Remove" }).first().click();
  await page.getByRole("tab", { name: "JSON" }).click();
  expect(await fallback()).toEqual([{ type: "cost_plus", markup: "0.4" }]);
});

test("the lowest of several prices is said one below the other", async ({ as, newShop }) => {
  const { page, form } = await openForm({ as, newShop });
  const choose = async (label: string, option: RegExp) => {
    await form.getByRole("combobox", { name: label, exact: true }).click();
    await page.getByRole("option", { name: option }).click();
  };
  await choose("Prices aim for", /^Take the lowest of/);
  await form.getByRole("button", { name: "Add another to pick from" }).click();
  await choose("No. 3 of several", /^Hold the price/);
  await form
    .getByRole("group", { name: "No. 1 of several" })
    .getByRole("button", { name: "Take it out" })
    .click();
  await choose("Prices aim for", /^Take the highest of/);
  await form.getByRole("group", { name: "No. 1 of several" }).getByLabel("How far below it (%)").fill("4");
  await expect(page.getByRole("button", { name: "Activate…" })).toBeEnabled();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole("tab", { name: "JSON" }).click();
  const text = await page.getByLabel("Policy document").inputValue();
  expect(JSON.parse(text).defaults.strategy).toEqual({
    type: "best_of",
    pick: "highest",
    of: [{ type: "position", against: "median", ratio: "-0.04" }, { type: "hold" }],
  });
});

test("some sellers are put first, with their weights, and all others where these are too few", async ({
  as,
  newShop,
}) => {
  const { page, form } = await openForm({ as, newShop });
  const finding = (text: string) => form.getByRole("listitem").filter({ hasText: text });
  await form.getByLabel("Measured against", { exact: true }).click();
  await page.getByRole("option", { name: "the market average" }).click();
  await form.getByRole("button", { name: "Put some sellers first" }).click();
  await form.getByLabel("Sellers of tier 1").fill("charlie.example, delta.example");
  await form.getByLabel("Weights of tier 1").fill("2, 0");
  await expect(finding("A weight of zero leaves delta.example out of the average")).toBeVisible();
  await expect(page.getByRole("button", { name: "Activate…" })).toBeDisabled();
  await form.getByLabel("Weights of tier 1").fill("2, 1");
  await form.getByLabel("Prices that tier 1 needs").fill("2");
  await form.getByRole("button", { name: "Add who counts otherwise" }).click();
  await expect(page.getByRole("button", { name: "Activate…" })).toBeEnabled();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole("tab", { name: "JSON" }).click();
  const document = page.getByLabel("Policy document");
  expect(JSON.parse(await document.inputValue()).defaults.gates.tiers).toEqual([
    { sellers: ["charlie.example", "delta.example"], weights: ["2", "1"], at_least: 2 },
    {},
  ]);
  await page.getByRole("tab", { name: "Form" }).click();
  await form
    .getByRole("group", { name: "Tier of sellers, no. 2" })
    .getByRole("button", { name: "Remove" })
    .click();
  await form
    .getByRole("group", { name: "Tier of sellers, no. 1" })
    .getByRole("button", { name: "Remove" })
    .click();
  await page.getByRole("tab", { name: "JSON" }).click();
  await expect(document).not.toHaveValue(/"tiers"/);
});

test("what each sale costs besides is said in a sentence", async ({ as, newShop }) => {
  const { page, form } = await openForm({ as, newShop });
  const sentence = form.getByRole("group", { name: "What each sale costs besides" });
  await sentence.getByLabel("Fee a unit", { exact: true }).fill("0.305");
  await expect(form.getByText(/0\.305/).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Activate…" })).toBeDisabled();
  await sentence.getByLabel("Fee a unit", { exact: true }).fill("0.30");
  await sentence.getByLabel("Payment takes (%)").fill("2.9");
  await sentence.getByLabel("Payment takes a unit").fill("0.25");
  await sentence.getByLabel("Shipping that the shop bears").fill("4.90");
  await expect(page.getByRole("button", { name: "Activate…" })).toBeEnabled();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole("tab", { name: "JSON" }).click();
  const text = await page.getByLabel("Policy document").inputValue();
  expect(JSON.parse(text).pricing).toMatchObject({
    fee_fixed: "0.30",
    payment_rate: "0.029",
    payment_fixed: "0.25",
    shipping_cost: "4.90",
  });
});

test("how prices move, and how rarely, is said in a sentence", async ({ as, newShop }) => {
  const { page, form } = await openForm({ as, newShop });
  const sentence = form.getByRole("group", { name: "How they move" });
  await sentence.getByLabel("Fall at most, a run").fill("5");
  await sentence.getByLabel("Rise at most, a run").fill("10");
  const hours = sentence.getByLabel("Hours between changes at least");
  await hours.fill("721");
  await expect(form.getByRole("listitem").filter({ hasText: "720" })).toBeVisible();
  await hours.fill("20");
  await expect(form.getByRole("listitem").filter({ hasText: "720" })).toBeHidden();
  await page.getByRole("tab", { name: "JSON" }).click();
  const document = page.getByLabel("Policy document");
  for (const part of [/"max_decrease": "0.05"/, /"max_increase": "0.1"/, /"min_hours_between": 20/])
    await expect(document).toHaveValue(part);
  await page.getByRole("tab", { name: "Form" }).click();
  await hours.fill("");
  await page.getByRole("tab", { name: "JSON" }).click();
  await expect(document).not.toHaveValue(/min_hours_between/);
});

test("prices are compared with delivery once the sentence says so", async ({ as, newShop }) => {
  const { page, form } = await openForm({ as, newShop });
  const sentence = form.getByRole("group", { name: "Whether delivery counts" });
  const choose = async (option: string) => {
    await sentence.getByLabel("Delivery", { exact: true }).click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };
  await choose("with delivery");
  await expect(form.getByRole("listitem").filter({ hasText: "not known of any competitor" })).toBeVisible();
  await sentence.getByLabel("Own delivery").fill("4.90");
  expect(await barriers(page)).toEqual([]);
  await page.getByRole("tab", { name: "JSON" }).click();
  const document = page.getByLabel("Policy document");
  await expect(document).toHaveValue(/"delivered": \{\s*"own_shipping": "4.90"/);
  await page.getByRole("tab", { name: "Form" }).click();
  await choose("without delivery");
  await page.getByRole("tab", { name: "JSON" }).click();
  await expect(document).not.toHaveValue(/delivered/);
});

test("which items a scope is for, and which it leaves out, is said with their number beside it", async ({
  as,
  newShop,
}) => {
  const { page, form } = await openForm({ as, newShop });
  await form.getByRole("button", { name: "Add a scope" }).click();
  const scope = form.getByRole("listitem").filter({ hasText: "Scope 1" });
  const count = scope.getByText(/^\d+ items?$/);
  await scope.getByLabel("All of these tags").fill("winter");
  await expect(count).toHaveText("3 items");
  await scope.getByLabel("Any of these SKUs").fill("MUG-02, TNT-03, TNT-4");
  await expect(count).toHaveText("2 items");
  await expect(scope.getByText('No item has the SKU "TNT-4".').first()).toBeVisible();
  await scope.getByLabel("Any of these SKUs").fill("");
  await scope.getByLabel("Stock below").fill("14");
  await expect(count).toHaveText("0 items");
  await scope.getByLabel("Stock from").fill("14");
  await expect(scope.getByText("stock_to has to be above stock_from.").first()).toBeVisible();
  await scope.getByLabel("Stock below").fill("15");
  await expect(count).toHaveText("3 items");
  await scope.getByLabel("Stock below").fill("");
  await scope.getByLabel("Stock from").fill("");
  await scope.getByRole("button", { name: "Leave some of them out" }).click();
  const left = scope.getByRole("group", { name: "Leave out items with all of this:" });
  await left.getByLabel("Price below").fill("50");
  await expect(count).toHaveText("2 items");
  await expect(scope.getByText("tags winter; except price below 50 EUR", { exact: true })).toBeVisible();
  await left.getByLabel("Price below").fill("");
  await left.getByLabel("All of these tags").fill("winter");
  await expect(scope.getByText("every item that it is for is left out again").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Activate…" })).toBeDisabled();
  expect(await barriers(page)).toEqual([]);
  await left.getByRole("button", { name: "Leave none out" }).click();
  await expect(page.getByRole("button", { name: "Activate…" })).toBeEnabled();
  await page.getByRole("tab", { name: "JSON" }).click();
  const text = await page.getByLabel("Policy document").inputValue();
  expect(JSON.parse(text).scopes).toEqual([{ name: "Scope 1", match: { all_tags: ["winter"] } }]);
});
