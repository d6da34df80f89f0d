import { beforeEach, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startShops } from "@/server/testing/shop";
import { processDecisionBatch } from "@/server/usecases/decision-batches/process";

const shops = duringTests(startShops);
let workspace: TestWorkspace;
let token: string;

beforeEach(async () => {
  shops.onFault(null);
  workspace = await shops.service.workspace({ plan: "enterprise" });
  token = await shops.service.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
});

interface Batch {
  id: string;
  hash: string;
  status: string;
  count: number;
  [field: string]: unknown;
}

const sql = (text: string, values: unknown[]) => shops.service.sql(text, values);
const post = (path: string, body: object = {}, as = token) =>
  shops.service.call("POST", path, { token: as, body });
const get = (path: string, as = token) => shops.service.call("GET", path, { token: as });

/** Adds that many items with these tags, of a category. */
async function add(count: number, category: string, tags: readonly string[]): Promise<void> {
  await sql(
    `INSERT INTO catalog_items (workspace_id, id, sku, title, category, tags, currency, price, cost, stock, created_at,
       updated_at)
     SELECT $1, 'itm_' || substr(md5($1 || $3 || n), 1, 26), $3 || n, 'Item ' || n, $3, $4::text[], 'EUR', 2000, 1000, 5,
       now(), now() FROM generate_series(1, $2::int) n`,
    [workspace.id, count, category, tags],
  );
}
async function preview(body: object): Promise<Batch> {
  const answer = await post("/decision-batches", body);
  expect(answer.status, answer.text).toBe(201);
  return answer.json?.["batch"] as Batch;
}
const read = async (id: string) => (await get(`/decision-batches/${id}`)).json as unknown as Batch;
async function carriedOut(batch: Batch): Promise<Batch> {
  const confirmed = await post(`/decision-batches/${batch.id}/confirm`, { hash: batch.hash });
  expect(confirmed.status, confirmed.text).toBe(202);
  return finished(batch);
}
async function finished({ id }: Batch): Promise<Batch> {
  await processDecisionBatch(shops.service.services, workspace.tenant, id);
  return read(id);
}
async function taken({ id }: Batch): Promise<Batch> {
  const answer = await post(`/decision-batches/${id}/revert`);
  expect(answer.status, answer.text).toBe(201);
  return answer.json?.["batch"] as Batch;
}
const tagged = async (tag: string): Promise<number> => {
  const [row] = await sql(
    "SELECT count(*)::int AS count FROM catalog_items WHERE workspace_id = $1 AND tags @> ARRAY[$2::text]",
    [workspace.id, tag],
  );
  return Number(row?.["count"]);
};
const edits = async (): Promise<number> => {
  const rows = await sql("SELECT FROM audit_events WHERE workspace_id = $1 AND action = 'catalog.edit'", [
    workspace.id,
  ]);
  return rows.length;
};

describe("an edit of the tags of everything that matches", () => {
  it("shows how many get and lose which tag, changes nothing yet, and then each item once", async () => {
    await add(250, "Lamps", ["old", "oak"]);
    await add(30, "Tables", ["old"]);
    const edit = { add_tags: ["sale"], remove_tags: ["old"] };
    const batch = await preview({ action: "edit", item_filter: { category: "Lamps" }, edit });
    expect(batch).toMatchObject({
      of: "items",
      action: "edit",
      count: 250,
      edit,
      item_filter: { category: "Lamps" },
      effect: {
        groups: [
          { group: "+sale", count: 250 },
          { group: "-old", count: 250 },
        ],
      },
    });
    expect(await tagged("sale")).toBe(0);
    expect(await carriedOut(batch)).toMatchObject({ progress: { done: 250, waiting: 0, fell_out: 0 } });
    expect([await tagged("sale"), await tagged("old"), await tagged("oak")]).toEqual([250, 30, 250]);
    const again = await post(`/decision-batches/${batch.id}/confirm`, { hash: batch.hash });
    expect(again.json).toMatchObject({ idempotent: true });
    await finished(batch);
    expect(await edits()).toBe(250);
  });

  it("is taken back where the tags are still as the edit left them, and only what it changed", async () => {
    await add(120, "Lamps", ["old"]);
    await add(5, "Rugs", ["old", "sale"]);
    const batch = await carriedOut(
      await preview({ action: "edit", item_filter: {}, edit: { add_tags: ["sale"], remove_tags: [] } }),
    );
    expect(batch).toMatchObject({
      selected: 125,
      count: 120,
      falls_out: [{ reason: "already_done", count: 5 }],
    });
    await sql(`UPDATE catalog_items SET tags = '{old}' WHERE workspace_id = $1 AND sku = 'Lamps1'`, [
      workspace.id,
    ]);
    const back = await taken(batch);
    expect(back).toMatchObject({ of: "items", action: "restore", count: 119 });
    expect(await carriedOut(back)).toMatchObject({ progress: { done: 119, fell_out: 1 } });
    expect(await tagged("sale")).toBe(5);
    expect(await tagged("old")).toBe(125);
  });

  it("is not taken back from an item that somebody edited since, nor a second time", async () => {
    await add(3, "Lamps", ["full"]);
    const edit = { add_tags: ["sale"], remove_tags: ["full"] };
    const batch = await carriedOut(await preview({ action: "edit", item_filter: {}, edit }));
    const set = (tags: string, sku: string) =>
      sql("UPDATE catalog_items SET tags = $3::text[] WHERE workspace_id = $1 AND sku = $2", [
        workspace.id,
        sku,
        tags,
      ]);
    await set("{}", "Lamps1");
    const back = await taken(batch);
    expect(back).toMatchObject({ count: 2, falls_out: [{ reason: "conflict", count: 1 }] });
    await set("{sale,full}", "Lamps2");
    expect(await carriedOut(back)).toMatchObject({ progress: { done: 1, fell_out: 2 } });
    expect([await tagged("sale"), await tagged("full")]).toEqual([1, 2]);
    const again = await post(`/decision-batches/${batch.id}/revert`);
    expect((again.json?.["batch"] as Batch | undefined)?.count ?? 0).toBe(0);
  });

  it("goes on after a worker died, and edits nothing twice", async () => {
    await add(230, "Lamps", []);
    const batch = await preview({ action: "edit", item_filter: {}, edit: { add_tags: ["sale"] } });
    let deaths = 0;
    shops.onFault((point) => {
      if (point !== "decision-batch:item-decided" || deaths >= 2) return;
      deaths += 1;
      throw new Error("Connection terminated unexpectedly");
    });
    await post(`/decision-batches/${batch.id}/confirm`, { hash: batch.hash });
    for (let round = 0; round < 3; round += 1) {
      await processDecisionBatch(shops.service.services, workspace.tenant, batch.id).catch(() => undefined);
      await sql("UPDATE decision_batches SET lease_until = NULL WHERE id = $1", [batch.id]);
    }
    shops.onFault(null);
    expect(await finished(batch)).toMatchObject({ progress: { done: 230, fell_out: 0 } });
    expect(deaths).toBe(2);
    expect(await edits()).toBe(230);
  });

  it("leaves out items with too many tags, and those that are gone", async () => {
    await add(2, "Lamps", []);
    await sql(
      `UPDATE catalog_items SET tags = ARRAY(SELECT 'tag ' || n FROM generate_series(1, 100) n)
       WHERE workspace_id = $1 AND sku = 'Lamps1'`,
      [workspace.id],
    );
    const [item] = await sql("SELECT id FROM catalog_items WHERE workspace_id = $1 AND sku = 'Lamps2'", [
      workspace.id,
    ]);
    const full = await preview({ action: "edit", item_filter: {}, edit: { add_tags: ["sale"] } });
    expect(full).toMatchObject({ count: 1, falls_out: [{ reason: "validation_error", count: 1 }] });
    const gone = await preview({
      action: "edit",
      item_ids: [item?.["id"], "itm_01k9zq0v7k3t5m8w2x4y6z0a1b"],
      edit: { add_tags: ["sale"] },
    });
    expect(gone).toMatchObject({ count: 1, falls_out: [{ reason: "not_found", count: 1 }] });
  });

  it("needs the scope of the catalog, names tags and items, and is seen by its workspace alone", async () => {
    await add(1, "Lamps", []);
    const body = { action: "edit", item_filter: {}, edit: { add_tags: ["sale"] } };
    const scopes = ["recommendations:read", "recommendations:write", "alerts:write"] as const;
    const other = await shops.service.mintToken({
      workspaceId: workspace.id,
      userId: workspace.userId,
      scopes,
    });
    const refused = await post("/decision-batches", body, other);
    expect([refused.status, refused.json?.["required"]]).toEqual([403, "catalog:write"]);
    const batch = await preview(body);
    for (const step of ["confirm", "cancel", "revert"]) {
      const answer = await post(`/decision-batches/${batch.id}/${step}`, { hash: batch.hash }, other);
      expect([step, answer.status, answer.json?.["required"]]).toEqual([step, 403, "catalog:write"]);
    }
    for (const bad of [
      { ...body, edit: {} },
      { ...body, item_filter: { categry: "Lamps" } },
      { ...body, action: "accept" },
      { action: "edit", edit: body.edit },
      { ...body, filter: {} },
    ])
      expect((await post("/decision-batches", bad)).status, JSON.stringify(bad)).toBe(422);
    const stranger = await shops.service.workspace();
    const foreign = await shops.service.mintToken({ workspaceId: stranger.id, userId: stranger.userId });
    expect((await get(`/decision-batches/${batch.id}`, foreign)).status).toBe(404);
    const before = await edits();
    await carriedOut(batch);
    expect(await edits()).toBe(before + 1);
  });
});
