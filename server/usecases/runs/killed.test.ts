import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { randomFrom } from "@/server/testing/random";
import { SEED } from "@/server/testing/seed";
import { seedCatalog } from "@/server/testing/seed-catalog";
import { startTestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";
import { processRun } from "./process";

const ITEMS = 10_000;
const PAGE_SIZE = 500;
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const WORKER = fileURLToPath(new URL("../../testing/run-worker.ts", import.meta.url));

const service = duringTests(startTestService);
let calm: Record<string, unknown>;

beforeAll(async () => {
  const shop = await catalogOf(ITEMS);
  const runId = await trigger(shop);
  await processRun(service.services, shop.workspace.tenant, runId);
  calm = await resultOf(shop, runId);
}, 240_000);

async function catalogOf(items: number): Promise<Shop> {
  const shop = await openShop(service);
  await seedCatalog(service.sql, shop.workspace.id, items, new Date(service.clock.now()));
  return shop;
}

async function trigger(shop: Shop): Promise<string> {
  const { json } = await shop.call("POST", "/runs");
  return (json?.["run"] as { id: string }).id;
}

/**
 * Starts a worker process on the run, with its clock `lateMs` ahead.
 * @returns the signal that ended it; null when it exited on its own
 */
async function work(shop: Shop, runId: string, lateMs: number, death: string): Promise<string | null> {
  const args = [
    service.database.appUrl,
    shop.workspace.id,
    runId,
    String(PAGE_SIZE),
    String(service.clock.now() + lateMs),
    death,
  ];
  const worker = spawn(process.execPath, ["--import", "tsx", WORKER, ...args], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [, signal]: (string | null)[] = await once(worker, "exit");
  return signal ?? null;
}

/** Returns everything that a run published, without ids and times. */
async function resultOf(shop: Shop, runId: string): Promise<Record<string, unknown>> {
  const of = [shop.workspace.id];
  const recommendations = await service.sql(
    `SELECT item_id, kind, status, version, currency, current_price, recommended_price, cost, market_median,
       margin_before, margin_after, change_ratio, reason, binding_rule, confidence, evidence, policy_version
     FROM recommendations WHERE workspace_id = $1 ORDER BY item_id, kind, status`,
    of,
  );
  const alerts = await service.sql(
    `SELECT item_id, kind, status, cleared, severity, message, money_at_risk, occurrences
     FROM alerts WHERE workspace_id = $1 ORDER BY item_id, kind`,
    of,
  );
  const results = await service.sql(
    `SELECT count(*)::int AS items, md5(string_agg(outcome, '' ORDER BY item_id)) AS outcomes
     FROM run_results WHERE workspace_id = $1`,
    of,
  );
  const { json } = await shop.call("GET", `/runs/${runId}`);
  return { status: json?.["status"], counts: json?.["counts"], results, recommendations, alerts };
}

async function published(shop: Shop): Promise<number> {
  const rows = await service.sql(
    "SELECT id FROM recommendations WHERE workspace_id = $1 UNION SELECT id FROM alerts WHERE workspace_id = $1",
    [shop.workspace.id],
  );
  return rows.length;
}

describe("a run over ten thousand items", () => {
  it("finds something of everything", () => {
    expect(calm).toMatchObject({
      status: "succeeded",
      counts: { items: ITEMS },
      results: [{ items: ITEMS }],
    });
    expect((calm["recommendations"] as unknown[]).length).toBeGreaterThan(1_000);
    expect((calm["alerts"] as unknown[]).length).toBeGreaterThan(100);
  });

  it("ends the same when its workers are killed between, before and in the middle of its transactions", async () => {
    const shop = await catalogOf(ITEMS);
    const runId = await trigger(shop);
    const draw = randomFrom(SEED);
    const random = (most: number) => 1 + Math.floor(draw() * most);
    const deaths = [
      `page-committed:${random(5)}`,
      `page-computed:${random(5)}`,
      `page-committed:${random(5)}`,
      "before-finish:1",
      // The first ten are compared pages, the others written parts.
      `publishing:${random(10)}`,
      `publishing:${10 + random(3)}`,
    ];
    let late = 0;
    for (const death of deaths) {
      expect([death, await work(shop, runId, late, death)]).toEqual([death, "SIGKILL"]);
      expect(await published(shop)).toBe(0);
      late += 60_000;
    }
    expect(await work(shop, runId, late, "never")).toBeNull();
    expect(await resultOf(shop, runId)).toEqual(calm);
  }, 240_000);

  it("is worked on once when two workers race for it", async () => {
    const shop = await catalogOf(ITEMS);
    const runId = await trigger(shop);
    await Promise.all([work(shop, runId, 0, "never"), work(shop, runId, 0, "never")]);
    expect(await resultOf(shop, runId)).toEqual(calm);
    expect(await service.sql("SELECT fence FROM runs WHERE id = $1", [runId])).toEqual([{ fence: 1 }]);
  }, 240_000);
});
