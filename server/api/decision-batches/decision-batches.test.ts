import { beforeEach, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import type { Columns } from "@/server/testing/factories";
import { type Pending, type Shop, startShops } from "@/server/testing/shop";
import { processDecisionBatch } from "@/server/usecases/decision-batches/process";

const shops = duringTests(startShops);
let shop: Shop;

beforeEach(async () => {
  shop = await shops.shop();
  shops.onFault(null);
});

interface Batch {
  id: string;
  hash: string;
  status: string;
  count: number;
  selected: number;
  progress: Record<string, number>;
  falls_out: { reason: string; changed: string[]; count: number }[];
}

const sql = (text: string, values: unknown[]) => shops.service.sql(text, values);
const make = (count: number, columns: Columns = {}): Promise<Pending[]> =>
  Promise.all(Array.from({ length: count }, () => shop.pending({ recommendation: columns })));
const idsOf = (rows: readonly Pending[]) => rows.map(({ recommendation }) => recommendation);
const create = (body: object) => shop.post("/decision-batches", body);
async function preview(action: string, ids: readonly string[], rest: object = {}): Promise<Batch> {
  const response = await create({ action, ids, ...rest });
  expect(response.status, response.text).toBe(201);
  return response.json?.["batch"] as Batch;
}
const confirm = ({ id, hash }: { id: string; hash: string }) =>
  shop.post(`/decision-batches/${id}/confirm`, { hash });
const work = (id: string) => processDecisionBatch(shops.service.services, shop.workspace.tenant, id);
const read = async (id: string) => (await shop.get(`/decision-batches/${id}`)).json as unknown as Batch;
const items = async (id: string, query = "?limit=100") =>
  (await shop.get(`/decision-batches/${id}/items${query}`)).json?.["data"] as Record<string, unknown>[];
const statuses = async (ids: readonly string[]) => {
  const rows = await sql("SELECT status FROM recommendations WHERE id = ANY($1) ORDER BY id", [ids]);
  return rows.map((row) => row["status"]);
};
async function carriedOut(action: string, ids: readonly string[], rest: object = {}): Promise<Batch> {
  const batch = await preview(action, ids, rest);
  expect((await confirm(batch)).status).toBe(202);
  await work(batch.id);
  return read(batch.id);
}

describe("a preview", () => {
  it("decides nothing, and shows how many, the summed effect and what would fall out and why", async () => {
    const open = await make(3);
    const [below] = await make(1);
    const [fresh] = await make(1, { status: "new", accepted: false });
    await sql("UPDATE catalog_items SET max_price = 2100 WHERE id = $1", [below?.item]);
    const unknown = "rec_01k9zq0v7k3t5m8w2x4y6z0a1b";
    const ids = [...idsOf(open), below?.recommendation ?? "", fresh?.recommendation ?? "", unknown];
    const batch = await preview("approve", [...ids, unknown]);
    expect(batch).toMatchObject({
      status: "preview",
      selected: 6,
      count: 3,
      effect: {
        raised: 3,
        lowered: 0,
        unknown: 0,
        currencies: [{ currency: "EUR", count: 3, profit_per_unit: { amount: "4.50", currency: "EUR" } }],
      },
      progress: { waiting: 3, done: 0, fell_out: 3, canceled: 0 },
    });
    expect(batch.falls_out.map(({ reason, changed }) => [reason, changed])).toEqual(
      expect.arrayContaining([
        ["changed", ["item_max"]],
        ["conflict", []],
        ["not_found", []],
      ]),
    );
    expect(await statuses(idsOf(open))).toEqual(Array(3).fill("pending_approval"));
  });

  it("finds for each recommendation the refusal that the single approval ends with", async () => {
    const rows = await make(6);
    const [archived, cost, writing, price, guarded] = rows;
    await sql("UPDATE catalog_items SET archived_at = now() WHERE id = $1", [archived?.item]);
    await sql("UPDATE catalog_items SET cost = 1500 WHERE id = $1", [cost?.item]);
    await sql("UPDATE catalog_items SET price = 2000 WHERE id = $1", [price?.item]);
    await sql("UPDATE catalog_items SET max_price = 2100 WHERE id = $1", [guarded?.item]);
    await shops.service.make.writeBack(shop.workspace.id, {
      item_id: writing?.item ?? "",
      integration_id: shop.integration,
      status: "unknown",
      finished_at: null,
    });
    const batch = await preview("approve", idsOf(rows));
    const foreseen = new Map((await items(batch.id)).map((row) => [row["id"], row]));
    for (const { recommendation: id } of rows) {
      const single = await shop.post(`/recommendations/${id}/approve`);
      const found = foreseen.get(id);
      const refused = single.status === 200 ? null : (single.json?.["changed"] ?? []);
      expect(found?.["outcome"] === null ? null : found?.["changed"], id).toEqual(refused);
    }
  });

  it("has the same hash for the same set in any order, and another for another version, action or reason", async () => {
    const rows = idsOf(await make(3));
    const one = await preview("reject", rows, { reason: "No" });
    const same = await preview("reject", [...rows].reverse(), { reason: "No" });
    const reason = await preview("reject", rows, { reason: "Never" });
    await sql("UPDATE recommendations SET version = 2 WHERE id = $1", [rows[0]]);
    const version = await preview("reject", rows, { reason: "No" });
    expect(same.hash).toBe(one.hash);
    expect(new Set([one.hash, reason.hash, version.hash]).size).toBe(3);
  });

  it("has all that match its filter in a status that the action takes effect in, and nothing else", async () => {
    const brand = async (name: string, columns: Columns = {}) =>
      (await shop.pending({ item: { brand: name }, recommendation: columns })).recommendation;
    const lumen = [await brand("Lumen"), await brand("Lumen")].sort();
    await brand("Karft");
    await brand("Lumen", { status: "new", accepted: false });
    await brand("Lumen", { snooze_until: new Date(shops.service.clock.now() + 60_000) });
    const other = await shops.shop();
    await other.pending({ item: { brand: "Lumen" } });
    const { json } = await create({ action: "approve", filter: { brand: "Lumen" } });
    const batch = json?.["batch"] as Batch;
    expect(batch).toMatchObject({ selected: 2, count: 2, filter: { brand: "Lumen" } });
    expect((await items(batch.id)).map(({ id }) => id)).toEqual(lumen);
    for (const body of [{ filter: { brnad: "Lumen" } }, { filter: {}, ids: lumen }, {}])
      expect((await create({ action: "approve", ...body })).json?.["error"]).toBe("validation_error");
  });

  it("is deleted for twenty newer ones of its own person, and never for those of another", async () => {
    const ids = idsOf(await make(1));
    const userId = await shops.service.person({ workspaceId: shop.workspace.id, role: "analyst" });
    const mint = () => shops.service.mintToken({ workspaceId: shop.workspace.id, userId });
    const tokens = [await mint(), await mint()];
    const theirs = async (n: number) => {
      const body = { action: "resolve", ids };
      const answer = await shops.service.call("POST", "/decision-batches", { token: tokens[n % 2], body });
      return (answer.json?.["batch"] as Batch).id;
    };
    const mine = await preview("approve", ids);
    const first = await theirs(0);
    for (let n = 1; n <= 20; n += 1) await theirs(n);
    expect((await shop.get(`/decision-batches/${first}`)).status).toBe(404);
    expect(
      (await confirm({ id: String(first), hash: "any" })).status,
      "a deleted one cannot be confirmed",
    ).toBe(404);
    const [row] = await sql(
      "SELECT count(*)::int AS count FROM decision_batches WHERE workspace_id = $1 AND created_by_person = $2",
      [shop.workspace.id, userId],
    );
    expect(row?.["count"]).toBe(20);
    expect((await confirm(mine)).status).toBe(202);
  });

  it("is deleted with the next one once it has expired, whoever made it", async () => {
    const ids = idsOf(await make(1));
    const old = await preview("approve", ids);
    shops.service.clock.advance(31 * 60_000);
    const other = await shops.service.person({ workspaceId: shop.workspace.id, role: "analyst" });
    const token = await shops.service.mintToken({ workspaceId: shop.workspace.id, userId: other });
    await shops.service.call("POST", "/decision-batches", { token, body: { action: "resolve", ids } });
    shops.service.clock.advance(-31 * 60_000);
    expect((await shop.get(`/decision-batches/${old.id}`)).status).toBe(404);
  });

  it("needs what the single operation needs: a reason, a time that lies ahead, known fields", async () => {
    const ids = idsOf(await make(1));
    for (const body of [
      { action: "reject", ids },
      { action: "snooze", ids },
      { action: "snooze", ids, snooze_until: "2020-01-01T00:00:00Z" },
      { action: "accept", ids, snooze_until: "2036-01-01T00:00:00Z" },
      { action: "accept", ids: [] },
      { action: "accept", ids: ["itm_1"] },
      { action: "raise", ids },
    ])
      expect((await create(body)).json?.["error"], JSON.stringify(body)).toBe("validation_error");
  });

  it("names the field of the filter whose amount the currency does not have", async () => {
    const { json } = await create({ action: "accept", filter: { min_money_at_risk: "1e5" } });
    expect(json).toMatchObject({ error: "validation_error", issues: [{ path: "filter.min_money_at_risk" }] });
  });
});

describe("the list", () => {
  it("shows each batch as it is shown alone: previews, running, finished and canceled ones", async () => {
    const [open, risen, gone] = idsOf(await make(3));
    const ids = [open ?? "", risen ?? "", gone ?? ""];
    await sql("UPDATE recommendations SET status = 'rejected' WHERE id = $1", [gone]);
    const running = await preview("reject", ids, { reason: "No" });
    const finished = await preview("approve", ids);
    const canceled = await preview("approve", ids);
    const waiting = await preview("approve", ids);
    await sql("UPDATE recommendations SET version = 2 WHERE id = $1", [risen]);
    await confirm(finished);
    await work(finished.id);
    await confirm(running);
    await shop.post(`/decision-batches/${canceled.id}/cancel`);
    const { data } = (await shop.get("/decision-batches")).json as unknown as { data: Batch[] };
    expect(data.map(({ status }) => status).sort()).toEqual(["canceled", "finished", "preview", "running"]);
    for (const batch of data) expect(await read(batch.id)).toEqual(batch);
    expect(data.find(({ id }) => id === waiting.id)?.falls_out).toMatchObject([
      { reason: "conflict", count: 1 },
    ]);
  });
});

describe("a batch that a process of another version stored", () => {
  it.each([
    ["field", { brand: "Acme", season: "winter" }],
    ["value", { why: "a_reason_of_another_version", min_age_days: 3 }],
  ])("is listed with its filter that has an unknown %s, as are the others", async (_, filter) => {
    const other = await preview("accept", idsOf(await make(1, { status: "new", accepted: false })));
    const id = await shops.service.make.batch(shop.workspace.id, { criteria: JSON.stringify(filter) });
    const { status, json } = await shop.get("/decision-batches");
    expect(status).toBe(200);
    const listed = (json?.["data"] as { id: string; filter: unknown }[]).map((batch) => [
      batch.id,
      batch.filter,
    ]);
    expect(listed).toEqual(
      expect.arrayContaining([
        [id, filter],
        [other.id, null],
      ]),
    );
    expect((await shop.get(`/decision-batches/${id}`)).json).toMatchObject({ filter });
  });
});

describe("a confirmation", () => {
  it("takes each decision as the single operation does, in the confirming caller's name", async () => {
    const rows = await make(5);
    const batch = await carriedOut("approve", idsOf(rows));
    expect(batch).toMatchObject({ status: "finished", progress: { waiting: 0, done: 5, fell_out: 0 } });
    await shop.work();
    expect(await statuses(idsOf(rows))).toEqual(Array(5).fill("applied"));
    for (const { ref } of rows) expect(await shop.given(ref)).toHaveLength(1);
    const audit = await sql(
      "SELECT actor, via, after FROM audit_events WHERE workspace_id = $1 AND action = 'recommendation.approve'",
      [shop.workspace.id],
    );
    expect(audit).toHaveLength(5);
    for (const { actor, via, after } of audit) {
      expect([String(actor).startsWith("token:"), via]).toEqual([true, "api"]);
      expect(JSON.parse(String(after))).toMatchObject({ batch: batch.id });
    }
  });

  it("is a conflict that changes nothing with another hash, after its time, or after a cancellation", async () => {
    const ids = idsOf(await make(1));
    const batch = await preview("approve", ids);
    const wrong = await confirm({ ...batch, hash: "0".repeat(64) });
    expect([wrong.status, wrong.json?.["error"]]).toEqual([409, "conflict"]);
    shops.service.clock.advance(31 * 60_000);
    expect((await confirm(batch)).json).toMatchObject({ error: "conflict", current_status: "expired" });
    shops.service.clock.advance(-31 * 60_000);
    await shop.post(`/decision-batches/${batch.id}/cancel`);
    expect((await confirm(batch)).status).toBe(409);
    const stopped = await preview("approve", ids);
    expect((await confirm(stopped)).status).toBe(202);
    await shop.post(`/decision-batches/${stopped.id}/cancel`);
    expect((await confirm(stopped)).json).toMatchObject({ error: "conflict", current_status: "canceled" });
    for (const { id } of [batch, stopped]) await work(id);
    expect(await statuses(ids)).toEqual(["pending_approval"]);
  });

  it("changes nothing when repeated with the same hash, before and after the end", async () => {
    const batch = await preview("accept", idsOf(await make(2, { status: "new", accepted: false })));
    expect((await confirm(batch)).json).toMatchObject({ idempotent: false });
    const repeat = await confirm(batch);
    expect([repeat.status, repeat.json]).toMatchObject([
      200,
      { idempotent: true, batch: { status: "running" } },
    ]);
    await work(batch.id);
    expect((await confirm(batch)).json).toMatchObject({ idempotent: true, batch: { status: "finished" } });
    await work(batch.id);
    expect(await read(batch.id)).toMatchObject({ progress: { done: 2 } });
  });

  it.each([
    ["accept", { status: "new", accepted: false }, {}, "pending_approval"],
    ["dismiss", { status: "new", accepted: false }, {}, "dismissed"],
    ["resolve", {}, { reason: "By hand" }, "resolved"],
    ["reject", {}, { reason: "No" }, "rejected"],
    ["snooze", {}, { snooze_until: "2026-12-01T09:30:00Z" }, "pending_approval"],
  ])(
    "%s leaves out a recommendation whose version rose since the preview",
    async (action, columns, rest, to) => {
      const [kept, risen] = idsOf(await make(2, columns as Columns)).sort();
      const batch = await preview(action, [kept ?? "", risen ?? ""], rest);
      await sql("UPDATE recommendations SET version = 2 WHERE id = $1", [risen]);
      await confirm(batch);
      await work(batch.id);
      expect(await items(batch.id)).toMatchObject([
        { id: kept, outcome: "done", status: to },
        { id: risen, outcome: "fell_out", reason: "changed", changed: ["version"] },
      ]);
    },
  );

  it("lets an approval fall out that a guard forbids at its own moment, and renews it as the single one does", async () => {
    const [fine, forbidden] = await make(2);
    const batch = await preview("approve", idsOf([fine, forbidden].filter((row) => row !== undefined)));
    expect(batch.count).toBe(2);
    await sql("UPDATE catalog_items SET max_price = 2100 WHERE id = $1", [forbidden?.item]);
    await confirm(batch);
    await work(batch.id);
    expect(await read(batch.id)).toMatchObject({
      status: "finished",
      progress: { done: 1, fell_out: 1 },
      falls_out: [{ reason: "changed", changed: ["item_max"], count: 1 }],
    });
    expect(await statuses([forbidden?.recommendation ?? ""])).toEqual(["superseded"]);
  });

  describe("of one that another person snoozes after the preview", () => {
    const MONDAY = "2036-12-01T09:30:00.000Z";
    const snoozedBy = async (id: string, until = MONDAY) => {
      const userId = await shops.service.person({ workspaceId: shop.workspace.id, role: "analyst" });
      const token = await shops.service.mintToken({ workspaceId: shop.workspace.id, userId });
      const body = { snooze_until: until };
      const answer = await shops.service.call("POST", `/recommendations/${id}/snooze`, { token, body });
      expect(answer.status, answer.text).toBe(200);
    };
    const previewed = async (action: string, by: "ids" | "filter", id: string, rest: object) => {
      const subject = by === "ids" ? { ids: [id] } : { filter: {} };
      const { json, status, text } = await create({ action, ...subject, ...rest });
      expect(status, text).toBe(201);
      return json?.["batch"] as Batch;
    };
    const fallOutsOf = async (batch: Batch) => {
      await confirm(batch);
      await work(batch.id);
      return (await read(batch.id)).falls_out;
    };

    it.each([
      ["approve", {}],
      ["reject", { reason: "No" }],
      ["resolve", {}],
      ["snooze", { snooze_until: "2036-12-24T09:30:00Z" }],
    ])("does not %s it, chosen by its id or by a filter", async (action, rest) => {
      for (const by of ["ids", "filter"] as const) {
        shop = await shops.shop();
        const [id = ""] = idsOf(await make(1));
        const batch = await previewed(action, by, id, rest);
        expect(batch.count).toBe(1);
        await snoozedBy(id);
        expect(await fallOutsOf(batch), by).toMatchObject([
          { reason: "conflict", message: "It was snoozed after the preview.", count: 1 },
        ]);
        expect((await shop.get(`/recommendations/${id}`)).json).toMatchObject({
          status: "snoozed",
          snooze_until: MONDAY,
        });
      }
    });

    it("decides one that was snoozed when it was chosen by its id, unless the snooze changed", async () => {
      const [chosen = "", changed = ""] = idsOf(await make(2)).sort();
      for (const id of [chosen, changed]) await snoozedBy(id);
      const batch = await preview("approve", [chosen, changed]);
      await snoozedBy(changed, "2036-12-02T09:30:00.000Z");
      await confirm(batch);
      await work(batch.id);
      expect((await items(batch.id)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
        ["done", null],
        ["fell_out", "conflict"],
      ]);
    });
  });

  it("snoozes nothing when the time of the snooze has passed, as the single operation refuses it", async () => {
    const ids = idsOf(await make(1));
    const until = new Date(shops.service.clock.now() + 60_000).toISOString();
    const batch = await preview("snooze", ids, { snooze_until: until });
    shops.service.clock.advance(5 * 60_000);
    const alone = await shop.post(`/recommendations/${ids[0] ?? ""}/snooze`, { snooze_until: until });
    await confirm(batch);
    await work(batch.id);
    expect(alone.json?.["error"]).toBe("validation_error");
    expect((await read(batch.id)).falls_out).toMatchObject([{ reason: "validation_error", count: 1 }]);
    expect((await shop.get(`/recommendations/${ids[0] ?? ""}`)).json).toMatchObject({ snooze_until: null });
  });

  it("lets one fall out that somebody decided meanwhile", async () => {
    const [one, two] = idsOf(await make(2));
    const batch = await preview("approve", [one ?? "", two ?? ""]);
    await shop.post(`/recommendations/${one ?? ""}/approve`);
    await shop.post(`/recommendations/${two ?? ""}/reject`, { reason: "No" });
    await confirm(batch);
    await work(batch.id);
    const found = (await items(batch.id)).map(({ id, reason }) => [id, reason]);
    expect(new Map(found as [string, string][])).toEqual(
      new Map([
        [one, "already_done"],
        [two, "conflict"],
      ]),
    );
  });
});

describe("a cancellation", () => {
  it("leaves what is decided when it comes half-way, and begins nothing more", async () => {
    const ids = idsOf(await make(8)).sort();
    const batch = await preview("approve", ids);
    await confirm(batch);
    let canceled: Promise<unknown> | null = null;
    shops.onFault(async (point) => {
      if (point !== "decision-batch:item-committed") return;
      canceled ??= shop.post(`/decision-batches/${batch.id}/cancel`);
      await canceled;
    });
    await work(batch.id);
    const { progress, status } = await read(batch.id);
    expect(status).toBe("canceled");
    expect(progress["done"]).toBeGreaterThanOrEqual(1);
    expect(progress["canceled"]).toBeGreaterThanOrEqual(4);
    expect((progress["done"] ?? 0) + (progress["canceled"] ?? 0)).toBe(8);
    shops.onFault(null);
    await work(batch.id);
    expect((await statuses(ids)).filter((each) => each === "approved")).toHaveLength(progress["done"] ?? 0);
    const repeat = await shop.post(`/decision-batches/${batch.id}/cancel`);
    expect(repeat.json).toMatchObject({ idempotent: true, batch: { progress } });
  });

  it("is a conflict when the batch is finished", async () => {
    const batch = await carriedOut("reject", idsOf(await make(1)), { reason: "No" });
    expect((await shop.post(`/decision-batches/${batch.id}/cancel`)).status).toBe(409);
  });
});

describe("the outcomes", () => {
  it("are a list by pages and one NDJSON file, and another workspace sees neither", async () => {
    const batch = await carriedOut("reject", idsOf(await make(3)), { reason: "No" });
    const first = await shop.get(`/decision-batches/${batch.id}/items?limit=2`);
    const cursor = String(first.json?.["next_cursor"]);
    const second = await shop.get(`/decision-batches/${batch.id}/items?limit=2&cursor=${cursor}`);
    const pages = [...(first.json?.["data"] as object[]), ...(second.json?.["data"] as object[])];
    expect(second.json?.["next_cursor"]).toBeNull();
    const file = await shop.get(`/decision-batches/${batch.id}/items?format=ndjson`);
    expect(file.headers.get("content-type")).toContain("application/x-ndjson");
    expect(
      file.text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as object),
    ).toEqual(pages);
    expect(await items(batch.id, "?outcome=fell_out")).toEqual([]);
    const other = await shops.shop();
    for (const path of ["", "/items", "/items?format=ndjson"])
      expect((await other.get(`/decision-batches/${batch.id}${path}`)).status).toBe(404);
  });

  it("are counted in the list of batches, newest first", async () => {
    const first = await carriedOut("reject", idsOf(await make(1)), { reason: "No" });
    const second = await preview("approve", idsOf(await make(2)));
    const listed = (await shop.get("/decision-batches")).json?.["data"] as Batch[];
    expect(listed.map(({ id, progress }) => [id, progress["done"], progress["waiting"]])).toEqual([
      [second.id, 0, 2],
      [first.id, 1, 0],
    ]);
  });
});
