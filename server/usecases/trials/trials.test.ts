import { beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { DEFAULT_POLICY, type FullPolicy } from "@/server/domain/pricing/policy";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { seedCatalog } from "@/server/testing/seed-catalog";
import { startTestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";
import { processTrial } from "./process";
import type { Backtest, Preview } from "./result";

const service = duringTests(startTestService);
let shop: Shop;
let owner: Awaited<ReturnType<typeof browserCaller>>;

beforeAll(async () => {
  shop = await openShop(service);
  await seedCatalog(service.sql, shop.workspace.id, 1_200, new Date(service.clock.now()));
  await shop.stock({ sku: "odd", price: "20.00", cost: "10.00", stock: 4, tags: ["odd"] });
  await shop.observe("odd", ["23.40", "23.60"]);
  const { id, userId } = shop.workspace;
  owner = await browserCaller(service, { userId, workspaceId: id });
});

const START = DEFAULT_POLICY("EUR");
const limited = (max_change: string, more: Partial<FullPolicy> = {}): FullPolicy => {
  const constraints = { ...START.defaults.constraints, max_change };
  return { ...START, defaults: { ...START.defaults, constraints }, ...more };
};

async function resultOf(id: string): Promise<Preview | Backtest> {
  await processTrial(service.services, shop.workspace.tenant, id);
  const { trial } = await owner.policy.trial({ trial_id: id });
  if (trial.result === null) throw new Error(`${trial.status}: ${trial.error ?? ""}`);
  return trial.result;
}

async function preview(document: FullPolicy): Promise<Preview> {
  const result = await resultOf((await owner.policy.preview({ document })).trial.id);
  if (result.kind !== "preview") throw new Error("no preview");
  return result;
}

async function backtest(document: FullPolicy, runs = 5): Promise<Backtest["runs"]> {
  const result = await resultOf((await owner.policy.backtest({ document, runs })).trial.id);
  if (result.kind !== "backtest") throw new Error("no backtest");
  return result.runs;
}

const published = () =>
  service.sql(
    `SELECT (SELECT count(*)::int FROM recommendations) AS recommendations, (SELECT count(*)::int FROM alerts) AS alerts,
       (SELECT count(*)::int FROM run_results) AS results, (SELECT count(*)::int FROM runs) AS runs`,
  );

describe("a preview", () => {
  it("tells what a run with the draft then does, item for item, and publishes nothing", async () => {
    const draft = limited("0.04");
    const before = await published();
    const { effect, policy_version } = await preview(draft);
    expect(await published()).toEqual(before);
    expect(policy_version).toBe(1);
    await owner.policy.set({ document: draft });
    const run = await shop.run();
    const counts = run["counts"] as { items: number; skipped: Record<string, number> };
    expect(effect.items).toBe(counts.items);
    expect(
      Object.fromEntries(effect.skipped.filter(({ draft: n }) => n > 0).map((s) => [s.reason, s.draft])),
    ).toEqual(counts.skipped);
    const moves = await service.sql<{ moved: number; up: number; largest: string }>(
      `SELECT count(change)::int AS moved, (count(*) FILTER (WHERE change > 0))::int AS up, max(abs(change))::text AS largest
       FROM run_results WHERE run_id = $1`,
      [run["id"]],
    );
    expect(moves).toEqual([
      { moved: effect.draft.moved, up: effect.draft.up, largest: effect.largest[0]?.size },
    ]);
    expect(effect.draft.moved).toBeGreaterThan(0);
    expect(effect.bands.reduce((sum, band) => sum + band.draft, 0)).toBe(effect.draft.moved);
    const [heldRow] = await service.sql("SELECT held_reason FROM runs WHERE id = $1", [run["id"]]);
    expect(effect.draft.held).toBe(heldRow?.["held_reason"]);
    expect(effect.largest).toHaveLength(10);
    expect(effect.largest[0]).toMatchObject({ title: expect.any(String), draft: { currency: "EUR" } });
    expect(Number(effect.draft.stock_profit?.amount)).not.toBe(Number(effect.now.stock_profit?.amount));
  });

  it("differs in nothing from the active policy when it is of that", async () => {
    const { effect } = await preview(limited("0.04"));
    expect(effect.differing).toBe(0);
    expect(effect.other).toEqual(effect.draft);
  });

  it("says that the circuit breaker would hold such a run", async () => {
    const breaker = { max_share: "0.001", max_median_move: null, min_items: 100 };
    const { effect } = await preview(limited("0.04", { breaker }));
    expect(effect.draft.held).toMatch(/would change \d+ of 1201 prices, more than 0.1 %/);
    expect(effect.other.held).not.toBe(effect.draft.held);
  });

  it("takes the place of the one at work when asked for again, and that one's worker then stops", async () => {
    const first = (await owner.policy.preview({ document: START })).trial.id;
    const second = (await owner.policy.preview({ document: START })).trial.id;
    await processTrial(service.services, shop.workspace.tenant, first);
    expect((await owner.policy.trial({ trial_id: first })).trial).toMatchObject({
      status: "superseded",
      result: null,
    });
    expect(await resultOf(second)).toMatchObject({ kind: "preview" });
  });

  it("is given back by a worker that stops, and begun anew by the next", async () => {
    const { id } = (await owner.policy.preview({ document: START })).trial;
    await processTrial(service.services, shop.workspace.tenant, id, AbortSignal.abort());
    expect((await owner.policy.trial({ trial_id: id })).trial).toMatchObject({
      status: "running",
      progress: { done: 500 },
    });
    expect(await resultOf(id)).toMatchObject({ effect: { items: 1_201 } });
  });

  it("is refused when the draft does not hold", async () => {
    await expect(owner.policy.preview({ document: { version: 1 } })).rejects.toMatchObject({
      cause: { code: "validation_error" },
    });
  });
});

describe("a backtest", () => {
  it("gives every outcome to the byte with the policy that ran, whatever has become of the catalog", async () => {
    service.clock.advance(40 * DAY_MS);
    await shop.stock({ sku: "odd", price: "25.00", cost: "13.00" });
    const [backtested] = await backtest(limited("0.04"));
    expect(backtested).toMatchObject({
      identical: 1_201,
      reason: null,
      effect: { items: 1_201, differing: 0 },
    });
    expect(backtested?.effect?.other).toEqual(backtested?.effect?.draft);
  });

  it("tells what would have come out otherwise with another policy, where most first", async () => {
    const [backtested] = await backtest(limited("0.15"));
    expect(backtested?.identical).toBeLessThan(1_201);
    const sizes = (backtested?.effect?.largest ?? []).map(({ size }) => Number(size));
    expect(sizes[0]).toBeGreaterThan(0.04);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(backtested?.effect?.draft.margin).not.toBe(backtested?.effect?.other.margin);
  });

  it("sees a stored outcome that was altered", async () => {
    const alter = (from: string, to: string) =>
      service.sql(`UPDATE run_results SET outcome = replace(outcome, $2, $3) WHERE item_id = $1`, [
        odd,
        from,
        to,
      ]);
    const odd = await shop.itemId("odd");
    await alter('"state":"fresh"', '"state":"stale"');
    expect((await backtest(limited("0.04")))[0]).toMatchObject({
      identical: 1_200,
      effect: { differing: 0 },
    });
    await alter('"state":"stale"', '"state":"fresh"');
  });

  it("says that the price of the day before is missing where only the draft asks for it", async () => {
    const daily = limited("0.04");
    const constraints = { ...daily.defaults.constraints, max_change_per_day: "0.02" };
    const document = { ...daily, defaults: { ...daily.defaults, constraints } };
    expect((await backtest(document))[0]).toMatchObject({ day_prices_missing: true });
    expect((await backtest(daily))[0]).toMatchObject({ day_prices_missing: false });
  });

  it("says that the last changes of prices are missing where only the draft asks for them", async () => {
    const once = limited("0.04");
    const constraints = { ...once.defaults.constraints, min_hours_between: 24 };
    const document = { ...once, defaults: { ...once.defaults, constraints } };
    expect((await backtest(document))[0]).toMatchObject({ last_changes_missing: true });
    expect((await backtest(once))[0]).toMatchObject({ last_changes_missing: false });
  });

  it("goes through the latest runs, newest first, and says why one cannot be computed", async () => {
    const second = await shop.run({ subset_tags: ["odd"] });
    await service.sql("UPDATE runs SET results_forgotten_at = now() WHERE workspace_id = $1 AND id <> $2", [
      shop.workspace.id,
      second["id"],
    ]);
    const backtested = await backtest(limited("0.04"));
    expect(backtested).toMatchObject([
      { run_id: second["id"], identical: 1, effect: { items: 1 } },
      { effect: null, reason: expect.stringContaining("dropped for its age") },
    ]);
    expect(await backtest(limited("0.04"), 1)).toHaveLength(1);
  });
});
