import { beforeEach, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { type LaneShop, openLaneShop } from "@/server/testing/lane-shop";
import { startShops } from "@/server/testing/shop";

const shops = duringTests(startShops);
let lamps: LaneShop;
let item: string;
let ref: string;

/** An item at 100.00 with a cost of 60.00 that no run recommends a price for, after a run. */
beforeEach(async () => {
  lamps = await openLaneShop(shops);
  const { workspace } = lamps.shop;
  item = await shops.service.make.item(workspace.id, { price: 10_000, cost: 6_000 });
  ({ sku: ref = "" } = (await sql("SELECT sku FROM catalog_items WHERE id = $1", [item]))[0] ?? {});
  await shops.service.make.run(workspace.id, { status: "succeeded" });
});

const sql = (text: string, values: unknown[]) => shops.service.sql<{ sku: string; n: number }>(text, values);
const price = (amount: string, id = item) =>
  lamps.shop.post(`/catalog/items/${id}/price`, {
    price: { amount, currency: "EUR" },
    reason: "The newsletter says so.",
  });
const recommendations = async () =>
  (await sql("SELECT count(*)::int AS n FROM recommendations WHERE item_id = $1", [item]))[0]?.n;

describe("a price by hand", () => {
  it("waits for approval with its evidence, and is written once like any other", async () => {
    const { json } = await price("104.00");
    expect(json).toMatchObject({
      idempotent: false,
      recommendation: {
        status: "pending_approval",
        current_price: { amount: "100.00" },
        recommended_price: { amount: "104.00" },
        change_ratio: "0.0400",
        override: { engine_price: { amount: "100.00" }, reason: "The newsletter says so." },
        evidence: { cost: { amount: { amount: "60.00" } } },
      },
    });
    const { id } = (json?.["recommendation"] ?? {}) as { id?: string };
    expect((await lamps.shop.post(`/recommendations/${id}/approve`)).status).toBe(200);
    await lamps.shop.work();
    expect(await lamps.shop.given(ref)).toMatchObject([{ price: "10400" }]);
  });

  it("is one recommendation when sent twice, and another one is set where that is decided", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => price("104.00")));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(answers.filter(({ json }) => json?.["idempotent"] === false)).toHaveLength(1);
    expect((await price("103.00")).json).toMatchObject({
      error: "conflict",
      message: expect.stringMatching(/rec_\w+ is undecided/),
    });
    expect(await recommendations()).toBe(1);
  });

  it("keeps every guard, and what is refused leaves nothing behind", async () => {
    for (const [amount, status] of [
      ["50.00", 422],
      ["100.00", 422],
      ["104.005", 422],
    ] as const)
      expect((await price(amount)).status, amount).toBe(status);
    await sql("UPDATE catalog_items SET cost = NULL WHERE id = $1", [item]);
    expect((await price("104.00")).status).toBe(422);
    await sql("UPDATE catalog_items SET archived_at = now() WHERE id = $1", [item]);
    expect((await price("104.00")).json).toMatchObject({ error: "conflict" });
    expect(await recommendations()).toBe(0);
  });

  it("is no answer to a recommendation of the same price that is undecided", async () => {
    await shops.service.make.recommendation(lamps.shop.workspace.id, {
      item_id: item,
      status: "new",
      recommended_price: 10_400,
    });
    expect((await price("104.00")).json).toMatchObject({ error: "conflict" });
    expect(await recommendations()).toBe(1);
  });

  it("does not let a run bring a price again that was turned down before", async () => {
    await shops.service.make.recommendation(lamps.shop.workspace.id, {
      item_id: item,
      status: "rejected",
      recommended_price: 11_000,
    });
    expect((await price("104.00")).json).toMatchObject({
      recommendation: { override: { engine_price: { amount: "110.00" } } },
    });
  });

  const now = () => new Date(shops.service.clock.now());
  const recommended = (more: object) =>
    shops.service.make.recommendation(lamps.shop.workspace.id, {
      item_id: item,
      current_price: 10_000,
      recommended_price: 11_000,
      ...more,
    });
  const enginePrice = async () =>
    (
      (await price("104.00")).json as {
        recommendation?: { override?: { engine_price?: { amount: string } } };
      }
    ).recommendation?.override?.engine_price?.amount;

  it("has the engine's price behind it that people cleared, canceled, took back or replaced", async () => {
    const { id } = lamps.shop.workspace;
    const recommendation_id = await recommended({ status: "applied" });
    const write = { recommendation_id, item_id: item, integration_id: "int_former" };
    const revert_of = await shops.service.make.writeBack(id, write);
    shops.service.clock.advance(1);
    await shops.service.make.writeBack(id, { ...write, revert_of });
    expect(await enginePrice()).toBe("110.00");
  });

  it.each([
    ["cleared", { status: "resolved" }, "110.00"],
    ["canceled", { status: "failed" }, "110.00"],
    ["cleared before the item had another price", { status: "resolved", current_price: 9_000 }, "100.00"],
    ["taken back by a run", { status: "superseded" }, "100.00"],
    ["written", { status: "applied", current_price: 9_500, recommended_price: 10_000 }, "100.00"],
  ])("counts one that was %s as far as it stands", async (_, more, amount) => {
    await recommended(more);
    expect(await enginePrice()).toBe(amount);
  });

  it("has the engine's price behind it that a person's price replaced", async () => {
    const person = { overridden_by: "usr_1", overridden_by_label: "Mia", overridden_at: now() };
    await recommended({
      status: "applied",
      current_price: 9_500,
      recommended_price: 10_000,
      engine_price: 11_400,
      ...person,
    });
    expect(await enginePrice()).toBe("114.00");
  });

  it("needs a run to belong to", async () => {
    await sql("DELETE FROM runs WHERE workspace_id = $1", [lamps.shop.workspace.id]);
    expect((await price("104.00")).json).toMatchObject({
      error: "conflict",
      message: expect.stringContaining("No run has looked at the catalog"),
    });
  });

  it("needs two people where any price of its size does", async () => {
    await lamps.setLanes([
      { name: "Usual", decided_by: "one_person", at_most: { change: "0.02" } },
      { name: "Large", decided_by: "two_people" },
    ]);
    const { json } = await price("104.00");
    const { id } = (json?.["recommendation"] ?? {}) as { id?: string };
    expect(json).toMatchObject({ recommendation: { approvals: { needed: 2 } } });
    await lamps.shop.post(`/recommendations/${id}/approve`);
    await lamps.shop.work();
    expect(await lamps.shop.given(ref)).toEqual([]);
  });

  it("finds no item of another workspace", async () => {
    const other = await shops.shop();
    const { recommendation: _, item: foreign } = await other.pending();
    expect((await price("104.00", foreign)).status).toBe(404);
  });
});
