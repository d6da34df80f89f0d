import type { Page } from "@playwright/test";
import { barriers } from "@/e2e/barriers";
import { expected } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";
import { type Service, startService } from "@/e2e/service";
import { openShop, type Shop } from "@/e2e/shop";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const BELOW_FLOOR = 6;
const DEAR = 294;
/** The number of unchanged items, so that the run's share of changes does not trip the circuit breaker. */
const STILL = 640;

let service: Service;
/** What the tests look at that decide nothing. */
let undecided: Shop;
test.beforeAll(async () => {
  service = await startService({ RATE_LIMIT_PER_MINUTE: "100000" });
  undecided = await largeInbox();
});
test.afterAll(() => service.stop());

const money = (amount: string) => ({ amount, currency: "EUR" });

type Row = { readonly sku: string; readonly title: string };

const rows = (prefix: string, count: number, cost: string) =>
  Array.from({ length: count }, (_, n) => ({
    sku: `${prefix}-${n}`,
    title: `Item ${prefix}-${n}`,
    price: money("20.00"),
    cost: money(cost),
  }));

const add = async ({ client }: Shop, items: readonly Row[]) =>
  expected(await client.post("/catalog/items", { items }), 200);

/** Pushes this price for three competitors of each item, runs, and accepts the resulting recommendations. */
async function find({ client }: Shop, items: readonly Row[], price: string): Promise<void> {
  const observed_at = new Date().toISOString();
  const observations = items.flatMap(({ sku }) =>
    ["one", "two", "three"].map((seller) => ({
      sku,
      seller: `${seller}.example`,
      price: money(price),
      in_stock: true,
      observed_at,
    })),
  );
  expected(await client.post("/catalog/observations", { observations }), 200);
  await client.run();
  for (let left = 1; left > 0; left = (await client.recommendations("new")).length) await client.acceptAll();
}

/** Fills the inbox of a shop with entries of two reasons, 300 in all. */
async function largeInbox(): Promise<Shop> {
  const shop = await openShop(service);
  await shop.connectSandbox();
  const belowFloor = rows("F", BELOW_FLOOR, "17.00");
  await add(shop, [...belowFloor, ...rows("S", STILL, "9.00")]);
  await find(shop, belowFloor, "22.49");
  const dear = rows("D", DEAR, "9.00");
  await add(shop, dear);
  await find(shop, dear, "18.49");
  return shop;
}

const list = (page: Page) => page.getByRole("list", { name: "What waits for approval" });
const heading = (page: Page, name: string) => list(page).getByRole("heading", { name });
const openRow = (page: Page) => list(page).locator('[aria-current="true"]');
const details = (page: Page) => page.getByRole("region", { name: "Recommendation details" });

test("counts are totals of what waits, and filters and search see all of it", async ({ as }) => {
  const page = await as(undecided.owner, { of: service, at: undecided.page("/approvals") });
  await expect(page.getByRole("main").getByText("300 waiting")).toBeVisible();
  await expect(heading(page, "Margin below floor")).toContainText(String(BELOW_FLOOR));
  expect(await barriers(page)).toEqual([]);
  const above = page.getByRole("radio", { name: /^Above the market/ });
  await expect(above).toContainText(String(DEAR));
  await above.click();
  await expect(page.getByRole("main").getByText(`${DEAR} of 300 waiting`)).toBeVisible();
  await expect(heading(page, "Margin below floor")).toHaveCount(0);

  await page.getByRole("searchbox").fill("d-29");
  await expect(page.getByRole("main").getByText("5 of 300 waiting")).toBeVisible();
  await expect(page).toHaveURL(/show=above_market.*q=d-29|q=d-29.*show=above_market/);
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.reload();
  await expect(page.getByRole("main").getByText("5 of 300 waiting")).toBeVisible();
  await expect(page.getByRole("searchbox")).toHaveValue("d-29");
  await page.getByRole("searchbox").fill("nothing like it");
  await page.getByRole("button", { name: "Show everything that is waiting" }).click();
  await expect(page.getByRole("main").getByText("300 waiting", { exact: false })).toBeVisible();
});

test("the list has only what is in view in the page, and keeps the open entry and the focus", async ({
  as,
}) => {
  const page = await as(undecided.owner, { of: service, at: undecided.page("/approvals") });
  const items = list(page).getByRole("listitem");
  await expect(items.first()).toBeVisible();
  expect(await items.count()).toBeLessThanOrEqual(60);
  const first = await openRow(page).innerText();
  await openRow(page).getByRole("checkbox").focus();
  await items.first().hover();
  for (let turn = 0; turn < 6; turn++) {
    await page.mouse.wheel(0, 2_000);
    expect(await items.count()).toBeLessThanOrEqual(60);
  }
  await expect(openRow(page)).toHaveText(first, { useInnerText: true });
  await expect(openRow(page)).not.toBeInViewport();
  await expect(openRow(page).getByRole("checkbox")).toBeFocused();
  await page.keyboard.press("j");
  await expect(openRow(page)).toBeInViewport();
  for (let step = 0; step < 80; step++) await page.keyboard.press("j");
  await expect(openRow(page)).toBeInViewport();
  await expect(items.filter({ has: page.locator('[aria-current="true"]') })).toHaveAttribute(
    "aria-posinset",
    "82",
  );
  await expect(details(page).getByRole("heading").first()).toHaveText(
    await openRow(page).getByRole("button", { name: /^Item/ }).innerText(),
  );
});

test("the list behind the details on a phone is no longer than in view", async ({ as }) => {
  const page = await as(undecided.owner, { of: service, at: undecided.page("/approvals"), ...PHONE });
  await expect(page.getByText("1 of 300")).toBeVisible();
  await page.waitForLoadState("networkidle");
  const lines = page.getByRole("listitem", { includeHidden: true }).and(page.locator("[data-index]"));
  expect(await lines.count()).toBeGreaterThan(2);
  expect(await lines.count()).toBeLessThanOrEqual(60);
  await page.getByRole("button", { name: "List", exact: true }).click();
  await expect(list(page).getByRole("listitem").nth(5)).toBeInViewport();
  expect(await lines.count()).toBeLessThanOrEqual(60);
});

test("a decision opens the next entry at once and reads no list again", async ({ as }) => {
  const shop = await largeInbox();
  const page = await as(shop.owner, { of: service, at: shop.page("/approvals") });
  const title = details(page).getByRole("heading").first();
  await expect(title).toBeVisible();
  // The document brings the first rows; the whole list is read once after that.
  await expect(heading(page, "Margin below floor")).toContainText(String(BELOW_FLOOR));
  const before = await title.innerText();
  const read: { path: string; ids: number }[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const asked = decodeURIComponent(request.url()) + (request.postData() ?? "");
    for (const path of pathname.split("/").at(-1)?.split(",") ?? [])
      read.push({ path, ids: asked.match(/rec_[0-9a-z]{26}/g)?.length ?? 0 });
  });
  let answered = false;
  await page.route("**/recommendations.approve*", async (route) => {
    const response = await route.fetch();
    await expect(title).not.toHaveText(before);
    answered = true;
    await route.fulfill({ response });
  });
  await page.keyboard.press("a");
  await expect(page.getByText(`${before} is`)).toBeVisible();
  expect(answered).toBe(true);
  await expect(page.getByRole("main").getByText("299 waiting")).toBeVisible();
  await expect(list(page).getByRole("button", { name: before, exact: true })).toHaveCount(0);
  const paths = read.map(({ path }) => path);
  expect(paths.filter((path) => path === "recommendations.inbox")).toEqual([]);
  const rowReads = read.filter(({ path }) => path === "recommendations.details");
  expect(rowReads.every(({ ids }) => ids <= 2)).toBe(true);
});

/**
 * Timers that are set for longer than two minutes and have not run: a cached answer that nothing shows has one until it
 * is dropped.
 */
async function countLongTimers(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const pending = new Set<number>();
    const { setTimeout: set, clearTimeout: clear } = window;
    Object.assign(window, {
      pendingLong: pending,
      setTimeout: (run: () => void, ms?: number, ...rest: unknown[]) => {
        const id = set(run, ms, ...rest);
        if ((ms ?? 0) > 120_000) pending.add(id);
        return id;
      },
      clearTimeout: (id?: number) => {
        if (id !== undefined) pending.delete(id);
        clear(id);
      },
    });
  });
  return () => page.evaluate(() => (window as unknown as { pendingLong: Set<number> }).pendingLong.size);
}

test("what was read of an entry is not kept for long after the person went on", async ({ as }) => {
  const page = await as(undecided.owner, { of: service, at: undecided.page("/approvals") });
  const title = details(page).getByRole("heading").first();
  await expect(title).toBeVisible();
  await expect(heading(page, "Margin below floor")).toContainText(String(BELOW_FLOOR));
  const longTimers = await countLongTimers(page);
  for (let step = 0; step < 40; step++) {
    const before = await title.innerText();
    await page.keyboard.press("j");
    await expect(title).not.toHaveText(before);
  }
  expect(await longTimers()).toBeLessThan(10);
});
