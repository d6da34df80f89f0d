import { beforeAll, expect, it } from "vitest";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { revertTargets } from "@/server/db/decision-batches/revert-targets";
import { MAX_BATCH_SIZE } from "@/server/domain/decision-batches/batch";
import { duringTests } from "@/server/testing/during-tests";
import { seedCatalog } from "@/server/testing/seed-catalog";
import { type Shop, startShops } from "@/server/testing/shop";
import { foreseeReverts } from "@/server/usecases/decision-batches/revert-preview";
import { workerContext } from "@/server/usecases/worker-context";

const SLOW_MS = 240_000;
const REST = 50;
const PRICES = MAX_BATCH_SIZE + REST;
/** Statements for each page of 500 prices, and those for all of them. */
const [A_PAGE, ONCE] = [5, 10];

const shops = duringTests(startShops);
let shop: Shop;
let run: string;

const sql = (text: string, values: unknown[]) => shops.service.sql(text, values);

/** Adds one write-back to each recommendation of the run that has an id up to `last`. */
const writeBacks = (prefix: string, last: string, columns: string) =>
  sql(
    `INSERT INTO write_backs (workspace_id, id, recommendation_id, integration_id, item_id, store_ref, write_key, status,
       currency, sends, first_sent_at, requested_by, revert_of, expected_price, target_price)
     SELECT $1, '${prefix}' || r.id, r.id, i.integration_id, i.id, i.store_ref, '${prefix}' || r.id, 'applied', 'EUR', 1,
       now(), 'test', ${columns} FROM recommendations r
     JOIN catalog_items i ON i.workspace_id = $1 AND i.id = r.item_id WHERE r.workspace_id = $1 AND r.id <= $2`,
    [shop.workspace.id, last],
  );

beforeAll(async () => {
  shop = await shops.shop();
  const { id } = shop.workspace;
  run = await shops.service.make.run(id);
  await seedCatalog(shops.service.sql, id, PRICES, new Date(shops.service.clock.now()));
  await sql(
    `UPDATE catalog_items SET price = 2149, cost = 1440, integration_id = $2, store_ref = sku WHERE workspace_id = $1`,
    [id, shop.integration],
  );
  await sql(
    `INSERT INTO recommendations (workspace_id, id, run_id, last_run_id, item_id, kind, status, currency, current_price,
       recommended_price, cost, reason, confidence, evidence, policy_version, created_at, updated_at)
     SELECT $1, 'rec_' || i.id, $2, $2, i.id, 'price_change', 'applied', 'EUR', 1999, 2149, 1440, 'r', 'high', '{}', 1,
       now(), now() FROM catalog_items i WHERE i.workspace_id = $1`,
    [id, run],
  );
  await writeBacks("wbk_1_", "rec_z", "NULL, 1999, 2149");
  await sql("ANALYZE write_backs, recommendations", []);
}, SLOW_MS);

const revertOfRun = async () => {
  const answer = await shop.post(`/runs/${run}/revert`);
  expect(answer.status, answer.text).toBe(201);
  return answer.json?.["batch"];
};

it(
  "the preview of a large revert takes a few statements for each page",
  async () => {
    let statements = 0;
    const counted = <Args extends unknown[], R>(ask: (...args: Args) => R) => {
      return (...args: Args): R => {
        statements += 1;
        return ask(...args);
      };
    };
    const { items } = await inTenant(
      shops.service.services.db,
      shop.workspace.tenant,
      async (tx) => {
        const context = await workerContext(shops.service.services, tx);
        const { targets } = await revertTargets(tx, { runId: run }, 2_000);
        const watched: Tx = { ...tx, sql: counted(tx.sql) as Tx["sql"], run: counted(tx.run) };
        return foreseeReverts(context, watched, targets);
      },
      { timeoutMs: SLOW_MS },
    );
    expect(items.filter(({ fallOut }) => fallOut === null)).toHaveLength(2_000);
    expect(statements).toBeLessThanOrEqual(4 * A_PAGE + ONCE);
  },
  SLOW_MS,
);

it(
  "a run with more prices than a batch takes is taken back in parts",
  async () => {
    const first = { selected: MAX_BATCH_SIZE, count: MAX_BATCH_SIZE, remaining: REST };
    expect(await revertOfRun()).toMatchObject(first);
    const [last] = await sql(
      "SELECT id FROM recommendations WHERE workspace_id = $1 ORDER BY id OFFSET $2 LIMIT 1",
      [shop.workspace.id, MAX_BATCH_SIZE - 1],
    );
    await writeBacks("wbk_2_", String(last?.["id"]), "'wbk_1_' || r.id, 2149, 1999");
    await sql("UPDATE catalog_items SET price = 1999 WHERE workspace_id = $1 AND 'rec_' || id <= $2", [
      shop.workspace.id,
      String(last?.["id"]),
    ]);
    expect(await revertOfRun()).toMatchObject({
      selected: MAX_BATCH_SIZE,
      count: REST,
      remaining: 0,
      falls_out: [{ reason: "already_done", count: MAX_BATCH_SIZE - REST }],
    });
  },
  SLOW_MS,
);
