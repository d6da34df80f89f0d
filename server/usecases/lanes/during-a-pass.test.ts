import { beforeEach, describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { type LaneShop, openLaneShop, SMALL } from "@/server/testing/lane-shop";
import { type Pending, startShops } from "@/server/testing/shop";

const shops = duringTests(startShops);
let at: LaneShop;

beforeEach(async () => {
  shops.onFault(null);
  at = await openLaneShop(shops);
});

const sql = (text: string, values: unknown[]) => shops.service.sql(text, values);

/** Has a pass decide about two prices, with something done after the first. @returns the second price */
async function between(work: (second: Pending) => Promise<unknown>): Promise<Record<string, unknown>> {
  await at.switchOn("Small");
  const [, second] = await at.make(2);
  if (second === undefined) throw new Error("two prices were made");
  let done = false;
  shops.onFault(async (point) => {
    if (point !== "lane-pass:committed" || done) return;
    done = true;
    await work(second);
  });
  await at.pass();
  expect(done).toBe(true);
  expect((await at.outcomes())[0]).toEqual(["approved", "open", null]);
  return at.shown(second);
}

describe("what happens during a pass of the lanes binds the prices that are still to come", () => {
  it("a person's price is left to people", async () => {
    const second = await between(async ({ recommendation }) => {
      const { status } = await at.shop.post(`/recommendations/${recommendation}/override`, {
        price: { amount: "20.99", currency: "EUR" },
        reason: "Our own sale.",
      });
      expect(status).toBe(200);
    });
    expect(second).toMatchObject({ status: "pending_approval", recommended_price: { amount: "20.99" } });
    expect(await at.outcomes()).toHaveLength(1);
  });

  it("a snoozed one is left alone", async () => {
    const until = new Date(shops.service.clock.now() + DAY_MS).toISOString();
    const second = await between(async ({ recommendation }) => {
      const { status } = await at.shop.post(`/recommendations/${recommendation}/snooze`, {
        snooze_until: until,
      });
      expect(status).toBe(200);
    });
    expect(second).toMatchObject({ status: "snoozed" });
  });

  it("a freeze that begins stops the lane", async () => {
    const local = (ms: number) => new Date(shops.service.clock.now() + ms).toISOString().slice(0, 16);
    const second = await between(async () => {
      const once = { from: local(-DAY_MS), until: local(DAY_MS) };
      const { status } = await at.shop.post("/freezes", { reason: "Sale week", once });
      expect(status).toBe(200);
    });
    expect(second).toMatchObject({ status: "pending_approval" });
    expect(await at.outcomes()).toHaveLength(1);
  });

  it("figures that have moved are left to the lanes after the next run", async () => {
    const second = await between(({ recommendation }) =>
      sql("UPDATE recommendations SET version = version + 1 WHERE id = $1", [recommendation]),
    );
    expect(second).toMatchObject({ status: "pending_approval" });
    expect(await at.outcomes()).toHaveLength(1);
  });

  it("an item whose figures are too large to add up does not stop the pass", async () => {
    await at.switchOn("Small");
    const huge = { price: 900_000_000_000_000n, stock: 1_000_000_000 };
    const [, sound] = [
      ...(await at.make(1, {
        item: huge,
        recommendation: { current_price: huge.price, recommended_price: 963_000_000_000_000n },
      })),
      ...(await at.make(1)),
    ];
    await at.pass();
    expect(await at.shown(sound)).toMatchObject({ status: "approved" });
    await at.pass();
  });

  it("a price whose evidence cannot be read is left to people, and the pass goes on to its end", async () => {
    await at.switchOn("Small");
    const [broken, sound] = await at.make(2);
    await sql("UPDATE recommendations SET evidence = '{}' WHERE id = $1", [broken?.recommendation]);
    await at.pass();
    expect(await at.outcomes()).toEqual([["approved", "open", null]]);
    expect(await at.shown(sound)).toMatchObject({ status: "approved" });
    const [pass] = await sql("SELECT ended_at FROM lane_passes WHERE workspace_id = $1", [
      at.shop.workspace.id,
    ]);
    expect(pass).toMatchObject({ ended_at: expect.any(Date) });
  });
});

describe("an automatic lane and its policy", () => {
  const mode = async () => (await at.owner.lanes.list({})).lanes[0];

  it("a lane that the policy has closed stays closed when the earlier lanes return, by a restore or by hand", async () => {
    await at.switchOn("Small");
    const { version } = await at.owner.lanes.list({});
    await at.setLanes([{ ...SMALL, at_most: { change: "0.20" } }]);
    expect(await mode()).toMatchObject({ mode: "closed", outdated: true });
    await at.owner.policy.restore({ version });
    expect(await mode()).toMatchObject({ mode: "closed", outdated: true, lane: SMALL });
    const [waiting] = await at.make(1);
    await at.pass();
    expect(await at.shown(waiting)).toMatchObject({ status: "pending_approval" });
    const changes = await sql(
      "SELECT before::jsonb, after::jsonb FROM audit_events WHERE workspace_id = $1 AND action = 'lane.mode' ORDER BY id",
      [at.shop.workspace.id],
    );
    expect(changes.at(-1)).toEqual({ before: { mode: "open" }, after: { mode: "closed", reason: "policy" } });
    const { proof } = await at.owner.lanes.trial({ lane: "Small" });
    expect(await at.setMode("Small", "open", proof)).toBe("conflict");
    await at.switchOn("Small");
    await at.pass();
    expect(await at.shown(waiting)).toMatchObject({ status: "approved" });
  });

  it("a lane stays open when the policy changes in what lanes do not depend on", async () => {
    await at.switchOn("Small");
    await at.setLanes([SMALL]);
    const { document } = await at.owner.policy.get({});
    await at.owner.policy.set({ document: { ...document, reopen_threshold: "0.02" } });
    expect(await mode()).toMatchObject({ mode: "open", outdated: false });
  });
});

describe("the most a day", () => {
  it("holds in shadow too, for passes of several runs at once", async () => {
    await at.setLanes([{ ...SMALL, a_day: { items: "0.2" } }]);
    await at.switchOn("Small", "shadow");
    const runs = Array.from({ length: 4 }, () => shops.service.services.newId("run"));
    for (const run of runs) await at.make(5, {}, run);
    await Promise.all(runs.map((run) => at.pass(run)));
    expect(await at.outcomes()).toEqual(Array(4).fill(["would_approve", "shadow", null]));
  });

  it("does not begin anew for a lane under another name", async () => {
    await at.setLanes([{ ...SMALL, a_day: { items: "0.5" } }]);
    await at.switchOn("Small");
    await at.make(4);
    await at.pass();
    await at.setLanes([{ ...SMALL, name: "Little", a_day: { items: "0.5" } }]);
    await at.switchOn("Little");
    await at.pass();
    expect(await at.outcomes()).toHaveLength(2);
    shops.service.clock.advance(DAY_MS + 1);
    await at.pass();
    expect(await at.outcomes()).toHaveLength(4);
  });

  it("does not begin anew where people decide in the lane that has the earlier name", async () => {
    const half = { ...SMALL, a_day: { items: "0.5" } };
    await at.setLanes([half]);
    await at.switchOn("Small");
    await at.make(4);
    await at.pass();
    const { decided_by: _, a_day: __, confidence: ___, ...people } = SMALL;
    await at.setLanes([
      { ...half, name: "Little" },
      { ...people, decided_by: "one_person" },
    ]);
    await at.switchOn("Little");
    const shown = (await at.owner.lanes.list({})).lanes.find(({ lane }) => lane.name === "Little");
    expect(shown).toMatchObject({ use: { items: 2 } });
    await at.pass();
    expect(await at.outcomes()).toHaveLength(2);
  });

  it.each([0, -3])(
    "is exceeded in money by a price without a known effect, as with a stock of %i",
    async (stock) => {
      await at.setLanes([{ ...SMALL, a_day: { items: "1", money: "1000.00" } }]);
      await at.switchOn("Small");
      const [waiting] = await at.make(1, { item: { stock } });
      await at.make(1, { item: { stock: 3 } });
      await at.pass();
      expect(await at.shown(waiting)).toMatchObject({ status: "pending_approval" });
      expect(await at.outcomes()).toHaveLength(1);
    },
  );
});

describe("what an automatic lane left", () => {
  it("it decides about after the next run, once the obstacle is gone", async () => {
    await at.switchOn("Small");
    const [waiting] = await at.make(1);
    const { id } = at.shop.workspace;
    await sql("UPDATE workspaces SET plan = 'pro' WHERE id = $1", [id]);
    await at.pass();
    expect(await at.outcomes()).toEqual([["fell_out", "open", "tier_ineligible"]]);
    await sql("UPDATE workspaces SET plan = 'max' WHERE id = $1", [id]);
    await at.pass();
    expect(await at.outcomes()).toEqual([["approved", "open", null]]);
    expect(await at.shown(waiting)).toMatchObject({ status: "approved" });
  });

  it("is not even looked at in a suspended workspace", async () => {
    await at.switchOn("Small");
    await at.make(1);
    await sql("UPDATE workspaces SET lifecycle = 'suspended' WHERE id = $1", [at.shop.workspace.id]);
    await at.pass();
    expect(await at.outcomes()).toEqual([]);
  });
});

describe("the trial of a lane", () => {
  const trial = () => at.owner.lanes.trial({ lane: "Small" });

  it("looks at the lane's own prices that people took back", async () => {
    await at.switchOn("Small");
    const [taken] = await at.make(2);
    await at.pass();
    await at.shop.work();
    expect(await trial()).toMatchObject({ decisions: 0, passed: 0 });
    const { write_back: written } = (await at.shown(taken)) as { write_back: { id: string } };
    const { status } = await at.shop.post(`/write-backs/${written.id}/revert`);
    expect(status).toBe(200);
    await at.shop.work();
    expect(await trial()).toMatchObject({
      decisions: 1,
      passed: 1,
      disagreed: { rejected: 0, other_price: 0, reverted: 1 },
    });
  });

  it("does not look at decisions by the operator's command line", async () => {
    const [waiting] = await at.make(1);
    await at.shop.post(`/recommendations/${waiting?.recommendation}/reject`, { reason: "Too high." });
    expect(await trial()).toMatchObject({ decisions: 1 });
    await sql("UPDATE recommendations SET decided_by = 'operator' WHERE id = $1", [waiting?.recommendation]);
    shops.service.clock.advance(HOUR_MS);
    expect(await trial()).toMatchObject({ decisions: 0 });
  });
});
