import type { Page } from "@playwright/test";
import { fullInbox, stock } from "@/e2e/assortment";
import { expected } from "@/e2e/client";
import { expect, type Fixtures, test } from "@/e2e/fixtures";
import { holdRequests } from "@/e2e/held-requests";
import { openEntry, titlesOf } from "@/e2e/inbox-entries";

// What is pressed decides what the person saw, also when it is pressed twice, held down or answered late.

const LAMP = "Brass desk lamp";
const MUG = "Camping mug";
const TENT = "Trekking tent";
const APPROVALS = "**/api/trpc/recommendations.approve*";

/** Opens the inbox of a shop in which three price changes wait, at the lamp's. */
async function openInbox({ as, newShop }: Pick<Fixtures, "as" | "newShop">) {
  const shop = await fullInbox(newShop);
  const page = await as(shop.owner, { at: shop.page("/approvals") });
  await openEntry(page, LAMP);
  return { shop, page };
}

const choose = (page: Page, title: string) => page.getByRole("checkbox", { name: `Select ${title}` }).check();

test("a second press while the chosen are being approved is not for the open entry", async ({
  as,
  newShop,
}) => {
  const { shop, page } = await openInbox({ as, newShop });
  await choose(page, MUG);
  await choose(page, TENT);
  const release = await holdRequests(page, APPROVALS);
  await page.getByRole("button", { name: "Approve 2" }).dblclick();
  release();
  await expect.poll(() => titlesOf(shop, "applied"), { timeout: 60_000 }).toEqual([MUG, TENT]);
  expect(await titlesOf(shop, "pending_approval")).toEqual([LAMP]);
});

test("a key that is held down, or Enter on its button, approves one entry", async ({ as, newShop }) => {
  const { shop, page } = await openInbox({ as, newShop });
  await page.getByRole("button", { name: MUG, exact: true }).hover();
  for (let n = 0; n < 6; n += 1) await page.keyboard.down("a");
  await page.keyboard.up("a");
  await expect.poll(() => titlesOf(shop, "applied"), { timeout: 60_000 }).toEqual([LAMP]);
  await page.getByRole("button", { name: /^Approve/ }).focus();
  for (let n = 0; n < 6; n += 1) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expect.poll(() => titlesOf(shop, "applied"), { timeout: 60_000 }).toHaveLength(2);
  expect(await titlesOf(shop, "pending_approval")).toHaveLength(1);
});

test("everything that matches is approved after its preview, however few they are", async ({
  as,
  newShop,
}) => {
  const { shop, page } = await openInbox({ as, newShop });
  await page.keyboard.press("ControlOrMeta+a");
  await expect(page.getByText("3 selected")).toBeVisible();
  await page.keyboard.press("a");
  const preview = page.getByRole("dialog");
  await expect(preview.getByRole("button", { name: /^Approve 3/ })).toBeVisible();
  expect(await titlesOf(shop, "pending_approval")).toHaveLength(3);
});

test("what was chosen under one filter is not chosen under another", async ({ as, newShop }) => {
  const { page } = await openInbox({ as, newShop });
  await choose(page, MUG);
  await choose(page, TENT);
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.getByRole("searchbox").fill("mug");
  await expect(page.getByRole("button", { name: TENT, exact: true })).toHaveCount(0);
  await expect(page.getByText(/Fell out of the selection|selected$/)).toHaveCount(0);
});

test("an answer that comes late leaves the reader at what they went on to", async ({ as, newShop }) => {
  const shop = await newShop();
  await shop.connectSandbox();
  await stock(shop.client);
  await shop.client.run();
  const page = await as(shop.owner, { at: shop.page("/recommendations") });
  const title = page.getByRole("region", { name: "Recommendation details" }).getByRole("heading").first();
  const first = await title.innerText();
  const release = await holdRequests(page, APPROVALS);
  await page.keyboard.press("a");
  for (const key of ["j", "j"]) await page.keyboard.press(key);
  await expect(title).not.toHaveText(first);
  await expect(page.locator('[aria-current="true"]').nth(0)).toBeVisible();
  const third = await title.innerText();
  release();
  await expect.poll(() => titlesOf(shop, "applied"), { timeout: 60_000 }).toEqual([first]);
  await expect(page.getByRole("button", { name: first, exact: true })).toHaveCount(0);
  await expect(title).toHaveText(third);
});

test("figures that move on after a refused acceptance are said, and disarm the keys", async ({
  as,
  newShop,
  problem,
}) => {
  problem.expect(/409/);
  const shop = await newShop();
  await shop.connectSandbox();
  await stock(shop.client);
  await shop.client.run();
  const page = await as(shop.owner, { at: shop.page("/recommendations") });
  await openEntry(page, LAMP);
  const cost = { amount: "44.00", currency: "EUR" };
  expected(await shop.client.post("/catalog/items", { items: [{ sku: "LMP-01", cost }] }), 200);
  await page.keyboard.press("a");
  await expect(page.getByText(/These are the present figures/)).toBeVisible();
  await page.keyboard.press("d");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("another price is for the figures that stood there when its form was opened", async ({
  as,
  newShop,
  problem,
}) => {
  problem.expect(/409/);
  const { shop, page } = await openInbox({ as, newShop });
  await page.getByRole("button", { name: /^Another price/ }).click();
  const dialog = page.getByRole("dialog", { name: `Another price for ${LAMP}` });
  await dialog.getByLabel("Price in EUR").fill("75.00");
  const lamp = (await shop.client.recommendations("pending_approval")).find(
    ({ item }) => item.title === LAMP,
  );
  const price = { amount: "76.00", currency: "EUR" };
  expected(
    await shop.client.post(`/recommendations/${lamp?.id}/override`, { price, version: lamp?.version }),
    200,
  );
  await page.waitForResponse(/recommendations\.detail|recommendations\.inbox/);
  await dialog.getByRole("button", { name: "Set the price" }).click();
  await expect(dialog.getByText(/changed since/)).toBeVisible();
  await expect(dialog.getByLabel("Price in EUR")).toHaveValue("75.00");
  await dialog.getByRole("button", { name: "Set the price" }).click();
  await expect(dialog).toBeHidden();
});
