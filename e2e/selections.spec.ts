import type { Page } from "@playwright/test";
import { stock } from "@/e2e/assortment";
import { barriers } from "@/e2e/barriers";
import { expected } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";
import type { Shop } from "@/e2e/shop";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function afterRun(newShop: () => Promise<Shop>): Promise<Shop> {
  const shop = await newShop();
  await stock(shop.client);
  await shop.client.run();
  return shop;
}

const alerts = (page: Page) => page.getByRole("list", { name: "Alerts" }).getByRole("listitem");

test("several alerts are resolved at once, undone in one press, and resolved again", async ({
  as,
  newShop,
}) => {
  const shop = await afterRun(newShop);
  const page = await as(shop.owner, { at: shop.page("/alerts") });
  await expect(alerts(page).first()).toBeVisible();
  const count = await alerts(page).count();
  expect(count).toBeGreaterThan(2);
  const bar = page.getByRole("region", { name: "Selected alerts" });
  await page.locator("body").press("j");
  await page.keyboard.press("x");
  await expect(bar.getByRole("status")).toHaveText("1 selected");
  await page
    .getByRole("checkbox")
    .nth(2)
    .click({ modifiers: ["Shift"] });
  await expect(bar.getByRole("status")).toHaveText("3 selected");
  expect(await barriers(page)).toEqual([]);
  await page.locator("body").press("Escape");
  await expect(bar).toHaveCount(0);
  await page.getByRole("checkbox").first().click();
  await bar.getByRole("button", { name: "Select all that are shown" }).click();
  await bar.getByRole("button", { name: `Resolve ${count}` }).click();
  await expect(alerts(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(alerts(page)).toHaveCount(count);
  await page.getByRole("checkbox").first().click();
  await page.getByRole("checkbox").nth(1).click();
  const sent = page.waitForResponse(/alerts\.resolveSeveral/);
  await bar.getByRole("button", { name: "Resolve 2" }).click();
  await expect(alerts(page)).toHaveCount(count - 2);
  await sent;
  await page.goto(shop.page("/alerts?status=resolved"));
  await expect(alerts(page)).toHaveCount(2);
});

test("several alerts are put off together on a phone", async ({ as, newShop }) => {
  const shop = await afterRun(newShop);
  const page = await as(shop.owner, { ...PHONE, at: shop.page("/alerts") });
  await expect(alerts(page).first()).toBeVisible();
  const count = await alerts(page).count();
  await page.getByRole("checkbox").first().tap();
  await page.getByRole("checkbox").nth(1).tap();
  expect(await barriers(page)).toEqual([]);
  const bar = page.getByRole("region", { name: "Selected alerts" });
  await bar.getByRole("button", { name: "Snooze 2" }).tap();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("2 alerts");
  await dialog.getByRole("button", { name: "Tomorrow" }).first().tap();
  await expect(alerts(page)).toHaveCount(count - 2);
});

test("several recommendations are accepted and dismissed, and one that was decided meanwhile stays alone", async ({
  as,
  newShop,
}) => {
  const shop = await afterRun(newShop);
  const page = await as(shop.owner, { at: shop.page("/recommendations") });
  const boxes = page.getByRole("checkbox", { name: /^Select / });
  await expect(boxes).toHaveCount(3);
  await page.locator("body").press("x");
  const bar = page.getByRole("region", { name: "Selected recommendations" });
  await expect(bar.getByRole("status")).toHaveText("1 selected");
  await bar.getByRole("button", { name: "Select all that are shown" }).click();
  expect(await barriers(page)).toEqual([]);
  const [first] = await shop.client.recommendations("new");
  expected(await shop.client.post(`/recommendations/${first?.id ?? ""}/dismiss`), 200);
  await bar.getByRole("button", { name: "Accept 3" }).click();
  await expect(page.getByText("2 recommendations accepted")).toBeVisible();
  await expect(page.getByText("1 of 3 stayed as it is")).toBeVisible();
  await expect(bar).toHaveCount(0);
  expect(await shop.client.recommendations("pending_approval")).toHaveLength(2);
});

test("several recommendations are dismissed with one reason", async ({ as, newShop }) => {
  const shop = await afterRun(newShop);
  const page = await as(shop.owner, { at: shop.page("/recommendations") });
  const boxes = page.getByRole("checkbox", { name: /^Select / });
  await boxes.first().click();
  await boxes.nth(1).click();
  const bar = page.getByRole("region", { name: "Selected recommendations" });
  await bar.getByRole("button", { name: "Dismiss 2" }).click();
  const dialog = page.getByRole("dialog", { name: "Dismiss 2 recommendations" });
  await dialog.getByRole("button", { name: "The figures are wrong." }).click();
  const sent = page.waitForResponse(/recommendations\.dismissSeveral/);
  await dialog.getByRole("button", { name: "Dismiss", exact: true }).click();
  await sent;
  // The one that is open stays, and says what became of it: once, since it was this person's decision.
  const details = page.getByRole("region", { name: "Recommendation details" });
  await expect(details.getByText("Dismissed", { exact: true }).first()).toBeVisible();
  await expect(details.getByRole("button", { name: "Decide on these" })).toHaveCount(0);
  await expect(boxes).toHaveCount(2);
  expect(await shop.client.recommendations("dismissed")).toHaveLength(2);
});

test("an item's page tells our rank and every observed price, and one is reported as wrong and taken back", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  await stock(shop.client);
  const observed_at = new Date(Date.now() - 86_400_000).toISOString();
  const price = { amount: "99.00", currency: "EUR" };
  const earlier = { sku: "LMP-01", seller: "seller1.example", price, observed_at };
  expected(await shop.client.post("/catalog/observations", { observations: [earlier] }), 200);
  const page = await as(shop.owner, { at: shop.page("/catalog") });
  await page.getByRole("link", { name: "Brass desk lamp" }).click();
  await expect(page.getByText("Our rank: 4 of 4 sellers")).toBeVisible();
  await expect(page.getByText("3 are cheaper")).toBeVisible();
  const section = page.getByRole("region", { name: "Every observed price" });
  await section.getByRole("button", { name: "Show" }).click();
  await expect(section.getByRole("listitem")).toHaveCount(4);
  const old = section.getByRole("listitem").filter({ hasText: "99.00" });
  await old.getByRole("button", { name: "Report seller1.example's price as wrong" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Price was misread" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Report as wrong" }).click();
  await expect(old).toContainText("Reported as wrong: Price was misread");
  expect(await barriers(page)).toEqual([]);
  await old.getByRole("button", { name: "Undo" }).click();
  await expect(old.getByRole("button", { name: /^Report/ })).toBeVisible();
});
