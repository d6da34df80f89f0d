import { beforeEach, describe, expect, it } from "vitest";
import { HOUR_MS } from "@/server/domain/durations";
import type { Lane } from "@/server/domain/pricing/policy-lanes";
import { duringTests } from "@/server/testing/during-tests";
import { type LaneShop, openLaneShop } from "@/server/testing/lane-shop";
import { type Pending, startShops } from "@/server/testing/shop";
import { processDecisionBatch } from "@/server/usecases/decision-batches/process";

const USUAL = {
  name: "Usual",
  decided_by: "one_person",
  at_most: { change: "0.05" },
} as const satisfies Lane;
const LARGE = { name: "Large", decided_by: "two_people" } as const satisfies Lane;

const shops = duringTests(startShops);
let lamps: LaneShop;
let mia: Approver;
let noah: Approver;

/** An approver with the calls that tests make. */
interface Approver {
  readonly userId: string;
  readonly call: (path: string, body?: unknown) => Promise<Record<string, unknown>>;
  /** Acts on a recommendation. @returns it as the answer shows it, or the error */
  readonly post: (pending: Pending, action: string, body?: unknown) => Promise<Record<string, unknown>>;
}

beforeEach(async () => {
  lamps = await openLaneShop(shops);
  await lamps.setLanes([USUAL, LARGE]);
  [mia, noah] = [await approver(), await approver()];
});

async function approver(): Promise<Approver> {
  const { id: workspaceId } = lamps.shop.workspace;
  const userId = await shops.service.person({ workspaceId, role: "approver" });
  const token = await shops.service.mintToken({ workspaceId, userId });
  const call: Approver["call"] = async (path, body = {}) =>
    (await shops.service.call("POST", path, { token, body })).json ?? {};
  return {
    userId,
    call,
    post: async ({ recommendation }, action, body) => {
      const answer = await call(`/recommendations/${recommendation}/${action}`, body);
      return (answer["recommendation"] as Record<string, unknown> | undefined) ?? answer;
    },
  };
}

const eur = (amount: string) => ({ price: { amount, currency: "EUR" } });

/** A price change of a new lamp that waits; prices are minor units. */
const lamp = async (from: number, to: number, item: object = {}): Promise<Pending> =>
  lamps.shop.pending({
    item: { price: from, cost: 6000, ...item },
    recommendation: await recommended(from, to),
  });

const recommended = async (from: number, to: number) => ({
  current_price: from,
  recommended_price: to,
  cost: 6000,
  policy_version: (await lamps.owner.policy.get({})).version,
});

/** The next price change of the same lamp, as a run would find it. */
async function next({ item, ref }: Pending, from: number, to: number): Promise<Pending> {
  const recommendation = await shops.service.make.recommendation(lamps.shop.workspace.id, {
    item_id: item,
    status: "pending_approval",
    accepted: true,
    ...(await recommended(from, to)),
  });
  return { recommendation, item, ref };
}

const pricesGiven = async ({ ref }: Pending): Promise<string[]> =>
  (await lamps.shop.given(ref)).map(({ price }) => price);

const aDay = () => shops.service.clock.advance(25 * HOUR_MS);
const setItem = ({ item }: Pending, column: string, value: unknown) =>
  shops.service.sql(`UPDATE catalog_items SET ${column} = $2 WHERE id = $1`, [item, value]);

const WAITS = { status: "pending_approval", approvals: { needed: 2, given: 1 } };
const BY_TWO = { status: "approved", approvals: { needed: 2, given: 2 } };
const BY_ONE = { status: "approved", approvals: null };

describe("a price that one person moves in small steps", () => {
  it("needs two people, whatever smaller price is set in the place of a large one", async () => {
    let pending = await lamp(10_000, 11_400);
    let price = 10_000;
    for (const step of ["105.00", "110.25", "115.76", "121.54"]) {
      if (price !== 10_000) pending = await next(pending, price, Math.round(price * 1.14));
      await mia.post(pending, "override", eur(step));
      await mia.post(pending, "approve");
      await lamps.shop.work();
      price = Number((await pricesGiven(pending)).at(-1) ?? price);
    }
    expect(await pricesGiven(pending)).toEqual([]);
    expect(await noah.post(pending, "approve")).toMatchObject(WAITS);
    expect(await (await approver()).post(pending, "approve")).toMatchObject(BY_TWO);
  });

  it("needs two people behind the large one that was cleared or rejected, and whoever set it is none of them", async () => {
    await shops.service.make.run(lamps.shop.workspace.id, { status: "succeeded" });
    for (const end of ["resolve", "reject"]) {
      const large = await lamp(10_000, 11_400);
      await mia.post(large, end, { reason: "Too much at once." });
      const answer = await mia.call(`/catalog/items/${large.item}/price`, eur("104.90"));
      const byHand = { ...large, recommendation: (answer["recommendation"] as { id: string }).id };
      await mia.post(byHand, "override", eur("114.00"));
      expect(await mia.post(byHand, "approve")).toMatchObject({ error: "conflict" });
      expect(await noah.post(byHand, "approve")).toMatchObject(WAITS);
      expect(await (await approver()).post(byHand, "approve")).toMatchObject(BY_TWO);
    }
  });

  it("is gone when the price that it begins at is taken back", async () => {
    const first = await lamp(10_000, 10_400);
    await mia.post(first, "approve");
    await lamps.shop.work();
    const second = await next(first, 10_400, 10_800);
    const { write_back: write } = (await lamps.shown(first)) as { write_back: { id: string } };
    shops.service.clock.advance(1);
    await mia.call(`/write-backs/${write.id}/revert`);
    await lamps.shop.work();
    expect(await lamps.shown(second)).toMatchObject({ status: "superseded" });
  });

  it("is measured from the price before the service's writes of the last 24 hours", async () => {
    const first = await lamp(10_000, 10_400);
    expect(await mia.post(first, "approve")).toMatchObject(BY_ONE);
    await lamps.shop.work();
    const second = await next(first, 10_400, 10_800);
    expect(await mia.post(second, "approve")).toMatchObject(WAITS);
    expect(await noah.post(second, "approve")).toMatchObject(BY_TWO);
    await lamps.shop.work();
    const third = await next(first, 10_800, 11_200);
    expect(await lamps.shown(third)).toMatchObject({ approvals: { needed: 2, given: 0 } });
    aDay();
    expect(await lamps.shown(third)).toMatchObject({ approvals: null });
    expect(await mia.post(third, "approve")).toMatchObject(BY_ONE);
  });

  it("is measured so when it is taken back in between, and when the variant is another item by then", async () => {
    const first = await lamp(10_000, 10_400);
    await mia.post(first, "approve");
    await lamps.shop.work();
    const { write_back: write } = (await lamps.shown(first)) as { write_back: { id: string } };
    shops.service.clock.advance(1);
    await mia.call(`/write-backs/${write.id}/revert`);
    await lamps.shop.work();
    expect(await pricesGiven(first)).toEqual(["10400", "10000"]);
    const lower = await next(first, 10_000, 9600);
    expect(await mia.post(lower, "approve")).toMatchObject(BY_ONE);
    await lamps.shop.work();
    await setItem(first, "store_ref", null);
    const heir = await lamp(9600, 9300, { store_ref: first.ref, integration_id: lamps.shop.integration });
    expect(await lamps.shown(heir)).toMatchObject({ approvals: { needed: 2, given: 0 } });
  });

  it("is measured so by a batch, which says beforehand that it waits for another person", async () => {
    const first = await lamp(10_000, 10_400);
    await mia.post(first, "approve");
    await lamps.shop.work();
    const second = await next(first, 10_400, 10_800);
    const { batch } = (await mia.call("/decision-batches", {
      action: "approve",
      ids: [second.recommendation],
    })) as { batch: { id: string; hash: string } };
    expect(batch).toMatchObject({ first_approvals: 1 });
    await mia.call(`/decision-batches/${batch.id}/confirm`, { hash: batch.hash });
    await processDecisionBatch(shops.service.services, lamps.shop.workspace.tenant, batch.id);
    expect(await lamps.shown(second)).toMatchObject(WAITS);
  });

  it("is left to people by an automatic lane that allows each step, but not the sum", async () => {
    await lamps.setLanes([
      { name: "Small", decided_by: "automatic", at_most: { change: "0.03" }, a_day: { items: "1" } },
      USUAL,
      LARGE,
    ]);
    await lamps.switchOn("Small");
    const [made] = await lamps.make(1, {
      item: { price: 10_000, cost: 6000 },
      recommendation: await recommended(10_000, 10_200),
    });
    if (made === undefined) throw new Error("no lamp was made");
    await lamps.pass();
    await lamps.shop.work();
    expect(await pricesGiven(made)).toEqual(["10200"]);
    const runId = lamps.runId;
    const second = await next(made, 10_200, 10_400);
    await shops.service.sql("UPDATE recommendations SET run_id = $2, last_run_id = $2 WHERE id = $1", [
      second.recommendation,
      runId,
    ]);
    await lamps.pass();
    expect(await lamps.shown(second)).toMatchObject({ status: "pending_approval", approvals: null });
  });
});

describe("a price that needed two people", () => {
  it("needs them after the lane was taken away, whoever has approved before", async () => {
    const [waiting, begun] = [await lamp(10_000, 11_000), await lamp(10_000, 11_000)];
    expect(await mia.post(begun, "approve")).toMatchObject(WAITS);
    await lamps.setLanes([]);
    for (const pending of [waiting, begun]) {
      await mia.post(pending, "approve");
      expect(await lamps.shown(pending)).toMatchObject(WAITS);
    }
    aDay();
    for (const pending of [waiting, begun]) {
      await mia.post(pending, "approve");
      expect(await lamps.shown(pending)).toMatchObject(WAITS);
      expect(await noah.post(pending, "approve")).toMatchObject(BY_TWO);
    }
  });

  it("is decided by the lanes of the last 24 hours when it gets new figures meanwhile", async () => {
    await lamps.setLanes([]);
    const renewed = await lamp(10_000, 11_000);
    expect(await lamps.shown(renewed)).toMatchObject({ approvals: { needed: 2, given: 0 } });
    aDay();
    expect(await lamps.shown(renewed)).toMatchObject({ approvals: null });
    expect(await mia.post(renewed, "approve")).toMatchObject(BY_ONE);
  });

  it("needs them whatever the catalog says of the item since the run", async () => {
    const cheap = { name: "Cheap", decided_by: "one_person", at_most: { money: "50.00" } } as const;
    await lamps.setLanes([cheap, LARGE]);
    aDay();
    const pending = await lamp(10_000, 11_000, { stock: 100 });
    const [row] = await shops.service.sql<{ run: string }>(
      "SELECT run_id AS run FROM recommendations WHERE id = $1",
      [pending.recommendation],
    );
    await shops.service.sql(
      `INSERT INTO run_results (workspace_id, run_id, item_id, input, outcome, kind) VALUES ($1, $2, $3, $4, '{}', 'x')`,
      [lamps.shop.workspace.id, row?.run, pending.item, JSON.stringify({ item: SEEN })],
    );
    await setItem(pending, "stock", 1);
    expect(await mia.post(pending, "approve")).toMatchObject(WAITS);
    await shops.service.sql("DELETE FROM run_results WHERE workspace_id = $1", [lamps.shop.workspace.id]);
    const other = await lamp(10_000, 11_000, { stock: 1 });
    expect(await mia.post(other, "approve")).toMatchObject(BY_ONE);
  });

  it("counts a person once, by all their tokens and sessions, and shows what was needed then", async () => {
    const pending = await lamp(10_000, 11_000);
    const { id: workspaceId } = lamps.shop.workspace;
    const token = await shops.service.mintToken({ workspaceId, userId: mia.userId });
    await mia.post(pending, "approve");
    const path = `/recommendations/${pending.recommendation}/approve`;
    expect((await shops.service.call("POST", path, { token })).json).toEqual({ ok: true, idempotent: true });
    expect(await noah.post(pending, "approve")).toMatchObject(BY_TWO);
    await lamps.setLanes([]);
    aDay();
    expect(await lamps.shown(pending)).toMatchObject({ approvals: { needed: 2, given: 2 } });
  });

  it("shows a person once where an earlier version counted them twice", async () => {
    const pending = await lamp(10_000, 11_000);
    await mia.post(pending, "approve");
    await shops.service.sql(
      `UPDATE recommendations SET status = 'applied', decision = 'approve', decided_by = $2, decided_by_label = 'Mia',
         decided_at = now() WHERE id = $1`,
      [pending.recommendation, mia.userId],
    );
    expect(await lamps.shown(pending)).toMatchObject({ status: "applied", approvals: null });
  });
});

/** The lamp in the input of the run that recommended its price: with stock on hand. */
const SEEN = {
  currency: "EUR",
  price: "10000",
  pack_size: null,
  tags: ["lamps"],
  category: null,
  brand: null,
  stock: 100,
  cost_updated_at: new Date(0).toISOString(),
};
