import { expect, it } from "vitest";
import { seedCatalog } from "@/server/testing/seed-catalog";
import type { TestService } from "@/server/testing/service";
import {
  type StatementWork,
  startWatchedService,
  type WatchedDatabase,
} from "@/server/testing/statement-plans";
import { openShop, type Shop } from "@/server/testing/watched-shop";
import type { Checkpoint } from "@/server/usecases/checkpoints";
import { processRun } from "./process";

const ITEMS = 6_000;
// An item has three competitor prices, so a statement that reads each of them once reads three rows per item. One
// that reads the whole workspace for every page of a thousand items would read six.
const MAX_ROWS = 4 * ITEMS;

let service: TestService;
let watched: WatchedDatabase;
let beforePublishing: () => Promise<void> = () => Promise.resolve();

startWatchedService(async (started) => {
  ({ service, watched } = started);
  const neighbour = await openLargeShop();
  await work(neighbour);
});

async function openLargeShop(): Promise<Shop> {
  const shop = await openShop(service, { plan: "enterprise" });
  const at = new Date(service.clock.now());
  await seedCatalog(service.sql, shop.workspace.id, ITEMS, at, { analyzed: false });
  await service.sql("UPDATE workspaces SET reference_price_alerts = true WHERE id = $1", [shop.workspace.id]);
  await service.sql(
    "UPDATE catalog_items SET compare_at_price = 2 * price WHERE workspace_id = $1 AND sku LIKE '%5'",
    [shop.workspace.id],
  );
  return shop;
}

/**
 * Processes a run of the shop.
 * @returns the work of its statements, the most rows first
 */
async function work(shop: Shop): Promise<StatementWork[]> {
  const { json } = await shop.call("POST", "/runs");
  const { id } = json?.["run"] as { id: string };
  watched.work();
  const checkpoint = async (point: Checkpoint) => {
    if (point === "run:before-finish") await beforePublishing();
  };
  await processRun({ ...service.services, db: watched.db, checkpoint }, shop.workspace.tenant, id);
  expect(await shop.call("GET", `/runs/${id}`)).toMatchObject({ json: { status: "succeeded" } });
  return watched.work();
}

/**
 * Changes so much that recommendations are kept, superseded, withdrawn and changed in kind, and alerts are raised and
 * cleared.
 */
const moveThings = (shop: Shop) =>
  service.sql(
    `UPDATE catalog_items SET cost = CASE right(sku, 1) WHEN '1' THEN NULL WHEN '2' THEN cost * 11 / 10 ELSE cost END,
       price = CASE right(sku, 1) WHEN '3' THEN price * 8 / 10 WHEN '0' THEN cost ELSE price END
     WHERE workspace_id = $1`,
    [shop.workspace.id],
  );

const tooMuch = (done: readonly StatementWork[]) => done.filter(({ rows }) => rows > MAX_ROWS);

/** Processes a first run over a new workspace, and a second one after many changes. */
async function expectNoScanPerRow(): Promise<void> {
  const shop = await openLargeShop();
  const first = await work(shop);
  expect(tooMuch(first)).toEqual([]);
  expect(first.length).toBeGreaterThan(20);
  await moveThings(shop);
  const second = await work(shop);
  expect(tooMuch(second)).toEqual([]);
  const acts = await service.sql<{ status: string; count: string }>(
    `SELECT status, count(*)::text AS count FROM recommendations WHERE workspace_id = $1 GROUP BY 1 ORDER BY 1`,
    [shop.workspace.id],
  );
  expect(acts.map(({ status }) => status)).toEqual(["held", "superseded"]);
}

it("reads each row of a run a few times where the planner has no statistics", async () => {
  await expectNoScanPerRow();
}, 240_000);

it("does so where the statistics know other workspaces alone", async () => {
  await service.sql("ANALYZE");
  await expectNoScanPerRow();
}, 240_000);

it("does so where they know everything", async () => {
  beforePublishing = () => service.sql("ANALYZE").then(() => undefined);
  await expectNoScanPerRow();
}, 240_000);

it("hides from the planner how rows are shared out among workspaces, in every table", async () => {
  await service.sql("ANALYZE");
  const known = await service.sql(
    "SELECT tablename FROM pg_stats WHERE schemaname = 'public' AND attname = 'workspace_id'",
  );
  expect(known).toEqual([]);
});
