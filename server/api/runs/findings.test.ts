import { beforeEach, describe, expect, it } from "vitest";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";
import { processRun } from "@/server/usecases/runs/process";

const service = duringTests(() =>
  startTestService({
    checkpoint: async (point) => {
      if (point === "run:page-committed") await between?.();
    },
  }),
);
let shop: Shop;
/** Called between two pages of a run. */
let between: (() => Promise<void>) | null = null;

beforeEach(async () => {
  between = null;
  shop = await openShop(service);
});

const pages = () => browserCaller(service, { userId: shop.workspace.userId, workspaceId: shop.workspace.id });
const findings = async (run: unknown) => (await pages()).runs.findings({ run_id: String(run) });
const statuses = async (run: unknown) =>
  Object.fromEntries((await findings(run)).proposals.map(({ status, count }) => [status, count]));

/** Two prices to raise from 20.00 to 21.49 and one to cut from 20.00 to 18.49, all with a cost of 10.00. */
async function stockThree(): Promise<void> {
  const sold = { price: "20.00", cost: "10.00" };
  await shop.stock(
    { sku: "up-1", ...sold, stock: 3 },
    { sku: "up-2", ...sold, stock: null },
    { sku: "down", ...sold, stock: 2 },
  );
  for (const sku of ["up-1", "up-2"]) await shop.observe(sku, ["21.40", "21.60"]);
  await shop.observe("down", ["18.40", "18.60"]);
}

describe("the price changes of a run", () => {
  it("are summed by size, cuts apart from rises, with the profit on the stock on hand", async () => {
    await stockThree();
    const run = await shop.run();
    const { changes } = await findings(run["id"]);
    expect(changes).toMatchObject({ created: 3, confirmed: 0 });
    const euros = (amount: string) => ({ amount, currency: "EUR" });
    const cuts = { count: 1, profit: euros("-3.02"), unknown: 0 };
    const rises = { count: 2, profit: euros("5.96"), unknown: 0 };
    expect(changes).toMatchObject({ cuts, rises });
    const size = { from: "0.0500", to: "0.1000" };
    expect(changes?.classes.filter(({ count }) => count > 0)).toEqual([
      { direction: "cut", ...size, ...cuts },
      { direction: "rise", ...size, ...rises },
    ]);
  });

  it("are kept as they were, also when a later run confirms or forgets them", async () => {
    await stockThree();
    const first = await shop.run();
    const before = await findings(first["id"]);
    const second = await shop.run();
    expect((await findings(second["id"])).changes).toEqual({ ...before.changes, created: 0, confirmed: 3 });
    await service.sql(
      "UPDATE runs SET results_forgotten_at = '2026-11-20T00:00:00Z' WHERE workspace_id = $1 AND id = $2",
      [shop.workspace.id, first["id"]],
    );
    await service.sql("DELETE FROM run_results WHERE workspace_id = $1 AND run_id = $2", [
      shop.workspace.id,
      first["id"],
    ]);
    expect(await findings(first["id"])).toEqual({
      ...before,
      results_deleted_at: "2026-11-20T00:00:00.000Z",
    });
  });

  it("are unknown of a run that has not ended, and of one from before they were kept", async () => {
    const { json } = await shop.call("POST", "/runs");
    const { id } = json?.["run"] as { id: string };
    expect(await findings(id)).toEqual({ changes: null, proposals: [], results_deleted_at: null });
    const done = await shop.run();
    await service.sql("UPDATE runs SET price_changes = NULL WHERE workspace_id = $1", [shop.workspace.id]);
    expect((await findings(done["id"])).changes).toBeNull();
  });
});

describe("what became of a run's proposals", () => {
  it("is counted by their present status", async () => {
    await stockThree();
    const run = await shop.run();
    expect(await statuses(run["id"])).toEqual({ new: 3 });
    const [up] = await shop.recommendations("up-1");
    const [down] = await shop.recommendations("down");
    await shop.call("POST", `/recommendations/${String(up?.["id"])}/accept`);
    await shop.call("POST", `/recommendations/${String(down?.["id"])}/dismiss`, { reason: "Not this one." });
    expect(await statuses(run["id"])).toEqual({ new: 1, pending_approval: 1, dismissed: 1 });
  });

  it("counts a snoozed one apart, as the list shows it", async () => {
    await stockThree();
    const run = await shop.run();
    const [up] = await shop.recommendations("up-1");
    const until = new Date(service.clock.now() + 86_400_000).toISOString();
    await shop.call("POST", `/recommendations/${String(up?.["id"])}/snooze`, { snooze_until: until });
    expect(await statuses(run["id"])).toEqual({ new: 2, snoozed: 1 });
    service.clock.advance(86_400_000);
    expect(await statuses(run["id"])).toEqual({ new: 3 });
  });

  it("has no price by hand among them, which the run did not recommend, and neither has its list", async () => {
    await stockThree();
    await shop.stock({ sku: "quiet", price: "20.00", cost: "10.00" });
    const run = await shop.run();
    const [quiet] = await service.sql<{ id: string }>(
      "SELECT id FROM catalog_items WHERE workspace_id = $1 AND sku = 'quiet'",
      [shop.workspace.id],
    );
    const price = { amount: "20.50", currency: "EUR" };
    const answer = await shop.call("POST", `/catalog/items/${quiet?.id}/price`, { price });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toMatchObject({ recommendation: { run_id: run["id"], status: "pending_approval" } });
    expect(await statuses(run["id"])).toEqual({ new: 3 });
    const listed = await shop.call("GET", `/recommendations?run_id=${String(run["id"])}`);
    const { created } = (await findings(run["id"])).changes ?? {};
    expect([created, (listed.json?.["data"] as unknown[]).length]).toEqual([3, 3]);
  });

  it("is found of one's own runs only", async () => {
    const run = await shop.run();
    shop = await openShop(service);
    await expect(findings(run["id"])).rejects.toMatchObject({ cause: { code: "not_found" } });
  });
});

describe("the items that a run skipped", () => {
  const skipped = async (run: unknown, reason: string, more: { limit?: number; cursor?: string } = {}) =>
    (await pages()).runs.skipped({ run_id: String(run), reason, ...more });

  it("are listed by reason, a page at a time, each once", async () => {
    const unknown = Array.from({ length: 5 }, (_, n) => ({ sku: `u${n}`, price: "20.00", cost: null }));
    await shop.stock({ sku: "known", price: "20.00", cost: "10.00" }, ...unknown);
    const run = await shop.run();
    const reasons = (run["counts"] as { skipped: Record<string, number> }).skipped;
    const [reason = ""] = Object.entries(reasons).find(([, count]) => count === 1) ?? [];
    expect((await skipped(run["id"], reason)).data).toMatchObject([
      { sku: "known", price: { amount: "20.00", currency: "EUR" }, cost: { amount: "10.00" } },
    ]);
    const [other = ""] = Object.entries(reasons).find(([, count]) => count === 5) ?? [];
    const listed: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof skipped>> = await skipped(run["id"], other, {
        limit: 2,
        ...(cursor === null ? {} : { cursor }),
      });
      listed.push(...page.data.map(({ sku }) => sku));
      expect(page.data.every(({ cost }) => cost === null)).toBe(true);
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(listed.toSorted()).toEqual(["u0", "u1", "u2", "u3", "u4"]);
    expect((await skipped(run["id"], "no_such_reason")).data).toEqual([]);
  });

  it("are those of one's own runs", async () => {
    const run = await shop.run();
    shop = await openShop(service);
    await expect(skipped(run["id"], "at_target")).rejects.toMatchObject({ cause: { code: "not_found" } });
  });
});

it("a run tells how long it will still check items, by its speed so far", async () => {
  await shop.stock(...["a", "b", "c", "d"].map((sku) => ({ sku, price: "20.00", cost: "10.00" })));
  const { json } = await shop.call("POST", "/runs");
  const { id } = json?.["run"] as { id: string };
  const seen: unknown[] = [];
  between = async () => {
    service.clock.advance(3_000);
    seen.push((await shop.call("GET", `/runs/${id}`)).json?.["progress"]);
  };
  await processRun(service.services, shop.workspace.tenant, id, undefined, 1);
  expect(seen).toEqual([
    { done: 1, total: 4, seconds_left: 9 },
    { done: 2, total: 4, seconds_left: 6 },
    { done: 3, total: 4, seconds_left: 3 },
    { done: 4, total: 4, seconds_left: null },
  ]);
});
