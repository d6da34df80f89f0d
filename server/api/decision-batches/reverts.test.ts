import { beforeEach, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { type Pending, type Shop, startShops } from "@/server/testing/shop";
import { processDecisionBatch } from "@/server/usecases/decision-batches/process";

/** Sixty prices are approved, written and taken back. */
const SLOW_MS = 180_000;

const shops = duringTests(startShops);
let shop: Shop;
let run: string;

beforeEach(async () => {
  shops.onFault(null);
  shop = await shops.shop();
  run = await shops.service.make.run(shop.workspace.id);
});

interface Batch {
  id: string;
  hash: string;
  count: number;
  selected: number;
  status: string;
  progress: Record<string, number>;
  falls_out: { reason: string; changed: string[]; message: string; count: number }[];
}
type Item = {
  id: string;
  outcome: string | null;
  message: string | null;
  write_back: Record<string, unknown> | null;
};

const sql = (text: string, values: unknown[]) => shops.service.sql(text, values);
/** Price changes of the run, each approved and written. */
async function applied(count: number): Promise<Pending[]> {
  const rows: Pending[] = [];
  for (let n = 0; n < count; n++) {
    const row = await shop.pending({ recommendation: { run_id: run } });
    const answer = await shop.post(`/recommendations/${row.recommendation}/approve`);
    expect(answer.status, answer.text).toBe(200);
    rows.push(row);
  }
  await shop.work();
  return rows;
}
async function preview(path: string): Promise<Batch> {
  const answer = await shop.post(path);
  expect(answer.status, answer.text).toBe(201);
  return answer.json?.["batch"] as Batch;
}
const confirm = ({ id, hash }: Batch) => shop.post(`/decision-batches/${id}/confirm`, { hash });
const process = (id: string) => processDecisionBatch(shops.service.services, shop.workspace.tenant, id);
const itemsOf = async (id: string) =>
  (await shop.get(`/decision-batches/${id}/items?limit=100`)).json?.["data"] as Item[];
/** Works until the batch is finished: on a busy machine it takes several slices. */
async function finish({ id }: Batch): Promise<Batch> {
  const read = async () => (await shop.get(`/decision-batches/${id}`)).json as unknown as Batch;
  do await process(id);
  while ((await read()).status === "running");
  await shop.work();
  return read();
}
async function carryOut(batch: Batch): Promise<Batch> {
  const confirmed = await confirm(batch);
  expect(confirmed.status, confirmed.text).toBe(202);
  return finish(batch);
}
const prices = async (rows: readonly Pending[]) => {
  const given: string[][] = [];
  for (const { ref } of rows) given.push((await shop.given(ref)).map(({ price }) => price));
  return given;
};

describe("a revert of a run", () => {
  it(
    "writes each price back once, and names what was edited or decided since",
    async () => {
      const rows = await applied(60);
      const [synced, ...edited] = rows.slice(0, 5);
      // A sync has found the first edit; the others are only in the store.
      await sql("UPDATE catalog_items SET price = 1899 WHERE id = $1", [synced?.item]);
      for (const { ref } of rows.slice(0, 5)) await shop.edit(ref, "1899");
      shops.service.clock.advance(1);
      for (const { item } of rows.slice(5, 8))
        await shops.service.make.writeBack(shop.workspace.id, {
          item_id: item,
          integration_id: shop.integration,
        });
      const batch = await preview(`/runs/${run}/revert`);
      expect(batch).toMatchObject({ selected: 60, count: 56, progress: { waiting: 56, fell_out: 4 } });
      expect(batch.falls_out).toMatchObject([
        {
          reason: "changed",
          changed: ["write_back"],
          message: "The item's price was written again since.",
          count: 3,
        },
        { reason: "changed", changed: ["price"], count: 1 },
      ]);
      await carryOut(batch);
      expect((await confirm(batch)).json).toMatchObject({ idempotent: true });
      await process(batch.id);
      await shop.work();
      expect(await prices(rows.slice(8))).toEqual(Array(52).fill(["2149", "1999"]));
      expect(await prices(rows.slice(0, 5))).toEqual(Array(5).fill(["2149", "1899"]));
      const items = await itemsOf(batch.id);
      const conflicts = items.filter(({ write_back: write }) => write?.["status"] === "conflict");
      expect(conflicts.map(({ id }) => id).sort()).toEqual(edited.map((row) => row.recommendation).sort());
      expect(conflicts[0]?.write_back).toMatchObject({
        store_answer: "The store holds 18.99 EUR, not the expected 21.49 EUR. Nothing was sent.",
      });
      expect(items.filter(({ write_back: write }) => write?.["status"] === "applied")).toHaveLength(52);
    },
    SLOW_MS,
  );

  it("can itself be taken back, and that again", async () => {
    const rows = await applied(3);
    const first = await carryOut(await preview(`/runs/${run}/revert`));
    const second = await preview(`/decision-batches/${first.id}/revert`);
    expect(second).toMatchObject({ count: 3, reverts: { run_id: null, batch_id: first.id } });
    await carryOut(second);
    expect(await prices(rows)).toEqual(Array(3).fill(["2149", "1999", "2149"]));
    await carryOut(await preview(`/runs/${run}/revert`));
    expect(await prices(rows)).toEqual(Array(3).fill(["2149", "1999", "2149", "1999"]));
    expect(await preview(`/runs/${run}/revert`)).toMatchObject({
      count: 0,
      falls_out: [{ reason: "already_done", count: 3 }],
    });
  });

  it("is carried out by another worker when one is killed", async () => {
    // More prices than are taken back at the same time, so that some are left when the worker is killed.
    const rows = await applied(10);
    const batch = await preview(`/runs/${run}/revert`);
    await confirm(batch);
    shops.onFault((at) => {
      if (at === "decision-batch:item-committed") throw new Error("killed here");
    });
    await process(batch.id).catch(() => undefined);
    shops.onFault(null);
    const left = (await itemsOf(batch.id)).filter(({ outcome }) => outcome === null);
    expect(left.length).toBeGreaterThan(0);
    shops.service.clock.advance(11_000);
    await finish(batch);
    expect(await prices(rows)).toEqual(Array(10).fill(["2149", "1999"]));
  });

  it("is found by no other workspace and needs the permission of the single revert", async () => {
    await applied(1);
    const other = await shops.shop();
    expect((await other.post(`/runs/${run}/revert`)).status).toBe(404);
    const batch = await preview(`/runs/${run}/revert`);
    expect((await other.post(`/decision-batches/${batch.id}/revert`)).status).toBe(404);
    const userId = await shops.service.person({ workspaceId: shop.workspace.id, role: "analyst" });
    const token = await shops.service.mintToken({ workspaceId: shop.workspace.id, userId });
    const paths = [`/runs/${run}/revert`, `/decision-batches/${batch.id}/revert`];
    const unknown = ["/runs/run_none/revert", "/decision-batches/bat_none/revert"];
    for (const path of [...paths, ...unknown, `/decision-batches/${batch.id}/confirm`]) {
      const refused = await shops.service.call("POST", path, { token, body: { hash: batch.hash } });
      expect([refused.status, refused.json?.["error"]], path).toEqual([403, "forbidden_role"]);
    }
    for (const path of unknown) expect((await shop.post(path)).status, path).toBe(404);
  });
});

const create = async (action: string, ids: string[]) =>
  (await shop.post("/decision-batches", { action, ids, reason: "x" })).json?.["batch"] as Batch;

it("a revert of a batch takes back what was restored since", async () => {
  const rows = [await shop.pending()];
  const approvals = await create(
    "approve",
    rows.map(({ recommendation }) => recommendation),
  );
  await carryOut(approvals);
  const reverts = await carryOut(await preview(`/decision-batches/${approvals.id}/revert`));
  await carryOut(await preview(`/decision-batches/${reverts.id}/revert`));
  const again = await preview(`/decision-batches/${approvals.id}/revert`);
  expect(again).toMatchObject({ selected: 1, count: 1, falls_out: [] });
  await carryOut(again);
  expect(await prices(rows)).toEqual([["2149", "1999", "2149", "1999"]]);
  expect(await preview(`/decision-batches/${reverts.id}/revert`)).toMatchObject({ count: 1 });
});

it("a revert of a batch leaves out what somebody else's approval wrote", async () => {
  await sql("UPDATE policy_versions SET document = document || $2::jsonb WHERE workspace_id = $1", [
    shop.workspace.id,
    JSON.stringify({ lanes: [{ name: "Large", decided_by: "two_people" }] }),
  ]);
  const row = await shop.pending();
  const first = await create("approve", [row.recommendation]);
  expect(await carryOut(first)).toMatchObject({ progress: { done: 1 } });
  const userId = await shops.service.person({ workspaceId: shop.workspace.id, role: "approver" });
  const token = await shops.service.mintToken({ workspaceId: shop.workspace.id, userId });
  const approval = `/recommendations/${row.recommendation}/approve`;
  expect((await shops.service.call("POST", approval, { token, body: {} })).status).toBe(200);
  await shop.work();
  expect(await preview(`/decision-batches/${first.id}/revert`)).toMatchObject({ selected: 0, count: 0 });
});

it("a revert of a batch takes back what it wrote; one that wrote nothing is refused", async () => {
  const rows = [await shop.pending(), await shop.pending()];
  const approvals = await create(
    "approve",
    rows.map(({ recommendation }) => recommendation),
  );
  await carryOut(approvals);
  await carryOut(await preview(`/decision-batches/${approvals.id}/revert`));
  expect(await prices(rows)).toEqual(Array(2).fill(["2149", "1999"]));
  const rejection = await create("reject", [(await shop.pending()).recommendation]);
  expect((await shop.post(`/decision-batches/${rejection.id}/revert`)).status).toBe(409);
});
