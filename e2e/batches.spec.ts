import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import pg from "pg";
import { z } from "zod";
import { expect, test } from "@/e2e/fixtures";
import { type Service, startService } from "@/e2e/service";
import { openShop, type Shop } from "@/e2e/shop";
import { seedWaitingPrices } from "@/e2e/waiting-prices";
import { type EmbeddedDatabase, startEmbedded } from "@/server/db/embedded/start";
import { sandboxKey, sandboxSecret } from "@/server/stores/sandbox/access";

const SECRET = "a secret of the tests, longer than thirty-two characters";
const WAITING = 300;
/** The part that a filter by reason leaves. */
const MATCHING = 100;
/** A worker whose decisions waited too long for a lock ends, and another one resumes the batch after a pause. */
const RESUMED_WITHIN_MS = 60_000;
/** The decisions that a worker takes at the same time. */
const AT_ONCE = 3;

let folder: string;
let database: EmbeddedDatabase;
let service: Service;
let client: pg.Client;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pricecheck batches "));
  database = await startEmbedded(join(folder, "database"));
  service = await startService({
    DATA_DIR: join(folder, "data"),
    DATABASE_URL: database.ownerUrl,
    APP_DB_PASSWORD: SECRET,
    AUTH_SECRET: SECRET,
    ENCRYPTION_KEY: SECRET,
    RATE_LIMIT_PER_MINUTE: "100000",
  });
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
});
test.afterAll(async () => {
  await client.end();
  await service.stop();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

async function shopWithWaiting(): Promise<Shop> {
  const shop = await openShop(service, { plan: "enterprise" });
  await shop.connectSandbox();
  await seedWaitingPrices(client, shop.id, { items: WAITING, waiting: WAITING });
  return shop;
}

/** The ids of the shop's recommendations in that status and with that reason, in their order. */
async function idsOf(shop: Shop, status: string, why?: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    "SELECT id FROM recommendations WHERE workspace_id = $1 AND status = $2 AND ($3::text IS NULL OR why = $3) ORDER BY id",
    [shop.id, status, why ?? null],
  );
  return rows.map(({ id }) => id);
}

/** The references of the variants whose price the store was given, one for each write, from the store's own log. */
async function written(shop: Shop): Promise<string[]> {
  const key = sandboxKey(await sandboxSecret(join(folder, "data", "sandbox")), shop.id);
  const { rows } = await client.query<{ url: string }>(
    "SELECT url FROM integrations WHERE workspace_id = $1",
    [shop.id],
  );
  const answer = await fetch(`${rows[0]?.url ?? ""}/log?limit=1000`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const { data } = z.object({ data: z.array(z.object({ ref: z.string() })) }).parse(await answer.json());
  return data.map(({ ref }) => ref).sort();
}

const skusOf = async (ids: readonly string[]): Promise<string[]> => {
  const { rows } = await client.query<{ sku: string }>(
    "SELECT i.sku FROM recommendations r JOIN catalog_items i ON i.workspace_id = r.workspace_id AND i.id = r.item_id WHERE r.id = ANY($1) GROUP BY i.sku",
    [ids],
  );
  return rows.map(({ sku }) => sku).sort();
};

/** Locks these recommendations until the returned function is called, so that a batch stops at them. */
async function locked(shop: Shop, ids: readonly string[]): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: database.ownerUrl });
  await holder.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM recommendations WHERE workspace_id = $1 AND id = ANY($2) FOR UPDATE", [
    shop.id,
    ids,
  ]);
  return async () => {
    await holder.query("COMMIT");
    await holder.end();
  };
}

const dialog = (page: Page) => page.getByRole("dialog");
const batch = (page: Page) => page.getByRole("region", { name: "Batch" });

/** Selects all that match with the keyboard, and opens the preview of their approval. */
async function previewApproval(page: Page, count: number): Promise<void> {
  await expect(page.getByText(`Select all ${count}`)).toBeVisible();
  await page.keyboard.press("ControlOrMeta+a");
  await expect(page.getByText(`${count} selected`, { exact: true })).toBeVisible();
  await page.keyboard.press("a");
  await expect(dialog(page).getByRole("button", { name: /^Approve/ })).toBeEnabled();
}

test("three keys approve exactly what the filter matches, once each, also through a reload", async ({
  as,
}) => {
  const shop = await shopWithWaiting();
  const matching = await idsOf(shop, "pending_approval", "room");
  const others = (await idsOf(shop, "pending_approval")).filter((id) => !matching.includes(id));
  const [drifted = "", ...remaining] = matching;
  const page = await as(shop.owner, { at: shop.page("/approvals?show=room"), of: service });
  await previewApproval(page, MATCHING);
  await expect(dialog(page)).toContainText("Nothing falls out");
  await client.query(
    `UPDATE catalog_items SET cost = cost + 100 WHERE workspace_id = $1
     AND id = (SELECT item_id FROM recommendations WHERE workspace_id = $1 AND id = $2)`,
    [shop.id, drifted],
  );
  const release = await locked(shop, remaining.slice(50, 50 + AT_ONCE));
  await page.keyboard.press("Enter");
  await expect(batch(page)).toContainText("Approving 100 price changes");
  await page.reload();
  await expect(batch(page)).toContainText("Approving 100 price changes");
  await release();
  await expect(batch(page)).toContainText("99 approved · 1 fell out", { timeout: RESUMED_WITHIN_MS });
  await batch(page).getByRole("button", { name: "Show what fell out" }).click();
  await expect(dialog(page)).toContainText("cost changed");
  await dialog(page).getByRole("button", { name: "Show each of them" }).click();
  await expect(dialog(page).getByRole("link")).toHaveAttribute(
    "href",
    new RegExp(`/recommendations/${drifted}$`),
  );

  await expect.poll(() => written(shop)).toEqual(await skusOf(remaining));
  expect(await idsOf(shop, "pending_approval")).toEqual(expect.arrayContaining(others));
  // The store has a price a moment before its write is settled here.
  await expect.poll(async () => (await idsOf(shop, "applied")).sort()).toEqual(remaining);
});

test("Escape leaves everything as it was, and a canceled batch begins nothing more", async ({ as }) => {
  const shop = await shopWithWaiting();
  const all = await idsOf(shop, "pending_approval");
  const page = await as(shop.owner, { at: shop.page("/approvals"), of: service });
  await previewApproval(page, WAITING);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText(`${WAITING} selected`, { exact: true })).toBeVisible();
  expect(await idsOf(shop, "pending_approval")).toEqual(all);

  const release = await locked(shop, all.slice(20, 20 + AT_ONCE));
  await page.keyboard.press("a");
  await expect(dialog(page).getByRole("button", { name: /^Approve/ })).toBeEnabled();
  await page.keyboard.press("Enter");
  await expect(batch(page)).toContainText("20 approved");
  const canceled = page.waitForResponse((answer) => answer.url().includes("decisionBatches.cancel"));
  await batch(page).getByRole("button", { name: "Stop here" }).click();
  await release();
  await canceled;
  await expect(batch(page)).toContainText(/Canceled\. \d+ approved · \d+ not started/);
  const approved = all.length - (await idsOf(shop, "pending_approval")).length;
  expect(approved).toBeGreaterThanOrEqual(20);
  expect(approved).toBeLessThan(all.length);
  await expect.poll(async () => (await written(shop)).length).toBe(approved);
  const refs = await written(shop);
  expect(new Set(refs).size).toBe(refs.length);
});

test("keys that are pressed while the preview is computed decide nothing", async ({ as }) => {
  const shop = await shopWithWaiting();
  const page = await as(shop.owner, { at: shop.page("/approvals"), of: service });
  await expect(page.getByText(`Select all ${WAITING}`)).toBeVisible();
  let answer = () => {};
  const computed = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/decisionBatches\.create/, async (route) => {
    await computed;
    await route.continue();
  });
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("a");
  await expect(dialog(page)).toContainText("Nothing is decided yet");
  for (const key of ["Enter", "a", "Enter", "r", "j", " "]) await page.keyboard.press(key);
  answer();
  await expect(dialog(page).getByRole("button", { name: /^Approve/ })).toBeEnabled();
  await expect(dialog(page)).toContainText("Nothing falls out");
  await expect(batch(page)).toHaveCount(0);
  expect(await idsOf(shop, "pending_approval")).toHaveLength(WAITING);
});

test("a batch leaves out what the person snoozed a moment ago, also while that can be undone", async ({
  as,
}) => {
  const shop = await shopWithWaiting();
  const page = await as(shop.owner, { at: shop.page("/approvals?show=room"), of: service });
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route(/recommendations\.snooze/, async (route) => {
    await sent;
    await route.continue();
  });
  await expect(page.getByText(`Select all ${MATCHING}`)).toBeVisible();
  const snoozed = page.locator("[data-entry]", { has: page.locator('[aria-current="true"]') });
  const id = (await snoozed.getAttribute("data-entry")) ?? "";
  await page.keyboard.press("s");
  await dialog(page)
    .getByRole("button", { name: /^Tomorrow/ })
    .click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();

  await previewApproval(page, MATCHING - 1);
  await expect(dialog(page).getByRole("button", { name: `Approve ${MATCHING - 1}` })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(batch(page)).toContainText(`${MATCHING - 1} approved`, { timeout: RESUMED_WITHIN_MS });
  expect(await idsOf(shop, "pending_approval", "room")).toEqual([id]);
  send();
  const snoozedIds = () => client.query("SELECT id FROM recommendations WHERE snooze_until IS NOT NULL");
  await expect.poll(async () => (await snoozedIds()).rows).toEqual([{ id }]);
});

test("a refused batch says so, and decides nothing", async ({ as, problem }) => {
  problem.expect(/status of 4\d\d/);
  const shop = await shopWithWaiting();
  const page = await as(shop.owner, { at: shop.page("/approvals"), of: service });
  await previewApproval(page, WAITING);
  await client.query("UPDATE workspaces SET lifecycle = 'suspended' WHERE id = $1", [shop.id]);
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toContainText("This batch was refused.");
  await expect(dialog(page)).toContainText("Nothing was decided.");
  expect(await idsOf(shop, "pending_approval")).toHaveLength(WAITING);
});
