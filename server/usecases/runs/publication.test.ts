import { beforeEach, describe, expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
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
const only = async (sku: string) => {
  const rows = await shop.recommendations(sku);
  expect(rows).toHaveLength(1);
  return rows[0] ?? {};
};
const operate = async (sku: string, status: string, extra = "") => {
  const done = await service.sql(
    `UPDATE recommendations SET status = $2 ${extra} WHERE item_id = $1 RETURNING id`,
    [await shop.itemId(sku), status],
  );
  expect(done).toHaveLength(1);
};

describe("a finding", () => {
  it("becomes a new recommendation with its evidence, amounts and reason", async () => {
    await raise("lamp");
    expect(await shop.run()).toMatchObject({
      status: "succeeded",
      progress: { done: 1, total: 1 },
      counts: { items: 1, recommendations: 1, skipped: {} },
    });
    const row = await only("lamp");
    expect(row).toMatchObject({
      kind: "price_change",
      status: "new",
      version: 1,
      margin_before: "0.5000",
      change_ratio: "0.0745",
    });
    expect([row["current_price"], row["recommended_price"], row["cost"]].map(String)).toEqual([
      "2000",
      "2149",
      "1000",
    ]);
    expect(JSON.parse(String(row["evidence"]))).toMatchObject({ market: { used: 2, median: "21.50" } });
  });

  it("keeps row, id and version when it is the same again", async () => {
    await raise("lamp");
    await shop.run();
    const before = await only("lamp");
    service.clock.advance(DAY_MS);
    const again = await shop.run();
    const after = await only("lamp");
    expect(after).toMatchObject({ id: before["id"], version: 1, run_id: before["run_id"] });
    expect(after["last_run_id"]).toBe(again["id"]);
    expect(JSON.parse(String(after["evidence"]))).toMatchObject({ cost: { age_days: 1 } });
  });

  it.each(["pending_approval", "new"])("keeps the decision state %s when little moves", async (status) => {
    await raise("lamp");
    await shop.run();
    await operate("lamp", status);
    await shop.stock({ sku: "lamp", cost: "10.05" });
    await shop.run();
    const row = await only("lamp");
    expect(row).toMatchObject({ status, version: 2 });
    expect([row["recommended_price"], row["cost"]].map(String)).toEqual(["2149", "1005"]);
  });

  it("supersedes when it moved beyond the threshold, and names its successor", async () => {
    await raise("lamp");
    await shop.run();
    await operate("lamp", "pending_approval");
    await shop.observe("lamp", ["22.40", "22.60"]);
    await shop.run();
    const [old, successor] = await shop.recommendations("lamp");
    expect(old).toMatchObject({ status: "superseded", superseded_by: successor?.["id"] });
    expect(successor).toMatchObject({ status: "new", version: 1 });
  });

  it("never touches an approved one", async () => {
    await raise("lamp");
    await shop.run();
    await operate("lamp", "approved");
    const before = await only("lamp");
    await shop.observe("lamp", ["22.40", "22.60"]);
    await shop.run();
    expect(await only("lamp")).toEqual(before);
    await shop.stock({ sku: "lamp", price: "22.49" });
    await shop.run();
    expect(await only("lamp")).toEqual(before);
  });

  it("supersedes what was open when it is gone", async () => {
    await raise("lamp");
    await shop.run();
    await shop.stock({ sku: "lamp", price: "21.49" });
    await shop.run();
    expect(await only("lamp")).toMatchObject({ status: "superseded", superseded_by: null });
  });

  it("is left alone outside the run's tags", async () => {
    await shop.stock({ sku: "red", price: "20.00", cost: "10.00", tags: ["red"] });
    await shop.stock({ sku: "blue", price: "20.00", cost: "10.00", tags: ["blue"] });
    await shop.observe("red", ["21.40", "21.60"]);
    await shop.observe("blue", ["21.40", "21.60"]);
    expect(await shop.run({ subset_tags: ["red"] })).toMatchObject({ counts: { items: 1 } });
    expect([await statuses("red"), await statuses("blue")]).toEqual([["new"], []]);
    await shop.stock({ sku: "red", price: "21.49" }, { sku: "blue", price: "21.49" });
    expect(await shop.run({ subset_tags: ["blue", "green"] })).toMatchObject({ counts: { items: 1 } });
    expect(await statuses("red")).toEqual(["new"]);
  });
});

describe("what a person decided", () => {
  it.each(["dismissed", "rejected"])("stays away when %s, until its inputs move", async (status) => {
    await raise("lamp");
    await shop.run();
    await operate("lamp", status);
    await shop.stock({ sku: "lamp", cost: "10.05" });
    await shop.run();
    expect(await statuses("lamp")).toEqual([status]);
    await shop.stock({ sku: "lamp", cost: "10.20" });
    await shop.run();
    expect(await statuses("lamp")).toEqual([status, "new"]);
  });

  it.each([
    ["stays away when its write was canceled, until its inputs move", true, ["failed"]],
    ["is recommended again when its write failed", false, ["failed", "new"]],
  ])("%s", async (_, canceled, next) => {
    await raise("lamp");
    await shop.run();
    await operate("lamp", "failed");
    await service.make.writeBack(shop.workspace.id, {
      recommendation_id: String((await only("lamp"))["id"]),
      item_id: await shop.itemId("lamp"),
      status: "failed",
      canceled_at: canceled ? new Date(service.clock.now()) : null,
    });
    await shop.run();
    expect(await statuses("lamp")).toEqual(next);
    await shop.stock({ sku: "lamp", cost: "10.20" });
    await shop.run();
    expect((await statuses("lamp")).at(-1)).toBe("new");
  });

  it("stays away when it was taken back, also behind one that was recommended since", async () => {
    await raise("lamp");
    await shop.run();
    await operate("lamp", "applied");
    const item_id = await shop.itemId("lamp");
    const write = {
      recommendation_id: String((await only("lamp"))["id"]),
      item_id,
      integration_id: "int_former",
    };
    const revert_of = await service.make.writeBack(shop.workspace.id, write);
    service.clock.advance(1);
    await service.make.writeBack(shop.workspace.id, { ...write, revert_of });
    await service.make.recommendation(shop.workspace.id, { item_id, status: "superseded" });
    await shop.run();
    expect(await statuses("lamp")).toEqual(["applied", "superseded"]);
  });

  it("stays away when its canceled write was cleared from the list", async () => {
    await raise("lamp");
    await shop.run();
    await operate("lamp", "resolved");
    await service.make.writeBack(shop.workspace.id, {
      recommendation_id: String((await only("lamp"))["id"]),
      item_id: await shop.itemId("lamp"),
      status: "failed",
      canceled_at: new Date(service.clock.now()),
    });
    await shop.run();
    expect(await statuses("lamp")).toEqual(["resolved"]);
  });

  it("is inherited as a snooze by a successor whose inputs stood, not by one whose inputs moved", async () => {
    await raise("policy");
    await raise("market");
    await shop.run();
    const until = "2027-01-01T00:00:00Z";
    for (const sku of ["policy", "market"]) await operate(sku, "new", `, snooze_until = '${until}'`);
    await shop.observe("market", ["22.40", "22.60"]);
    await shop.policy({ defaults: { rounding: { endings: [".19"] } } });
    await shop.run();
    const snoozes = async (sku: string) =>
      (await shop.recommendations(sku)).map((row) => [row["status"], row["snooze_until"]]);
    expect(await snoozes("policy")).toEqual([
      ["superseded", null],
      ["new", new Date(until)],
    ]);
    expect(await snoozes("market")).toEqual([
      ["superseded", null],
      ["new", null],
    ]);
  });

  it("is resolved as accepted advice when its condition clears", async () => {
    await shop.stock({ sku: "lamp", price: "20.00" });
    await shop.run();
    expect(await only("lamp")).toMatchObject({ kind: "cost_review", status: "new" });
    await operate("lamp", "accepted", ", accepted = true");
    await shop.stock({ sku: "lamp", price: "22.00" });
    await shop.run();
    expect(await only("lamp")).toMatchObject({ status: "accepted" });
    await shop.stock({ sku: "lamp", cost: "10.00" });
    await shop.run();
    expect(await only("lamp")).toMatchObject({ status: "resolved" });
  });

  it("gives way to the price as advice that was not taken, by name", async () => {
    await shop.stock({ sku: "lamp", price: "20.00" });
    await shop.observe("lamp", ["21.40", "21.60"]);
    await shop.run();
    await shop.stock({ sku: "lamp", cost: "10.00" });
    await shop.run();
    const [advice, price] = await shop.recommendations("lamp");
    expect(advice).toMatchObject({ status: "superseded", superseded_by: price?.["id"] });
    expect(price).toMatchObject({ kind: "price_change", status: "new" });
  });
});

describe("a price that a person set", () => {
  const set = async (sku: string, amount: string) => {
    const [row] = await shop.recommendations(sku);
    const body = { price: { amount, currency: "EUR" } };
    expect((await shop.call("POST", `/recommendations/${row?.["id"]}/override`, body)).status).toBe(200);
  };

  it("is kept by runs that find the engine's price again, with its own margin, until the inputs move", async () => {
    await raise("lamp");
    await shop.run();
    await set("lamp", "20.50");
    await shop.stock({ sku: "lamp", cost: "10.05" });
    await shop.run();
    const row = await only("lamp");
    expect([row["recommended_price"], row["engine_price"]].map(String)).toEqual(["2050", "2149"]);
    expect(row).toMatchObject({ version: 3, margin_after: "0.5098" });
    await shop.observe("lamp", ["22.40", "22.60"]);
    await shop.run();
    expect(await statuses("lamp")).toEqual(["superseded", "new"]);
  });

  it("is not contradicted by the next run either when it was taken back and written again", async () => {
    await raise("lamp");
    await shop.run();
    await set("lamp", "20.50");
    await operate("lamp", "applied");
    await shop.stock({ sku: "lamp", price: "20.50" });
    const write = {
      recommendation_id: String((await only("lamp"))["id"]),
      item_id: await shop.itemId("lamp"),
      integration_id: "int_former",
    };
    let before: string | null = null;
    for (let n = 0; n < 3; n++) {
      service.clock.advance(1);
      before = await service.make.writeBack(shop.workspace.id, { ...write, revert_of: before });
    }
    await shop.run();
    expect(await statuses("lamp")).toEqual(["applied"]);
  });

  it("is not contradicted by the next run when it stands in the store, until the inputs move", async () => {
    await raise("lamp");
    await shop.run();
    await set("lamp", "20.50");
    await operate("lamp", "applied");
    await shop.stock({ sku: "lamp", price: "20.50" });
    await shop.run();
    expect(await statuses("lamp")).toEqual(["applied"]);
    await shop.stock({ sku: "lamp", cost: "10.20" });
    await shop.run();
    expect(await statuses("lamp")).toEqual(["applied", "new"]);
  });
});

describe("a kept price", () => {
  it("stays when the run would now choose a slightly other one, and the margin is told for it", async () => {
    await shop.stock({ sku: "sofa", price: "200.00", cost: "100.00" });
    await shop.observe("sofa", ["214.50", "215.30"]);
    await shop.run();
    await operate("sofa", "pending_approval");
    await shop.observe("sofa", ["215.00", "215.80"]);
    await shop.stock({ sku: "sofa", price: "200.50" });
    await shop.run();
    const row = await only("sofa");
    expect(row).toMatchObject({
      status: "pending_approval",
      version: 2,
      margin_after: "0.5349",
      reason: "Raise from 200.50 to 214.99 EUR, as recommended before; little has changed since.",
    });
    expect(String(row["recommended_price"])).toBe("21499");
  });

  it("is given up when fees that are new make it a loss, which approval would refuse", async () => {
    const atCost = (pricing: object) =>
      shop.policy({
        version: 1,
        currency: "EUR",
        pricing,
        defaults: {
          strategy: { type: "cost_plus", markup: "0" },
          constraints: { margin_floor: null, max_change: null },
          rounding: { endings: [] },
        },
      });
    await atCost({});
    await shop.stock({ sku: "sofa", price: "12.00", cost: "10.00" });
    await shop.run();
    await atCost({ fee_fixed: "0.05" });
    await shop.run();
    const rows = await shop.recommendations("sofa");
    expect(rows.map((row) => [row["status"], String(row["recommended_price"])])).toEqual([
      ["superseded", "1000"],
      ["new", "1005"],
    ]);
  });

  it("is given up when a limit moved past it, however little else did", async () => {
    await shop.stock({ sku: "sofa", price: "200.00", cost: "100.00" });
    await shop.observe("sofa", ["214.50", "215.30"]);
    await shop.run();
    await shop.stock({ sku: "sofa", min_price: "215.00" });
    await shop.run();
    const rows = await shop.recommendations("sofa");
    expect(rows.map((row) => [row["status"], String(row["recommended_price"])])).toEqual([
      ["superseded", "21499"],
      ["new", "21549"],
    ]);
  });
});
