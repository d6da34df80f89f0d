import { beforeEach, describe, expect, it } from "vitest";
import { inTenant } from "@/server/db/database/transaction";
import { laneCandidates } from "@/server/db/lanes/passes";
import { OLDEST, purgePage } from "@/server/db/retention/retention";
import { DAY_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";
import { purgeOldRows } from "../retention/purge";
import { processRun } from "./process";
import { purgeOldResults } from "./purge-results";

const service = duringTests(startTestService);
let shop: Shop;

beforeEach(async () => {
  shop = await openShop(service);
});

/** Returns how many series each recommendation and alert of the shop names. */
const seriesNamed = async () => {
  const rows = await service.sql<{ named: number }>(
    `SELECT (SELECT count(*)::int FROM jsonb_object_keys(t.seen_in)) AS named FROM (
       SELECT seen_in, workspace_id FROM recommendations UNION ALL SELECT seen_in, workspace_id FROM alerts) t
     WHERE t.workspace_id = $1`,
    [shop.workspace.id],
  );
  return rows.map(({ named }) => named);
};
const partsCounted = async () => {
  const rows = await service.sql<{ tags: string[] }>(
    "SELECT tags FROM run_series WHERE workspace_id = $1 ORDER BY tags",
    [shop.workspace.id],
  );
  return rows.map(({ tags }) => tags.join());
};

/** Creates an item that is undercut and gets a recommendation to lower its price. */
const undercut = async (sku: string, tags: readonly string[] = []) => {
  await shop.stock({ sku, price: "20.00", cost: "10.00", tags });
  await shop.observe(sku, ["18.00", "18.20"]);
};

/** Returns by sku the transactions that wrote the recommendations and alerts of the shop last. */
const writers = async () => {
  const rows = await service.sql<{ sku: string; writer: string }>(
    `SELECT i.sku, t.row || ' ' || t.writer AS writer FROM (
       SELECT id AS row, xmin::text AS writer, workspace_id, item_id FROM recommendations
       UNION ALL SELECT id, xmin::text, workspace_id, item_id FROM alerts) t
     JOIN catalog_items i ON i.workspace_id = t.workspace_id AND i.id = t.item_id
     WHERE t.workspace_id = $1 ORDER BY 1, 2`,
    [shop.workspace.id],
  );
  return Object.fromEntries(
    [...new Set(rows.map(({ sku }) => sku))].map((sku) => [
      sku,
      rows.filter((row) => row.sku === sku).map(({ writer }) => writer),
    ]),
  );
};

type Alert = { id: string; run_id: string; occurrences: number; last_seen: string; updated_at: string };

/** Returns the alerts of an item as the API lists them, oldest first. */
const alerts = async (sku: string): Promise<Alert[]> => {
  const { json } = await shop.call("GET", `/alerts?item_id=${await shop.itemId(sku)}`);
  return (json?.["data"] as Alert[]).reverse();
};
const recommendation = async (sku: string) => {
  const { json } = await shop.call("GET", `/recommendations?item_id=${await shop.itemId(sku)}`);
  return (json?.["data"] as { id: string; status: string; evidence: { cost: object } }[])[0];
};
const lastRun = async (sku: string) => (await shop.recommendations(sku))[0]?.["last_run_id"];
const act = async (path: string, body?: object) =>
  expect(await shop.call("POST", path, body)).toMatchObject({ status: 200 });
const nowIso = () => new Date(service.clock.now()).toISOString();

/** Returns the recommendations that an automatic lane would look at after that run. */
const candidates = (runId: unknown) =>
  inTenant(service.db, shop.workspace.tenant, (tx) =>
    laneCandidates(tx, String(runId), { after: "", limit: 10, nowMs: service.clock.now() }),
  );

describe("a run that finds the same again", () => {
  it("writes no recommendation and no alert, and all of them tell that it saw them", async () => {
    await undercut("mug");
    await undercut("cup");
    const first = await shop.run();
    const before = await writers();
    expect(before["mug"]).toHaveLength(2);
    service.clock.advance(DAY_MS);
    const again = await shop.run();
    expect(await writers()).toEqual(before);
    expect(again["counts"]).toEqual(first["counts"]);
    expect(await alerts("mug")).toMatchObject([
      { run_id: again["id"], occurrences: 2, last_seen: nowIso(), updated_at: nowIso() },
    ]);
    expect(await recommendation("mug")).toMatchObject({ evidence: { cost: { age_days: 1 } } });
    expect(await lastRun("mug")).toBe(again["id"]);
    expect([await candidates(first["id"]), await candidates(again["id"])]).toMatchObject([[], [{}, {}]]);
  });

  it("writes none whose prices were only observed again, and shows the newest observation", async () => {
    await undercut("mug");
    await shop.run();
    const before = await writers();
    await shop.observe("mug", ["18.00", "18.20"]);
    const observed_at = nowIso();
    await shop.run();
    expect(await writers()).toEqual(before);
    expect(await recommendation("mug")).toMatchObject({
      evidence: { market: { newest: observed_at }, observations: [{ observed_at }, { observed_at }] },
    });
    await shop.observe("mug", ["18.00", "18.20", "18.10"]);
    await shop.run();
    expect((await writers())["mug"]).not.toEqual(before["mug"]);
  });

  it("writes the one item whose cost has changed", async () => {
    await undercut("mug");
    await undercut("cup");
    await shop.run();
    await shop.run();
    const before = await writers();
    await shop.stock({ sku: "mug", cost: "10.05" });
    const changed = await shop.run();
    const after = await writers();
    expect(after["cup"]).toEqual(before["cup"]);
    expect(after["mug"]).not.toEqual(before["mug"]);
    expect(await alerts("mug")).toMatchObject([{ run_id: changed["id"], occurrences: 3 }]);
    expect(await alerts("cup")).toMatchObject([{ run_id: changed["id"], occurrences: 3 }]);
    await shop.run();
    expect(await writers()).toEqual(after);
    expect(await alerts("mug")).toMatchObject([{ occurrences: 4 }]);
  });
});

describe("an alert that runs see again", () => {
  it("counts its own occurrences when it goes and comes back", async () => {
    await undercut("mug");
    for (let n = 0; n < 3; n++) await shop.run();
    await shop.observe("mug", ["20.00", "20.20"]);
    await shop.run();
    await shop.observe("mug", ["18.00", "18.20"]);
    for (let n = 0; n < 2; n++) await shop.run();
    expect(await alerts("mug")).toMatchObject([
      { status: "resolved", occurrences: 3 },
      { status: "open", occurrences: 2 },
    ]);
  });

  it("does not count a run that knew too little about it", async () => {
    await undercut("mug");
    await shop.run();
    const seen = await shop.run();
    const offers = await service.sql("DELETE FROM current_offers WHERE item_id = $1 RETURNING *", [
      await shop.itemId("mug"),
    ]);
    expect(offers).toHaveLength(2);
    for (let n = 0; n < 2; n++) await shop.run();
    expect(await alerts("mug")).toMatchObject([{ status: "open", run_id: seen["id"], occurrences: 2 }]);
    await shop.observe("mug", ["18.00", "18.20"]);
    const back = await shop.run();
    expect(await alerts("mug")).toMatchObject([{ run_id: back["id"], occurrences: 3 }]);
  });

  it("keeps what it counted when a person resolves it, and while a person snoozes it", async () => {
    await undercut("mug");
    await undercut("cup");
    await shop.run();
    const last = await shop.run();
    const [[mug], [cup]] = [await alerts("mug"), await alerts("cup")];
    await act(`/alerts/${mug?.id}/resolve`, { resolution: "Known." });
    const snooze_until = new Date(service.clock.now() + DAY_MS).toISOString();
    await act(`/alerts/${cup?.id}/snooze`, { snooze_until });
    await shop.run();
    expect(await alerts("mug")).toMatchObject([{ status: "resolved", run_id: last["id"], occurrences: 2 }]);
    expect(await alerts("cup")).toMatchObject([{ status: "snoozed", occurrences: 3 }]);
    service.clock.advance(2 * DAY_MS);
    await shop.observe("cup", ["18.00", "18.20"]);
    await shop.run();
    expect(await alerts("cup")).toMatchObject([{ status: "open", occurrences: 4 }]);
  });
});

describe("runs over a part of the catalog", () => {
  it("are counted for what they covered alone, and write nothing the second time either", async () => {
    await undercut("mug", ["blue"]);
    await undercut("cup", ["red"]);
    const whole = await shop.run();
    await shop.run({ subset_tags: ["blue"] });
    const before = await writers();
    const part = await shop.run({ subset_tags: ["blue"] });
    expect(await writers()).toEqual(before);
    expect(part).toMatchObject({ counts: { alerts: 1 } });
    expect(await alerts("mug")).toMatchObject([{ run_id: part["id"], occurrences: 3 }]);
    expect(await alerts("cup")).toMatchObject([{ run_id: whole["id"], occurrences: 1 }]);
    expect([await lastRun("mug"), await lastRun("cup")]).toEqual([part["id"], whole["id"]]);
    expect(await candidates(whole["id"])).toHaveLength(1);
    const next = await shop.run();
    expect(await writers()).toEqual(before);
    expect(await alerts("mug")).toMatchObject([{ run_id: next["id"], occurrences: 4 }]);
  });

  it("are not counted for an item that has left the part", async () => {
    await undercut("mug", ["blue"]);
    await undercut("cup", ["blue"]);
    for (let n = 0; n < 2; n++) await shop.run({ subset_tags: ["blue"] });
    await shop.stock({ sku: "mug", tags: ["red"] });
    const without = await shop.run({ subset_tags: ["blue"] });
    expect(await alerts("mug")).toMatchObject([{ occurrences: 2 }]);
    expect(await lastRun("mug")).not.toBe(without["id"]);
    expect(await alerts("cup")).toMatchObject([{ run_id: without["id"], occurrences: 3 }]);
  });

  it("name at most eight parts in a row, however many there are, and are told rightly", async () => {
    const parts = Array.from({ length: 9 }, (_, n) => `part-${n}`);
    await undercut("mug", parts);
    await shop.run();
    const bodies = [...parts.map((part) => ({ subset_tags: [part] })), {}];
    let occurrences = 1;
    for (const body of [...bodies, ...bodies.toReversed()]) {
      const run = await shop.run(body);
      occurrences++;
      expect(await alerts("mug")).toMatchObject([{ run_id: run["id"], occurrences, last_seen: nowIso() }]);
      expect(await lastRun("mug")).toBe(run["id"]);
    }
    expect(await seriesNamed()).toEqual([8, 8]);
    const before = await writers();
    await shop.run({ subset_tags: ["part-0"] });
    await shop.run({ subset_tags: ["part-6"] });
    expect(await writers()).toEqual(before);
  });

  it("are forgotten when the results of runs are, and what they told stays", async () => {
    await undercut("mug", ["blue", "green"]);
    await undercut("cup", ["red"]);
    await shop.run();
    for (const tag of ["red", "green", "blue", "blue", "red"]) await shop.run({ subset_tags: [tag] });
    service.clock.advance(DAY_MS);
    await shop.run({ subset_tags: ["blue"] });
    await shop.run({ subset_tags: ["red"] });
    service.clock.advance(20 * DAY_MS);
    await shop.observe("mug", ["18.00", "18.20"]);
    await shop.run({ subset_tags: ["green"] });
    service.clock.advance(20 * DAY_MS);
    const settings = { ...service.services.settings, resultsRetentionMs: 30 * DAY_MS };
    const services = { ...service.services, settings };
    const figures = async (sku: string) => [
      await alerts(sku),
      await recommendation(sku),
      await lastRun(sku),
      (await shop.recommendations(sku)).map(({ evidence }) => evidence),
    ];
    const before = [await figures("mug"), await figures("cup")];
    expect(before.map(([alert]) => alert)).toMatchObject([[{ occurrences: 6 }], [{ occurrences: 4 }]]);
    await purgeOldResults(services);
    // A purge that ends between two of its transactions has changed as little.
    const beforeMs = service.clock.now() - services.settings.resultsRetentionMs;
    const inPages = async (): Promise<void> => {
      const part = await purgePage(service.db, "run_series", { beforeMs, after: OLDEST, most: 1 });
      expect([await figures("mug"), await figures("cup")]).toEqual(before);
      if (part.looked > 0 && (await partsCounted()).includes("blue")) await inPages();
    };
    await inPages();
    await purgeOldRows(services);
    expect(await partsCounted()).toEqual(["", "green"]);
    expect([await figures("mug"), await figures("cup")]).toEqual(before);
    for (const sku of ["mug", "cup"]) await shop.observe(sku, ["18.00", "18.20"]);
    const other = await shop.run({ subset_tags: ["red", "green"] });
    const blue = await shop.run({ subset_tags: ["blue"] });
    expect(await alerts("mug")).toMatchObject([{ run_id: blue["id"], occurrences: 8 }]);
    expect(await alerts("cup")).toMatchObject([{ run_id: other["id"], occurrences: 5 }]);
  });

  it("count beside those over all of it when they are of chosen items", async () => {
    await undercut("mug");
    await shop.run();
    await shop.run();
    const { json } = await shop.call("GET", `/catalog/items/${await shop.itemId("mug")}/observations`);
    const [observation] = json?.["data"] as { id: string }[];
    const reported = await shop.call("POST", `/observations/${observation?.id}/report`, {
      reason: "wrong_price",
    });
    const runId = String(reported.json?.["run_id"]);
    await processRun(service.services, shop.workspace.tenant, runId);
    expect(await alerts("mug")).toMatchObject([{ run_id: runId, occurrences: 3 }]);
    const whole = await shop.run();
    expect(await alerts("mug")).toMatchObject([{ run_id: whole["id"], occurrences: 4 }]);
  });
});

describe("what a person decides", () => {
  it("keeps the evidence and the run that it was decided by, whatever later runs find", async () => {
    await undercut("mug");
    await shop.run();
    service.clock.advance(DAY_MS);
    const last = await shop.run();
    const { id } = (await recommendation("mug")) ?? {};
    await act(`/recommendations/${id}/accept`);
    expect(await lastRun("mug")).toBe(last["id"]);
    await act(`/recommendations/${id}/reject`, { reason: "Not now." });
    service.clock.advance(DAY_MS);
    await shop.run();
    await service.sql("DELETE FROM run_results WHERE workspace_id = $1", [shop.workspace.id]);
    expect(await recommendation("mug")).toMatchObject({
      id,
      status: "rejected",
      evidence: { cost: { age_days: 1 } },
    });
    expect(await lastRun("mug")).toBe(last["id"]);
  });

  it("keeps its place when it came between the evaluation and the publication of a run", async () => {
    await undercut("mug");
    const first = await shop.run();
    await shop.stock({ sku: "mug", cost: "10.05" });
    const { id } = (await recommendation("mug")) ?? {};
    let points = 0;
    let accepted = false;
    const { json } = await shop.call("POST", "/runs", {});
    const runId = String((json?.["run"] as { id: string }).id);
    const services = {
      ...service.services,
      checkpoint: async (point: string) => {
        // The first is before the item is compared with its row, the second before the row is written.
        if (point !== "run:publishing" || ++points !== 2) return;
        accepted = (await shop.call("POST", `/recommendations/${id}/accept`)).status === 200;
      },
    };
    await processRun(services as typeof service.services, shop.workspace.tenant, runId);
    expect(accepted).toBe(true);
    expect(await lastRun("mug")).toBe(first["id"]);
    expect(await candidates(runId)).toEqual([]);
    const next = await shop.run();
    expect(await shop.recommendations("mug")).toMatchObject([
      { id, status: "pending_approval", version: 2, last_run_id: next["id"] },
    ]);
  });
});

it("is told rightly of rows that a process of the version before has written", async () => {
  await undercut("mug");
  for (let n = 0; n < 2; n++) await shop.run();
  const item = await shop.itemId("mug");
  await service.sql("UPDATE recommendations SET last_run_id = 'run_before' WHERE item_id = $1", [item]);
  await service.sql(
    "UPDATE alerts SET occurrences = occurrences + 1, run_id = 'run_before' WHERE item_id = $1",
    [item],
  );
  expect(await lastRun("mug")).toBe("run_before");
  expect(await alerts("mug")).toMatchObject([{ run_id: "run_before", occurrences: 3 }]);
  const next = await shop.run();
  expect(await lastRun("mug")).toBe(next["id"]);
  expect(await alerts("mug")).toMatchObject([{ run_id: next["id"], occurrences: 4 }]);
});

describe("the results of runs", () => {
  it("stay for an open recommendation from the run that made it and the last that saw it alone", async () => {
    await undercut("mug");
    const first = await shop.run();
    for (let n = 0; n < 3; n++) await shop.run();
    service.clock.advance(95 * DAY_MS);
    await purgeOldResults(service.services);
    const stored = async () =>
      (
        await service.sql<{ run_id: string }>(
          "SELECT run_id FROM run_results WHERE workspace_id = $1 ORDER BY run_id",
          [shop.workspace.id],
        )
      ).map(({ run_id }) => run_id);
    expect(await stored()).toEqual([first["id"], await lastRun("mug")]);
    expect(await recommendation("mug")).toMatchObject({ status: "new" });
    expect(await alerts("mug")).toMatchObject([{ occurrences: 4 }]);
  });
});
