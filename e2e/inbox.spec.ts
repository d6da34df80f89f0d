import type { Page } from "@playwright/test";
import { fillInbox, fullInbox } from "@/e2e/assortment";
import { expect, test } from "@/e2e/fixtures";
import { openEntry, titlesOf } from "@/e2e/inbox-entries";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const LAMP = "Brass desk lamp";

const rows = (page: Page) => page.getByRole("listitem").filter({ has: page.getByRole("button") });
const current = (page: Page) =>
  page.locator('[aria-current="true"]').filter({ has: page.getByRole("button") });

test("keys walk the inbox, approve with a receipt, and take the price back", async ({ as, newShop }) => {
  const shop = await fullInbox(newShop);
  const page = await as(shop.owner, { at: shop.page("/approvals") });
  await expect(rows(page)).toHaveCount(3);
  const first = await current(page).innerText();
  await page.keyboard.press("j");
  await expect(current(page)).not.toHaveText(first);
  await page.keyboard.press("k");
  await expect(current(page)).toHaveText(first, { useInnerText: true });

  await page.keyboard.press("a");
  await expect(page.getByText(/is .* in your store/)).toBeVisible();
  const receipt = await page.getByText(/^receipt wbk_/).innerText();
  await page.getByRole("button", { name: "Revert" }).click();
  await expect(page.getByText(/the earlier price is back/)).toBeVisible();
  await expect(rows(page)).toHaveCount(2);

  const [applied] = await shop.client.recommendations("applied");
  expect(first).toContain(applied?.item.title);
  expect(receipt).toContain(applied?.write_back?.id);
  const item = await shop.client.get(`/catalog/items/${applied?.item.id}`);
  expect(item.body).toMatchObject({ price: applied?.current_price });
});

test("a rejection needs a reason, which stays with the decision", async ({ as, newShop }) => {
  const shop = await fullInbox(newShop);
  const page = await as(shop.owner, { at: shop.page("/approvals") });
  await openEntry(page, LAMP);
  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Reject" }).click();
  await expect(dialog.getByText(/Say why/)).toBeVisible();
  await dialog.getByLabel("Reason").fill("The campaign ends on Friday");
  await dialog.getByRole("button", { name: "Reject" }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect.poll(() => titlesOf(shop, "rejected"), { timeout: 60_000 }).toEqual([LAMP]);

  const [rejected] = await shop.client.recommendations("rejected");
  await page.goto(shop.page(`/recommendations/${rejected?.id}`));
  await expect(page.getByText("The campaign ends on Friday")).toBeVisible();
  await expect(page.getByText(shop.owner.email).last()).toBeVisible();
});

test("what moved after it was shown is said, and nothing is written", async ({ as, newShop, problem }) => {
  problem.expect(/409/);
  const shop = await fullInbox(newShop);
  const page = await as(shop.owner, { at: shop.page("/approvals") });
  await openEntry(page, LAMP);
  const cost = { amount: "44.00", currency: "EUR" };
  await shop.client.post("/catalog/items", { items: [{ sku: "LMP-01", cost }] });
  await page.keyboard.press("a");
  await expect(page.getByText(/The cost changed since/).first()).toBeVisible();
  expect(await titlesOf(shop, "applied")).toEqual([]);
  expect(await titlesOf(shop, "pending_approval")).toContain(LAMP);
});

test("a viewer sees the inbox, and why they cannot approve", async ({ as, newShop }) => {
  const shop = await fullInbox(newShop);
  const page = await as(await shop.member("viewer"), { at: shop.page("/approvals") });
  await openEntry(page, LAMP);
  await expect(
    page.getByText(/Approvers, admins and owners approve and reject; you are a viewer/),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
  await page.keyboard.press("a");
  await page.keyboard.press("r");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await titlesOf(shop, "pending_approval")).toHaveLength(3);
});

test("a shop on the Pro plan is told to change the price by hand, and closes it as done", async ({
  as,
  newShop,
}) => {
  const shop = await newShop({ plan: "pro" });
  await fillInbox(shop);
  const page = await as(shop.owner, { at: shop.page("/approvals") });
  await openEntry(page, LAMP);
  await expect(page.getByText("The Pro plan does not write to the store.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
  await page.getByRole("button", { name: /^Changed by hand/ }).click();
  await expect(page.getByText("Marked as changed by hand")).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await expect.poll(() => titlesOf(shop, "resolved"), { timeout: 60_000 }).toEqual([LAMP]);
});

test("an approval on a phone takes one tap, and is undone by another for a few seconds", async ({
  as,
  newShop,
}) => {
  const shop = await fullInbox(newShop);
  const page = await as(shop.owner, { ...PHONE, at: shop.page("/approvals") });
  await expect(page.getByText("1 of 3")).toBeVisible();
  await page.getByRole("button", { name: /^Approve/ }).tap();
  await expect(page.getByText(/is approved$/)).toBeVisible();
  await expect(page.getByText(/^1 of 2 ·/)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).tap();
  await expect(page.getByText(/ of 3 ·/)).toBeVisible();
  expect(await titlesOf(shop, "pending_approval")).toHaveLength(3);

  await page.getByRole("button", { name: /^Approve/ }).tap();
  await expect(page.getByText(/is .* in your store/)).toBeVisible({ timeout: 30_000 });
  expect(await titlesOf(shop, "applied")).toHaveLength(1);
});
