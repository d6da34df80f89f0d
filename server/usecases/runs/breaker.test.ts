import { beforeEach, describe, expect, it } from "vitest";
import { commandFor } from "@/server/admin/commands";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";

const service = duringTests(startTestService);
let shop: Shop;

beforeEach(async () => {
  shop = await openShop(service);
});

/** Creates an item at 20.00, cost 10.00, with competitors at `prices`; the default ones lead to a price of 21.49. */
const raise = async (sku: string, prices = ["21.40", "21.60"]) => {
  await shop.stock({ sku, price: "20.00", cost: "10.00" });
  await shop.observe(sku, prices);
};
const statuses = async (sku: string) => (await shop.recommendations(sku)).map((row) => row["status"]);

describe("the circuit breaker", () => {
  const crowd = async () => {
    const skus = Array.from({ length: 100 }, (_, index) => `crowd-${index}`);
    await shop.stock(...skus.map((sku) => ({ sku, price: "20.00", cost: "10.00" })));
    await Promise.all(skus.slice(0, 60).map((sku) => shop.observe(sku, ["21.40", "21.60"])));
  };
  const runAlerts = async () =>
    service.sql(
      "SELECT status, run_id FROM alerts WHERE workspace_id = $1 AND kind = 'run_held' ORDER BY id",
      [shop.workspace.id],
    );

  const heldRuns = async (held: string) => {
    const { json } = await shop.call("GET", `/runs?held=${held}`);
    return (json?.["data"] as { id: string }[]).map(({ id }) => id);
  };

  it("holds everything until a person releases the run; a repeat changes nothing", async () => {
    await crowd();
    const run = await shop.run();
    expect(run).toMatchObject({ status: "succeeded", held: { released_at: null } });
    expect(await statuses("crowd-0")).toEqual(["held"]);
    const { userId, id: workspaceId } = shop.workspace;
    const pages = await browserCaller(service, { userId, workspaceId });
    expect(await pages.workspace.summary({})).toMatchObject({
      new_recommendations: 0,
      held_recommendations: 60,
    });
    expect(await runAlerts()).toEqual([{ status: "open", run_id: run["id"] }]);
    expect([await heldRuns("waiting"), await heldRuns("released")]).toEqual([[run["id"]], []]);
    const released = await shop.call("POST", `/runs/${run["id"]}/release`);
    expect(released.json).toMatchObject({ ok: true, idempotent: false, run: { id: run["id"] } });
    expect(await statuses("crowd-0")).toEqual(["new"]);
    expect(await runAlerts()).toEqual([{ status: "resolved", run_id: run["id"] }]);
    expect([await heldRuns("waiting"), await heldRuns("released")]).toEqual([[], [run["id"]]]);
    const repeat = await shop.call("POST", `/runs/${run["id"]}/release`);
    expect(repeat.text).toBe('{"ok":true,"idempotent":true}');
    expect(await pages.workspace.summary({})).toMatchObject({
      new_recommendations: 60,
      held_recommendations: 0,
    });
    const next = await shop.run();
    expect(next).toMatchObject({ held: null, counts: { recommendations: 60 } });
    expect(await statuses("crowd-0")).toEqual(["new"]);
  });

  it("keeps automatic lanes from a run's prices, also from those that an earlier release made visible", async () => {
    const { userId, id: workspaceId } = shop.workspace;
    const owner = await browserCaller(service, { userId, workspaceId });
    const { document } = await owner.policy.get({});
    const lanes = [
      { name: "Small", decided_by: "automatic", at_most: { change: "0.10" }, a_day: { items: "1" } },
    ];
    await owner.policy.set({ document: { ...document, lanes } });
    const { proof } = await owner.lanes.trial({ lane: "Small" });
    for (const mode of ["shadow", "open"] as const) await owner.lanes.setMode({ lane: "Small", mode, proof });
    const passes = async () =>
      (await service.sql("SELECT run_id FROM lane_passes WHERE workspace_id = $1", [workspaceId])).length;
    await crowd();
    const run = await shop.run();
    await shop.call("POST", `/runs/${run["id"]}/release`);
    expect(await shop.run()).toMatchObject({ held: null, counts: { recommendations: 60 } });
    expect(await passes()).toBe(0);
    await shop.stock(
      ...Array.from({ length: 30 }, (_, n) => ({ sku: `calm-${n}`, price: "9.00", cost: "5.00" })),
    );
    await shop.run();
    expect(await passes()).toBe(1);
  });

  it("gives way to the next run, whose findings supersede what was held", async () => {
    await crowd();
    await shop.run();
    await shop.policy({ breaker: { max_share: null, max_median_move: null } });
    expect((await shop.call("GET", "/runs")).json).toMatchObject({ data: [{ held: { waiting: true } }] });
    expect(await shop.run()).toMatchObject({ held: null });
    const { json } = await shop.call("GET", "/runs");
    expect(json).toMatchObject({ data: [{ held: null }, { held: { released_at: null, waiting: false } }] });
    expect((await shop.call("GET", "/runs?held=waiting")).json).toMatchObject({ data: [] });
    expect(await statuses("crowd-0")).toEqual(["superseded", "new"]);
    expect(await runAlerts()).toMatchObject([{ status: "resolved" }]);
  });

  it("is told on the command line, with what to do", async () => {
    await crowd();
    const { found, rest } = commandFor(["run", "--workspace", shop.workspace.id, "--wait"]);
    const view = await found.read(rest)({ services: service.services, folder: "" });
    expect(view).toMatchObject({
      status: "succeeded",
      counts: { recommendations: 60 },
      held: { reason: expect.stringContaining("60 of 100"), next: expect.stringContaining("release") },
    });
  });

  it("cannot be released where nothing was held", async () => {
    await raise("lamp");
    const run = await shop.run();
    const result = await shop.call("POST", `/runs/${run["id"]}/release`);
    expect([result.status, result.json?.["error"], result.json?.["current_status"]]).toEqual([
      409,
      "conflict",
      "succeeded",
    ]);
  });
});

describe("a run that fails", () => {
  it("publishes nothing, says why, raises an alert, and the next success clears it", async () => {
    await raise("lamp");
    await shop.policy({ defaults: { strategy: { type: "no such strategy" } } });
    const failed = await shop.run();
    expect(failed).toMatchObject({
      status: "failed",
      counts: null,
      error: expect.stringContaining("policy"),
    });
    expect(await statuses("lamp")).toEqual([]);
    const alerts = async () => {
      const { json } = await shop.call("GET", "/alerts?kind=run_failed");
      return (json?.["data"] as Record<string, unknown>[]).map(({ status, run_id }) => ({ status, run_id }));
    };
    expect(await alerts()).toEqual([{ status: "open", run_id: failed["id"] }]);
    await shop.policy({});
    await shop.run();
    expect(await alerts()).toEqual([{ status: "resolved", run_id: failed["id"] }]);
    expect(await statuses("lamp")).toEqual(["new"]);
  });
});
