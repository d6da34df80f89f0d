import type { BrowserContext, Page } from "@playwright/test";
import { fullInbox } from "@/e2e/assortment";
import { expect, test } from "@/e2e/fixtures";

const LAMP = "Brass desk lamp";
const MUG = "Camping mug";
/** The pages poll by intervals, and by nothing else. */
const NO_POLLING = "window.setInterval = () => 0;";

const details = (page: Page) => page.getByRole("region", { name: "Recommendation details" });
const entry = (page: Page, title: string) => page.getByRole("button", { name: title, exact: true });
const isStream = (each: { url(): string }) => new URL(each.url()).pathname.endsWith("/changes");

/** Counts the streams that the browser opens. */
function streamsOf(context: BrowserContext): () => number {
  let count = 0;
  context.on("request", (request) => {
    if (isStream(request)) count += 1;
  });
  return () => count;
}

/** Opens a page on which nothing polls, so that only the stream can bring a change, and waits until it is open. */
async function openWithoutPolling(context: BrowserContext, at: string): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript({ content: NO_POLLING });
  const stream = page.waitForResponse(isStream);
  await page.goto(at);
  expect((await stream).status()).toBe(200);
  return page;
}

async function approveAs(page: Page, title: string): Promise<void> {
  await entry(page, title).click();
  await expect(details(page).getByRole("heading", { name: title })).toBeVisible();
  const answer = page.waitForResponse((response) => response.url().includes("recommendations.approve"));
  await page.keyboard.press("a");
  await answer;
}

test("somebody else's approval is shown by the stream alone, with their name, and the open entry stays", async ({
  as,
  newShop,
}) => {
  const shop = await fullInbox(newShop);
  const colleague = await shop.member("approver");
  const deciding = await as(colleague, { at: shop.page("/approvals") });
  const first = await as(shop.owner);
  const reader = await openWithoutPolling(first.context(), shop.page("/approvals"));
  await entry(reader, MUG).click();
  await expect(details(reader).getByRole("heading", { name: MUG })).toBeVisible();

  await approveAs(deciding, MUG);
  await expect(details(reader).getByText(`Approved by ${colleague.email}.`)).toBeVisible();
  await expect(details(reader).getByRole("heading", { name: MUG })).toBeVisible();
  await expect(reader.getByRole("button", { name: /^Approve/ })).toHaveCount(0);

  await approveAs(deciding, LAMP);
  await expect(entry(reader, LAMP)).toHaveCount(0);
});

test("the tabs of a browser share one stream, and another tab goes on when the one that opened it is closed", async ({
  as,
  newShop,
}) => {
  const shop = await fullInbox(newShop);
  const deciding = await as(await shop.member("approver"), { at: shop.page("/approvals") });
  const context = (await as(shop.owner)).context();
  const streams = streamsOf(context);
  const leading = await openWithoutPolling(context, shop.page("/approvals"));
  const following = await context.newPage();
  await following.addInitScript({ content: NO_POLLING });
  await following.goto(shop.page("/approvals"));
  for (const tab of [leading, following]) await expect(entry(tab, MUG)).toBeVisible();
  await approveAs(deciding, MUG);
  for (const tab of [leading, following]) await expect(entry(tab, MUG)).toHaveCount(0);
  expect(streams()).toBe(1);

  const stream = following.waitForResponse(isStream);
  await leading.close();
  expect((await stream).status()).toBe(200);
  await approveAs(deciding, LAMP);
  await expect(entry(following, LAMP)).toHaveCount(0);
  expect(streams()).toBe(2);
});

test("a run that somebody else starts appears in the list of runs and is followed to its end", async ({
  as,
  newShop,
}) => {
  const shop = await fullInbox(newShop);
  const context = (await as(shop.owner)).context();
  const reader = await openWithoutPolling(context, shop.page("/runs"));
  const runs = reader.getByRole("row");
  await expect(runs).toHaveCount(2);
  await shop.client.run();
  await expect(runs).toHaveCount(3);
  await expect(runs.filter({ hasText: /Queued|Running/ })).toHaveCount(0);
});
