import { beforeEach, describe, expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { purgeOldRows } from "./purge";

const service = duringTests(startTestService);
let ws: string;
let item: string;
beforeEach(async () => {
  ws = (await service.workspace()).id;
  item = await service.make.item(ws);
});

const recommendationsRetentionMs = 180 * DAY_MS;
const pageChecksRetentionMs = 400 * DAY_MS;
const RUN_RESULTS_MS = 90 * DAY_MS;
const ago = (ms: number): Date => new Date(service.clock.now() - ms);
const remaining = async (table: "recommendations" | "page_checks"): Promise<string[]> =>
  (
    await service.sql<{ id: string }>(`SELECT id FROM ${table} WHERE workspace_id = $1 ORDER BY id`, [ws])
  ).map(({ id }) => id);

/** Creates a recommendation of the item that passed its retention one second ago, unless `columns` differ. */
const recommended = (columns: object = {}): Promise<string> =>
  service.make.recommendation(ws, {
    item_id: item,
    status: "superseded",
    updated_at: ago(recommendationsRetentionMs + 1_000),
    ...columns,
  });

describe("recommendations", () => {
  it("are dropped when superseded, decided by nobody and over age, the newest excepted", async () => {
    const ids = [await recommended(), await recommended(), await recommended()];
    const other = await recommended({ item_id: await service.make.item(ws) });
    const young = await recommended({
      updated_at: ago(recommendationsRetentionMs - 1_000),
      kind: "cost_review",
    });
    const younger = await recommended({ updated_at: ago(0), kind: "cost_review" });
    expect((await purgeOldRows(service.services)).recommendations).toBe(2);
    expect(await remaining("recommendations")).toEqual([ids[2], other, young, younger].sort());
    expect((await purgeOldRows(service.services)).recommendations).toBe(0);
  });

  it("are kept, however old, when something rests on them", async () => {
    const at = ago(recommendationsRetentionMs + 1_000);
    const rests = [
      await recommended({ decided_by: "user_1", decided_at: at, decision: "dismissed", status: "dismissed" }),
      await recommended({ accepted: true }),
      await recommended({ decided_by: "user_1", decided_at: at }),
      await recommended({ status: "applied" }),
      await recommended({ status: "new", kind: "market_review" }),
    ];
    const written = await recommended();
    await service.make.writeBack(ws, { recommendation_id: written, item_id: item, status: "unknown" });
    await recommended({ status: "new" });
    await purgeOldRows(service.services);
    expect(await remaining("recommendations")).toEqual(expect.arrayContaining([...rests, written]));
  });
});

describe("checks of competitors' pages", () => {
  let offer: string;
  beforeEach(async () => {
    offer = await service.make.offer(ws, { item_id: item });
  });
  const checked = async (age: number, columns: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const id = service.services.newId("check");
    const row = {
      workspace_id: ws,
      id,
      offer_id: offer,
      item_id: item,
      asked_by: "schedule",
      at: ago(age),
      ...columns,
    };
    const names = Object.keys({ outcome: "failed", ...row });
    const values = Object.values({ outcome: "failed", ...row });
    const places = names.map((_, index) => `$${index + 1}`);
    await service.sql(`INSERT INTO page_checks (${names.join()}) VALUES (${places.join()})`, values);
    return id;
  };

  it("are dropped when over age, but not what the page's state and its current price rest on", async () => {
    const over = pageChecksRetentionMs + 1_000;
    await checked(over);
    await checked(over);
    const young = await checked(pageChecksRetentionMs - 1_000);
    const last = await checked(over);
    const answered = await checked(over);
    await service.sql("UPDATE offers SET last_check_id = $2, answer_check_id = $3 WHERE id = $1", [
      offer,
      last,
      answered,
    ]);
    const priced = { outcome: "price", price: 1890n, currency: "EUR", method: "json-ld" };
    const [current, reported, old] = [
      await service.make.observation(ws, { seller: "seller 1", item_id: item, observed_at: ago(over) }),
      await service.make.observation(ws, {
        seller: "seller 2",
        item_id: item,
        observed_at: ago(over),
        wrong_at: ago(over),
      }),
      await service.make.observation(ws, { seller: "seller 3", item_id: item, observed_at: ago(over) }),
    ];
    await service.sql(
      `INSERT INTO current_offers (workspace_id, item_id, seller, id, price, currency, observed_at)
       VALUES ($1, $2, 'a', $3, 1890, 'EUR', $4)`,
      [ws, item, current, ago(over)],
    );
    const behind = await checked(over, { ...priced, observation_id: current });
    const wrong = await checked(over, { ...priced, observation_id: reported });
    await checked(over, { ...priced, observation_id: old });
    expect((await purgeOldRows(service.services)).page_checks).toBe(3);
    expect(await remaining("page_checks")).toEqual([young, last, answered, behind, wrong].sort());
  });
});

describe("batches", () => {
  it("are deleted with their items when their end is over age; running and young ones stay", async () => {
    const old = ago(RUN_RESULTS_MS + 1_000);
    const insert = (id: string, status: string, finished: Date | null) =>
      service.sql(
        `WITH batch AS (INSERT INTO decision_batches (workspace_id, id, action, status, hash, selected, planned, effect,
             outcomes, created_by, created_at, expires_at, finished_at)
           VALUES ($1, $2, 'approve', $3, 'hash', 1, 1, '{}', '{}', 'mia', $4, $4, $5) RETURNING id)
         SELECT id FROM batch`,
        [ws, id, status, old, finished],
      );
    for (const n of [1, 2, 3, 4, 5, 6, 7]) await insert(`bat_old_${n}`, "finished", old);
    await insert("bat_canceled", "canceled", old);
    await insert("bat_young", "finished", ago(RUN_RESULTS_MS - 1_000));
    await insert("bat_running", "running", null);
    await service.sql(
      "INSERT INTO decision_batch_items (workspace_id, batch_id, recommendation_id) SELECT workspace_id, id, 'rec_1' FROM decision_batches WHERE workspace_id = $1",
      [ws],
    );
    expect((await purgeOldRows(service.services)).decision_batches).toBe(8);
    const left = ["bat_running", "bat_young"];
    for (const [table, column] of [
      ["decision_batches", "id"],
      ["decision_batch_items", "batch_id"],
    ]) {
      const rows = await service.sql(
        `SELECT ${column} AS id FROM ${table} WHERE workspace_id = $1 ORDER BY 1`,
        [ws],
      );
      expect(rows.map(({ id }) => id)).toEqual(left);
    }
  });

  it("are deleted with their items a day after they expired unconfirmed, whoever made them", async () => {
    const late = await service.workspace();
    const preview = (id: string, workspace: string, status: string, expired: number) =>
      service.sql(
        `INSERT INTO decision_batches (workspace_id, id, action, status, hash, selected, planned, effect, outcomes,
           created_by, created_at, expires_at)
         VALUES ($1, $2, 'approve', $3, 'hash', 1, 1, '{}', '{}', 'mia', $4, $4)`,
        [workspace, id, status, ago(expired)],
      );
    for (const n of [1, 2, 3]) await preview(`bat_expired_${n}`, ws, "preview", DAY_MS + n * 1_000);
    await preview("bat_of_others", late.id, "preview", DAY_MS + 1_000);
    await preview("bat_just_expired", ws, "preview", DAY_MS - 1_000);
    await preview("bat_confirmed", ws, "running", 2 * DAY_MS);
    await service.sql(
      `INSERT INTO decision_batch_items (workspace_id, batch_id, recommendation_id)
       SELECT workspace_id, id, 'rec_1' FROM decision_batches WHERE workspace_id = ANY ($1)`,
      [[ws, late.id]],
    );
    expect((await purgeOldRows(service.services)).expired_previews).toBe(4);
    const rows = await service.sql(
      "SELECT batch_id FROM decision_batch_items WHERE workspace_id = ANY ($1) ORDER BY 1",
      [[ws, late.id]],
    );
    expect(rows.map(({ batch_id: id }) => id)).toEqual(["bat_confirmed", "bat_just_expired"]);
    expect((await purgeOldRows(service.services)).expired_previews).toBe(0);
  });
});

describe("lanes", () => {
  it("lose ended passes and what they would have decided in shadow, and keep what they decided", async () => {
    const [old, young] = [ago(RUN_RESULTS_MS + 1_000), ago(RUN_RESULTS_MS - 1_000)];
    const pass = (id: string, ended: Date | null) =>
      service.sql(
        "INSERT INTO lane_passes (workspace_id, run_id, created_at, ended_at) VALUES ($1, $2, $3, $4)",
        [ws, id, old, ended],
      );
    for (const n of [1, 2, 3]) await pass(`run_old_${n}`, old);
    await pass("run_young", young);
    await pass("run_open", null);
    const recommendation = await service.make.recommendation(ws, { item_id: item });
    const decision = (id: string, mode: string, version: number, at: Date) =>
      service.sql(
        `INSERT INTO lane_decisions (workspace_id, id, lane, mode, run_id, recommendation_id, version, outcome, reason,
           currency, at) VALUES ($1, $2, 'Small', $3, 'run_1', $4, $5, 'fell_out', 'changed', 'EUR', $6)`,
        [ws, id, mode, recommendation, version, at],
      );
    for (const n of [1, 2]) await decision(`lnd_old_${n}`, "shadow", n, old);
    await decision("lnd_young", "shadow", 3, young);
    await decision("lnd_open", "open", 1, old);
    expect(await purgeOldRows(service.services)).toMatchObject({ lane_passes: 3, shadow_decisions: 2 });
    const left = async (text: string) => (await service.sql(text, [ws])).map(({ id }) => String(id));
    expect(await left("SELECT run_id AS id FROM lane_passes WHERE workspace_id = $1 ORDER BY 1")).toEqual([
      "run_open",
      "run_young",
    ]);
    expect(await left("SELECT id FROM lane_decisions WHERE workspace_id = $1 ORDER BY 1")).toEqual([
      "lnd_open",
      "lnd_young",
    ]);
  });
});

/**
 * Fills the table with rows of other workspaces, so that statistics over the whole table do not show the few old
 * ones.
 */
async function crowd(rows: number): Promise<void> {
  await service.sql(
    `INSERT INTO recommendations (workspace_id, id, run_id, last_run_id, item_id, kind, status, currency,
       reason, confidence, evidence, policy_version, updated_at)
     SELECT 'ws_crowd', 'rec_' || lpad(n::text, 8, '0'), 'run_1', 'run_1', 'item_' || n % 100, 'cost_review', 'superseded',
       'EUR', 'x', 'low', '{}', 1, $2::timestamptz - n * interval '1 second'
     FROM generate_series(1, $1::int) n`,
    [rows, ago(recommendationsRetentionMs + DAY_MS)],
  );
  await service.sql(
    `INSERT INTO page_checks (workspace_id, id, offer_id, item_id, asked_by, at, outcome)
     SELECT 'ws_crowd', 'chk_' || lpad(n::text, 8, '0'), 'offer_' || n % 100, 'item_' || n % 100, 'schedule',
       $2::timestamptz - n * interval '1 second', 'failed' FROM generate_series(1, $1::int) n`,
    [rows, ago(pageChecksRetentionMs + DAY_MS)],
  );
}

describe("a part", () => {
  const STATISTICS = {
    absent: "SELECT 1",
    "of an empty table": "SELECT 1",
    fresh: "ANALYZE recommendations; ANALYZE page_checks",
  };

  it.each(Object.entries(STATISTICS))(
    "reads a bounded number of rows under statistics that are %s",
    async (name, make) => {
      await service.sql("DELETE FROM recommendations; DELETE FROM page_checks");
      if (name === "of an empty table") await service.sql("ANALYZE recommendations; ANALYZE page_checks");
      await crowd(3_000);
      await service.sql(make);
      const pool = service.db.pool;
      const client = await pool.connect();
      try {
        await client.query("BEGIN");
        for (const call of ["forget_recommendations", "forget_page_checks"])
          await client.query(`SELECT * FROM ${call}($1, 'epoch', '', 100)`, [
            ago(recommendationsRetentionMs),
          ]);
        const { rows } = await client.query<{ relname: string; seq_tup_read: bigint }>(
          `SELECT relname, pg_stat_get_xact_tuples_returned(oid) AS seq_tup_read FROM pg_class
         WHERE relname IN ('recommendations', 'page_checks', 'write_backs', 'offers', 'current_offers')`,
        );
        for (const { relname, seq_tup_read } of rows) expect([relname, seq_tup_read]).toEqual([relname, 0n]);
      } finally {
        await client.query("ROLLBACK");
        client.release();
      }
    },
  );
});
