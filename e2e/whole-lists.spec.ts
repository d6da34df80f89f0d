import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import pg from "pg";
import { barriers } from "@/e2e/barriers";
import { expect, test } from "@/e2e/fixtures";
import { type Service, startService } from "@/e2e/service";
import { openShop, type Shop } from "@/e2e/shop";
import { seedWaitingPrices } from "@/e2e/waiting-prices";
import { type EmbeddedDatabase, startEmbedded } from "@/server/db/embedded/start";

const SECRET = "a secret of the tests, longer than thirty-two characters";
const ITEMS = 180;
/** The part of them that a filter by reason or kind leaves. */
const PART = 60;
const CARRIED_OUT_MS = 60_000;

let folder: string;
let database: EmbeddedDatabase;
let service: Service;
let client: pg.Client;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pricecheck lists "));
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

async function filledShop({ hasStore = false } = {}): Promise<Shop> {
  const shop = await openShop(service, { plan: "enterprise" });
  if (hasStore) await shop.connectSandbox();
  await seedWaitingPrices(client, shop.id, { items: ITEMS, waiting: ITEMS });
  await client.query(
    "UPDATE recommendations SET status = 'new', accepted = false, decision = NULL WHERE workspace_id = $1",
    [shop.id],
  );
  await client.query(
    `INSERT INTO alerts (workspace_id, id, item_id, kind, status, severity, message, currency, money_at_risk, first_seen,
       last_seen, updated_at)
     SELECT workspace_id, 'alr_' || right(id, 26), id, CASE WHEN right(sku, 1) IN ('1', '4', '7') THEN 'cost_spike' ELSE 'below_cost' END,
       'open', 'critical', 'Sold below cost.', 'EUR', price % 777, now(), now(), now()
     FROM catalog_items WHERE workspace_id = $1`,
    [shop.id],
  );
  return shop;
}

async function countOf(table: "recommendations" | "alerts", shop: Shop, status: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table} WHERE workspace_id = $1 AND status = $2`,
    [shop.id, status],
  );
  return rows[0]?.count ?? 0;
}

const dialog = (page: Page) => page.getByRole("dialog");
const batch = (page: Page) => page.getByRole("region", { name: "Batch" });

test("everything new is accepted in one press, followed by the open entry, and taken back", async ({
  as,
}) => {
  const shop = await filledShop();
  const page = await as(shop.owner, { at: shop.page("/recommendations"), of: service });
  const bar = page.getByRole("region", { name: "Selected recommendations" });
  await page.getByRole("button", { name: "Select all that match" }).click();
  await expect(bar.getByRole("status")).toHaveText(`${ITEMS} selected`);
  expect(await barriers(page)).toEqual([]);
  await bar.getByRole("button", { name: "Accept all…" }).click();
  await expect(dialog(page)).toContainText(`Accept ${ITEMS} recommendations?`);
  await expect(dialog(page).getByRole("table", { name: "By reason" })).toContainText("Room to the market");
  expect(await countOf("recommendations", shop, "new")).toBe(ITEMS);
  await dialog(page)
    .getByRole("button", { name: `Accept ${ITEMS}` })
    .click();
  await expect(batch(page)).toContainText(`${ITEMS} accepted`, { timeout: CARRIED_OUT_MS });
  expect(await countOf("recommendations", shop, "pending_approval")).toBe(ITEMS);
  // The open entry says what it is now, once, and asks nothing.
  const details = page.getByRole("region", { name: "Recommendation details" });
  await expect(details).toContainText("It is awaiting approval.");
  await expect(details.getByRole("button", { name: "Decide on these" })).toHaveCount(0);
  await batch(page).getByRole("button", { name: "Take them back…" }).click();
  await dialog(page)
    .getByRole("button", { name: `Put back ${ITEMS}` })
    .click();
  await expect(batch(page)).toContainText(`${ITEMS} put back`, { timeout: CARRIED_OUT_MS });
  expect(await countOf("recommendations", shop, "new")).toBe(ITEMS);
});

test("a sole owner accepts and approves everything new in one press, and takes the prices back", async ({
  as,
}) => {
  const shop = await filledShop({ hasStore: true });
  await client.query(
    `UPDATE recommendations SET kind = 'cost_review', recommended_price = NULL
     WHERE workspace_id = $1 AND item_id IN (SELECT id FROM catalog_items WHERE workspace_id = $1 ORDER BY id LIMIT $2)`,
    [shop.id, PART],
  );
  const prices = ITEMS - PART;
  const page = await as(shop.owner, { at: shop.page("/recommendations"), of: service });
  await page.getByRole("button", { name: "Select all that match" }).click();
  const bar = page.getByRole("region", { name: "Selected recommendations" });
  await bar.getByRole("button", { name: "Accept and approve all…" }).click();
  await expect(dialog(page)).toContainText(`Accept and approve ${prices} price changes?`);
  await expect(dialog(page).getByRole("table", { name: "By reason" })).toContainText("Room to the market");
  await expect(dialog(page)).toContainText("written to the store once");
  expect(await barriers(page)).toEqual([]);
  expect(await countOf("recommendations", shop, "new")).toBe(ITEMS);
  await dialog(page)
    .getByRole("button", { name: `Accept and approve ${prices}` })
    .click();
  await expect(batch(page)).toContainText(`${prices} approved`, { timeout: CARRIED_OUT_MS });
  await expect
    .poll(() => countOf("recommendations", shop, "applied"), { timeout: CARRIED_OUT_MS })
    .toBe(prices);
  // What has no price is left for a decision of its own.
  expect(await countOf("recommendations", shop, "new")).toBe(PART);
  await batch(page).getByRole("button", { name: "Take them back…" }).click();
  await dialog(page)
    .getByRole("button", { name: `Take back ${prices}` })
    .click();
  await expect(batch(page)).toContainText(`${prices} taken back`, { timeout: CARRIED_OUT_MS });
});

test("a sole owner accepts and approves chosen rows in one press, but not once the setting is off", async ({
  as,
}) => {
  const shop = await filledShop({ hasStore: true });
  const page = await as(shop.owner, { at: shop.page("/recommendations"), of: service });
  const bar = page.getByRole("region", { name: "Selected recommendations" });
  const choose = async () => {
    for (const row of [0, 1])
      await page
        .getByRole("checkbox", { name: /^Select / })
        .nth(row)
        .check();
  };
  await choose();
  await bar.getByRole("button", { name: "Accept and approve 2…" }).click();
  await dialog(page).getByRole("button", { name: "Accept and approve 2" }).click();
  await expect(batch(page)).toContainText("2 approved", { timeout: CARRIED_OUT_MS });
  await page.goto(shop.page("/settings/workspace"));
  await page.getByRole("switch", { name: "Accepting a price approves it" }).click();
  await page.goto(shop.page("/recommendations"));
  await choose();
  await expect(bar.getByRole("button", { name: "Accept 2", exact: true })).toBeVisible();
  await expect(bar.getByRole("button", { name: /approve/ })).toHaveCount(0);
});

test("the list by reason has the reason's title, the most money first, and goes on page by page", async ({
  as,
}) => {
  const shop = await filledShop();
  await client.query(
    `UPDATE recommendations SET why = CASE WHEN item_id IN
       (SELECT id FROM catalog_items WHERE workspace_id = $1 ORDER BY id LIMIT $2) THEN 'below_floor' ELSE 'room' END,
       profit_change = 100 WHERE workspace_id = $1`,
    [shop.id, PART],
  );
  const page = await as(shop.owner, { at: shop.page("/recommendations"), of: service });
  await page.getByRole("combobox", { name: "Order" }).click();
  await page.getByRole("option", { name: "By reason, most money first" }).click();
  await expect(page.getByRole("heading", { name: `Margin below floor ${PART}` })).toBeVisible();
  const { rows } = await client.query<{ title: string }>(
    `SELECT i.title FROM recommendations r JOIN catalog_items i ON i.workspace_id = $1 AND i.id = r.item_id
     WHERE r.workspace_id = $1 AND r.why = 'below_floor'
     ORDER BY GREATEST(COALESCE(i.stock, 1), 0) DESC, r.id LIMIT 1`,
    [shop.id],
  );
  await expect(page.getByRole("checkbox", { name: /^Select / }).first()).toHaveAccessibleName(
    `Select ${rows[0]?.title ?? ""}`,
  );
  await page.getByRole("button", { name: /more/i }).last().click();
  await expect(page.getByRole("heading", { name: `Room to the market ${ITEMS - PART}` })).toBeVisible();
});

test("all alerts of a kind are resolved in one press, and opened again", async ({ as }) => {
  const shop = await filledShop();
  const { rows } = await client.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM alerts WHERE workspace_id = $1 AND kind = 'cost_spike'",
    [shop.id],
  );
  const count = rows[0]?.count ?? 0;
  const page = await as(shop.owner, { at: shop.page("/alerts?sort=kind&kind=cost_spike"), of: service });
  await expect(page.getByRole("heading", { name: new RegExp(`${count}$`) })).toBeVisible();
  await page.getByRole("button", { name: `Select all ${count} that match` }).click();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole("button", { name: "Resolve all…" }).click();
  await expect(dialog(page)).toContainText(`Resolve ${count} alerts?`);
  await expect(dialog(page).getByRole("table", { name: "By reason" })).toContainText("at risk");
  await dialog(page)
    .getByRole("button", { name: `Resolve ${count}` })
    .click();
  await expect(batch(page)).toContainText(`${count} resolved`, { timeout: CARRIED_OUT_MS });
  expect(await countOf("alerts", shop, "resolved")).toBe(count);
  await batch(page).getByRole("button", { name: "Take them back…" }).click();
  await dialog(page)
    .getByRole("button", { name: `Put back ${count}` })
    .click();
  await expect(batch(page)).toContainText(`${count} put back`, { timeout: CARRIED_OUT_MS });
  expect(await countOf("alerts", shop, "open")).toBe(ITEMS);
});

test("the tags of the whole catalog are edited in one press, and taken back", async ({ as }) => {
  const shop = await filledShop();
  const tagged = async () => {
    const { rows } = await client.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM catalog_items WHERE workspace_id = $1 AND 'sale' = ANY(tags)",
      [shop.id],
    );
    return rows[0]?.count ?? 0;
  };
  const page = await as(shop.owner, { at: shop.page("/catalog"), of: service });
  const bar = page.getByRole("region", { name: "Selected items" });
  await expect(page.getByRole("checkbox").nth(1)).toBeVisible();
  await page.locator("body").press("ControlOrMeta+a");
  await expect(bar.getByRole("status")).toHaveText(`${ITEMS} selected`);
  expect(await barriers(page)).toEqual([]);
  await bar.getByRole("button", { name: "Edit tags of all…" }).click();
  await dialog(page).getByRole("textbox", { name: "Add tags" }).fill("sale");
  await dialog(page).getByRole("button", { name: "Preview" }).click();
  await expect(dialog(page)).toContainText(`Edit ${ITEMS} items?`);
  await expect(dialog(page).getByRole("table", { name: "By tag" })).toContainText("Get the tag sale");
  expect(await tagged()).toBe(0);
  await dialog(page)
    .getByRole("button", { name: `Edit ${ITEMS}` })
    .click();
  await expect(batch(page)).toContainText(`${ITEMS} edited`, { timeout: CARRIED_OUT_MS });
  expect(await tagged()).toBe(ITEMS);
  await batch(page).getByRole("button", { name: "Take them back…" }).click();
  await dialog(page)
    .getByRole("button", { name: `Put back ${ITEMS}` })
    .click();
  await expect(batch(page)).toContainText(`${ITEMS} put back`, { timeout: CARRIED_OUT_MS });
  expect(await tagged()).toBe(0);
});
