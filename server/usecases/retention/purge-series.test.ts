import { beforeEach, describe, expect, it } from "vitest";
import { OLDEST, purgePage } from "@/server/db/retention/retention";
import { DAY_MS, SECOND_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";
import { purgeOldRows } from "./purge";

const service = duringTests(startTestService);
let shop: Shop;

beforeEach(async () => {
  await service.sql("DELETE FROM run_series");
  shop = await openShop(service);
});

const purge = async () => (await purgeOldRows(service.services)).run_series;
const partsCounted = async () => {
  const rows = await service.sql<{ tags: string[] }>(
    "SELECT tags FROM run_series WHERE workspace_id = $1 ORDER BY tags",
    [shop.workspace.id],
  );
  return rows.map(({ tags }) => tags.join());
};
const occurrences = async (sku: string) => (await shop.alerts(sku)).map((alert) => alert["occurrences"]);

/** Creates an undercut item in the part of that tag, and has two runs over the part find it. */
async function undercut(sku: string, tag: string): Promise<void> {
  await shop.stock({ sku, price: "20.00", cost: "10.00", tags: [tag] });
  await shop.observe(sku, ["18.00", "18.20"]);
  for (let n = 0; n < 2; n++) await shop.run({ subset_tags: [tag] });
}

/** Adds series that nothing names and no run has used for longer than results are kept. */
const addIdle = (workspaceId: string, count: number) =>
  service.sql(
    `INSERT INTO run_series (workspace_id, no, tags, runs, run_id, at)
     SELECT $1, 1000 + n, ARRAY['idle-' || n], 1, 'run_1', $3 FROM generate_series(1, $2::int) n`,
    [
      workspaceId,
      count,
      new Date(service.clock.now() - service.services.settings.resultsRetentionMs - DAY_MS),
    ],
  );

/** Carries out some work while another transaction has locked the row of a table for an item. */
async function whileLocked<T>(table: string, sku: string, carryOut: () => Promise<T>): Promise<T> {
  const client = await service.db.pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT set_config('app.workspace_id', $1, true)", [shop.workspace.id]);
    const { rows } = await client.query(
      `SELECT t.id FROM ${table} t JOIN catalog_items i ON i.workspace_id = t.workspace_id AND i.id = t.item_id
       WHERE i.workspace_id = $1 AND i.sku = $2 FOR UPDATE OF t`,
      [shop.workspace.id, sku],
    );
    expect(rows).toHaveLength(1);
    return await carryOut();
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

describe("series of runs that are past their retention", () => {
  it.each(["recommendations", "alerts"])(
    "stay while another transaction holds one of their %s, and end with the next round",
    async (table) => {
      await undercut("mug", "blue");
      await undercut("cup", "red");
      service.clock.advance(service.services.settings.resultsRetentionMs + SECOND_MS);
      expect(await whileLocked(table, "mug", purge)).toBe(1);
      expect(await partsCounted()).toEqual(["blue"]);
      expect([await occurrences("mug"), await occurrences("cup")]).toEqual([[2], [2]]);
      expect(await purge()).toBe(1);
      expect(await partsCounted()).toEqual([]);
      expect([await occurrences("mug"), await occurrences("cup")]).toEqual([[2], [2]]);
    },
  );

  it("do not keep those of other workspaces", async () => {
    await undercut("mug", "blue");
    service.clock.advance(service.services.settings.resultsRetentionMs + SECOND_MS);
    const others = [await openShop(service), await openShop(service)];
    for (const { workspace } of others) await addIdle(workspace.id, 3);
    expect(await whileLocked("alerts", "mug", purge)).toBe(6);
    expect(await purge()).toBe(1);
  });

  it("are taken a hundred at once, so that a workspace's open rows are read once for all of them", async () => {
    await addIdle(shop.workspace.id, 150);
    const beforeMs = service.clock.now() - service.services.settings.resultsRetentionMs;
    const first = await purgePage(service.db, "run_series", { beforeMs, after: OLDEST, most: 10 });
    expect(first).toMatchObject({ looked: 10, forgotten: 100 });
    const second = await purgePage(service.db, "run_series", { beforeMs, after: first.next, most: 10 });
    expect(second).toMatchObject({ looked: 10, forgotten: 50 });
    const third = await purgePage(service.db, "run_series", { beforeMs, after: second.next, most: 10 });
    expect(third).toMatchObject({ looked: 0, forgotten: 0 });
  });

  it("are more than one round forgets, and the next round goes on", async () => {
    await addIdle(shop.workspace.id, 10_050);
    expect(await purge()).toBe(10_000);
    expect(await purge()).toBe(50);
    expect(await purge()).toBe(0);
  });
});
