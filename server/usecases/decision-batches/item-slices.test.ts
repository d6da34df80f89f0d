import { beforeEach, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService } from "@/server/testing/service";
import { decideNextItem } from "./decide-item";
import { processDecisionBatch } from "./process";

const service = duringTests(startTestService);
let workspace: TestWorkspace;
let token: string;
let items: readonly string[];

const SIZE = 250;
/** How many attempts find one item among a hundred, where each halves those that it may be among. */
const HALVINGS = 8;

beforeEach(async () => {
  workspace = await service.workspace({ plan: "enterprise" });
  token = await service.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
  const rows = await service.sql<{ id: string }>(
    `INSERT INTO catalog_items (workspace_id, id, sku, title, tags, currency, price, created_at, updated_at)
     SELECT $1, 'itm_' || substr(md5($1 || n), 1, 26), 'sku ' || n, 'Item ' || n, '{}', 'EUR', 2000, now(), now()
     FROM generate_series(1, $2::int) n RETURNING id`,
    [workspace.id, SIZE],
  );
  items = rows.map(({ id }) => id).sort();
});

interface Batch {
  id: string;
  hash: string;
  status: string;
  progress: Record<string, number>;
  falls_out: { reason: string; message: string; count: number }[];
}
type Item = { id: string; outcome: string | null; reason: string | null; message: string | null };

/** Confirms that each item gets the tag. */
async function confirmed(): Promise<string> {
  const body = { action: "edit", item_filter: {}, edit: { add_tags: ["sale"] } };
  const created = await service.call("POST", "/decision-batches", { token, body });
  const { id, hash } = created.json?.["batch"] as Batch;
  const answer = await service.call("POST", `/decision-batches/${id}/confirm`, { token, body: { hash } });
  expect(answer.status, answer.text).toBe(202);
  return id;
}
const read = async (id: string) =>
  (await service.call("GET", `/decision-batches/${id}`, { token })).json as unknown as Batch;
const leftOut = async (id: string) => {
  const { json } = await service.call("GET", `/decision-batches/${id}/items?outcome=fell_out`, { token });
  return (json?.["data"] as Item[]).map(({ id: item, reason, message }) => [item, reason, message]);
};
const tagged = async (): Promise<string[]> => {
  const rows = await service.sql<{ id: string }>(
    "SELECT id FROM catalog_items WHERE workspace_id = $1 AND tags @> '{sale}' ORDER BY id",
    [workspace.id],
  );
  return rows.map(({ id }) => id);
};

/** Lets the database refuse the tag at these items while `work` is done, and counts how often it did. */
async function refusing(ids: readonly string[], work: () => Promise<void>): Promise<number> {
  await service.sql(`CREATE SEQUENCE attempts;
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN PERFORM nextval('attempts'); RAISE 'refused here' USING ERRCODE = '22003'; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE ON catalog_items FOR EACH ROW
      WHEN (OLD.id IN (${ids.map((id) => `'${id}'`).join(", ")})) EXECUTE FUNCTION refuse()`);
  try {
    await work();
    const [row] = await service.sql(
      "SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS n FROM attempts",
    );
    return Number(row?.["n"]);
  } finally {
    await service.sql("DROP FUNCTION refuse CASCADE; DROP SEQUENCE attempts");
  }
}

const process = (id: string) => processDecisionBatch(service.services, workspace.tenant, id);
async function finished(id: string): Promise<Batch> {
  await process(id);
  return read(id);
}
const NOT_STORED = "The database does not take a value of it, so nothing of it was changed.";

describe("of items that are edited together, one that cannot be edited", () => {
  it("falls out by itself with the reason, and every other one is edited", async () => {
    const bad = [items[57] ?? "", items[58] ?? "", items[249] ?? ""];
    const id = await confirmed();
    await refusing(bad, async () => {
      expect(await finished(id)).toMatchObject({
        status: "finished",
        progress: { waiting: 0, done: SIZE - 3, fell_out: 3 },
        falls_out: [{ reason: "internal_error", message: NOT_STORED, count: 3 }],
      });
    });
    expect(await leftOut(id)).toEqual(bad.map((item) => [item, "internal_error", NOT_STORED]));
    expect(await tagged()).toEqual(items.filter((item) => !bad.includes(item)));
  });

  it("is found among them by halves", async () => {
    const bad = items[57] ?? "";
    const id = await confirmed();
    const attempts = await refusing([bad], async () => {
      let decided = true;
      while (decided)
        decided = (await decideNextItem(service.services, workspace.tenant, id)).act === "decided";
    });
    expect(attempts).toBeLessThanOrEqual(HALVINGS);
    expect(await finished(id)).toMatchObject({ progress: { done: SIZE - 1, fell_out: 1 } });
  });

  it("leaves the batch to end where none can be edited", async () => {
    const id = await confirmed();
    await refusing(items, async () => {
      expect(await finished(id)).toMatchObject({ progress: { waiting: 0, done: 0, fell_out: SIZE } });
    });
  });

  it("is told apart where it is gone or full since the preview", async () => {
    const [gone = "", full = ""] = items.slice(40);
    const id = await confirmed();
    await service.sql("DELETE FROM catalog_items WHERE workspace_id = $1 AND id = $2", [workspace.id, gone]);
    await service.sql(
      `UPDATE catalog_items SET tags = ARRAY(SELECT 'tag ' || n FROM generate_series(1, 100) n)
       WHERE workspace_id = $1 AND id = $2`,
      [workspace.id, full],
    );
    expect(await finished(id)).toMatchObject({ progress: { done: SIZE - 2, fell_out: 2 } });
    expect(await leftOut(id)).toEqual([
      [gone, "not_found", "The catalog has no such item."],
      [full, "validation_error", "An item has at most 100 tags."],
    ]);
  });
});
