import { beforeEach, describe, expect, it } from "vitest";
import type { LaneMode } from "@/server/db/lanes/modes";
import { HOUR_MS } from "@/server/domain/durations";
import type { Role } from "@/server/domain/permissions";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { type LaneShop, openLaneShop, SMALL } from "@/server/testing/lane-shop";
import { mailsOf } from "@/server/testing/mails";
import { type Pending, type Shop, startShops } from "@/server/testing/shop";
import { processLanePass } from "./process";

const shops = duringTests(startShops);
let lane: LaneShop;
let shop: Shop;
/** Calls as the owner in the browser. */
let owner: LaneShop["owner"];

beforeEach(async () => {
  shops.onFault(null);
  await begin();
});

async function begin(): Promise<void> {
  lane = await openLaneShop(shops);
  ({ shop, owner } = lane);
}
const signedIn = async (role: Role) => {
  const userId = await shops.service.person({ workspaceId: shop.workspace.id, role });
  return browserCaller(shops.service, { userId, workspaceId: shop.workspace.id });
};
const sql = (text: string, values: unknown[]) => shops.service.sql(text, values);
/** Rewrites the stored policy, which no activation tells the lanes about. */
const lanes = (list: readonly object[]) =>
  sql("UPDATE policy_versions SET document = document || $2::jsonb WHERE workspace_id = $1", [
    shop.workspace.id,
    JSON.stringify({ lanes: list }),
  ]);
const hoursAgo = (hours: number) => new Date(shops.service.clock.now() - hours * HOUR_MS);

/** Records a price and a cost of an item, as they were so many hours ago. */
const change = (
  made: Pending | undefined,
  {
    hours,
    price = 1999,
    cost = 1000,
    source = "sync",
  }: { hours: number; price?: number; cost?: number; source?: string },
) =>
  sql(
    `INSERT INTO item_changes (workspace_id, id, item_id, at, source, price, cost, currency)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'EUR')`,
    [
      shop.workspace.id,
      shops.service.services.newId("event"),
      made?.item,
      hoursAgo(hours),
      source,
      price,
      cost,
    ],
  );

/** A price change of an item of which another price was written so many hours ago, an hour after it was sent. */
async function written(hours: number, of: "person" | "revert" | "engine"): Promise<Pending | undefined> {
  const [made] = await lane.make(1, { item: { created_at: hoursAgo(24 * 40) } });
  const past = `rec_past_${made?.item}`;
  const own =
    of === "person" ? { engine_price: 2100, overridden_by: "usr_1", overridden_at: hoursAgo(hours) } : {};
  await sql(
    `INSERT INTO recommendations SELECT (jsonb_populate_record(r, $3::jsonb)).* FROM recommendations r
     WHERE workspace_id = $1 AND id = $2`,
    [shop.workspace.id, made?.recommendation, JSON.stringify({ id: past, status: "applied", ...own })],
  );
  await sql(
    `INSERT INTO write_backs (workspace_id, id, recommendation_id, revert_of, integration_id, item_id, store_ref, status,
       currency, expected_price, target_price, write_key, requested_by, sends, first_sent_at,
       finished_at)
     SELECT workspace_id, 'wbk_' || $4, $2, $3, id, $4, $4, 'applied', 'EUR', 1989, 1999, 'key' || $4, 'test', 1,
       $5::timestamptz - interval '1 hour', $5 FROM integrations WHERE workspace_id = $1 LIMIT 1`,
    [shop.workspace.id, past, of === "revert" ? `wbk_past_${made?.item}` : null, made?.item, hoursAgo(hours)],
  );
  return made;
}
const takenBack = ({ hours }: { hours: number }) => written(hours, "revert");
/** The engine's price, which a sync saw before its write was known to have taken effect. */
async function seenInDoubt(): Promise<Pending | undefined> {
  const made = await written(1, "engine");
  await change(made, { hours: 50, price: 1899 });
  await change(made, { hours: 1.5 });
  return made;
}
const ownPrice = ({ hours }: { hours: number }) => written(hours, "person");

const setMode = (mode: LaneMode | "closed", proof?: string, by = owner) =>
  lane.setMode("Small", mode, proof, by);
const trial = (by = owner) => by.lanes.trial({ lane: "Small" });
/** Does something after the first price of a pass. @returns whether it was done */
function onceCommitted(work: () => Promise<unknown>): () => boolean {
  let done = false;
  shops.onFault(async (at) => {
    if (at !== "lane-pass:committed" || done) return;
    done = true;
    await work();
  });
  return () => done;
}

describe("an automatic lane", () => {
  it("decides nothing before somebody has opened it", async () => {
    const [waiting] = await lane.make(1);
    await lane.pass();
    expect(await lane.shown(waiting)).toMatchObject({ status: "pending_approval" });
    expect(await lane.outcomes()).toEqual([]);
  });

  it("records in shadow what it would have done, and changes nothing", async () => {
    const [waiting, fresh] = [
      ...(await lane.make(1)),
      ...(await lane.make(1, { recommendation: { status: "new" } })),
    ];
    await sql("UPDATE catalog_items SET max_price = 2100 WHERE id = $1", [waiting?.item]);
    await setMode("shadow", (await trial()).proof);
    await lane.pass();
    await lane.pass();
    expect(await lane.outcomes()).toEqual([
      ["would_approve", "shadow", null],
      ["fell_out", "shadow", "changed"],
    ]);
    expect(await lane.shown(waiting)).toMatchObject({ status: "pending_approval", version: 1 });
    expect(await lane.shown(fresh)).toMatchObject({ status: "new", decision: null });
    expect(await sql("SELECT id FROM write_backs WHERE workspace_id = $1", [shop.workspace.id])).toEqual([]);
  });

  it("approves what fits when it is open, once, as the lane, and leaves the rest to people", async () => {
    await lane.switchOn("Small");
    const [fits] = await lane.make(1, { recommendation: { status: "new" } });
    const [large] = await lane.make(1, {
      recommendation: { recommended_price: 2299n, change_ratio: "0.1501" },
    });
    const [unsure] = await lane.make(1, { recommendation: { confidence: "medium" } });
    await lane.pass(undefined, 2);
    await lane.pass();
    await shop.work();
    expect(await shop.given(fits?.ref ?? "")).toHaveLength(1);
    expect(await lane.shown(fits)).toMatchObject({
      status: "applied",
      decision: { action: "approve", by: "Lane Small" },
    });
    for (const other of [large, unsure])
      expect(await lane.shown(other)).toMatchObject({ status: "pending_approval" });
    const audit = await sql(
      "SELECT DISTINCT actor FROM audit_events WHERE workspace_id = $1 AND subject = $2 AND action LIKE 'recommendation.%'",
      [shop.workspace.id, fits?.recommendation],
    );
    expect(audit).toEqual([{ actor: "system:lane:Small" }]);
  });

  it("stays within its most a day, in items and in money, and an unknown sum is not within", async () => {
    const [a] = await lane.make(4, { item: { stock: 10 } });
    await lanes([{ ...SMALL, a_day: { items: "0.5" } }]);
    await lane.switchOn("Small");
    await lane.pass();
    expect((await lane.outcomes()).filter(([outcome]) => outcome === "approved")).toHaveLength(2);
    expect(await lane.shown(a)).toMatchObject({ status: "approved" });
    await begin();
    await lanes([{ ...SMALL, a_day: { items: "1", money: "30.00" } }]);
    const [unknown] = await lane.make(1, { item: { stock: null } });
    await lane.make(3, { item: { stock: 10 } });
    await lane.switchOn("Small");
    await lane.pass();
    expect((await lane.outcomes()).filter(([outcome]) => outcome === "approved")).toHaveLength(2);
    expect(await lane.shown(unknown)).toMatchObject({ status: "pending_approval" });
    shops.service.clock.advance(24 * HOUR_MS + 1);
    await lane.pass();
    expect((await lane.outcomes()).filter(([outcome]) => outcome === "approved")).toHaveLength(3);
  });

  it("leaves to people what is new or was changed by hand lately, and not what the service itself wrote", async () => {
    await lanes([{ ...SMALL, last_edit_hours: 24, first_seen_days: 30 }]);
    await lane.switchOn("Small");
    const known = async (days = 40) => {
      const [made] = await lane.make(1, { item: { created_at: hoursAgo(24 * days) } });
      return made;
    };
    const changed = async (...history: Parameters<typeof change>[1][]) => {
      const made = await known();
      for (const each of history) await change(made, each);
      return made;
    };
    const approved = [
      await known(),
      await known(30),
      await changed({ hours: 2 }),
      await changed({ hours: 50, price: 1899 }, { hours: 24 }),
      await changed({ hours: 50 }, { hours: 2, cost: 1100 }),
      await changed({ hours: 50, price: 1899 }, { hours: 2, source: "write_back" }),
      await takenBack({ hours: 25 }),
      await seenInDoubt(),
    ];
    const left = [
      await known(29),
      await changed({ hours: 50, price: 1899 }, { hours: 23 }),
      await changed({ hours: 50, price: 1899 }, { hours: 3, source: "import" }, { hours: 2, cost: 1100 }),
      await takenBack({ hours: 23 }),
      await ownPrice({ hours: 23 }),
    ];
    await lane.pass();
    const statuses = async (made: readonly (Pending | undefined)[]) =>
      (await Promise.all(made.map((each) => lane.shown(each)))).map(({ status }) => status);
    expect(await statuses(approved)).toEqual(approved.map(() => "approved"));
    expect(await statuses(left)).toEqual(left.map(() => "pending_approval"));
  });

  it("closes when the policy's lanes or scopes change, and stays open when other rules do", async () => {
    await lane.switchOn("Small");
    await sql(
      "UPDATE policy_versions SET document = jsonb_set(document, '{reopen_threshold}', '\"0.02\"') WHERE workspace_id = $1",
      [shop.workspace.id],
    );
    await lane.make(1);
    await lane.pass();
    expect(await lane.outcomes()).toHaveLength(1);
    await lanes([{ ...SMALL, at_most: { change: "0.20" } }]);
    await lane.make(1);
    await lane.pass();
    expect(await lane.outcomes()).toHaveLength(1);
    expect(await owner.lanes.list({})).toMatchObject({ lanes: [{ mode: "closed", outdated: true }] });
  });

  it("tells every owner by mail when it is switched, and when a policy closes it", async () => {
    const mailed = async () =>
      (await mailsOf(shops.service))
        .filter(({ userId, text }) => userId === shop.workspace.userId && text.includes("auto-approval rule"))
        .map(({ subject, text }) => `${subject}\n${text}`);
    const before = (await mailed()).length;
    await lane.switchOn("Small");
    await setMode("closed");
    await lane.switchOn("Small", "shadow");
    await lane.setLanes([]);
    const [shadow, open, closed, again, policy, ...more] = (await mailed()).slice(before);
    expect(more).toEqual([]);
    expect(shadow).toContain("the auto-approval rule “Small” is in shadow");
    expect(open).toContain(
      "has switched the auto-approval rule “Small”. It approves price changes by itself",
    );
    expect(closed).toContain("the auto-approval rule “Small” is closed");
    expect(again).toContain("is in shadow");
    expect(policy).toContain("It closed these auto-approval rules: Small.");
  });

  it("decides nothing in a freeze", async () => {
    await lane.switchOn("Small");
    const [waiting] = await lane.make(1);
    const day = (offset: number) =>
      new Date(shops.service.clock.now() + offset * 24 * HOUR_MS).toISOString().slice(0, 16);
    const freeze = { reason: "Sale week", once: { from: day(-1), until: day(1) } };
    const created = await shop.post("/freezes", freeze);
    expect(created.status, created.text).toBe(200);
    await lane.pass();
    expect(await lane.outcomes()).toEqual([]);
    expect(await lane.shown(waiting)).toMatchObject({ status: "pending_approval" });
    shops.service.clock.advance(48 * HOUR_MS);
    await lane.pass();
    expect(await lane.outcomes()).toEqual([["approved", "open", null]]);
  });

  it("leaves a person's price, a snoozed one and another workspace's alone", async () => {
    await lane.switchOn("Small");
    const other = await shops.shop();
    const theirs = await other.pending({ recommendation: { run_id: lane.runId, last_run_id: lane.runId } });
    const [own] = await lane.make(1, {
      recommendation: { engine_price: 2099n, overridden_by: "usr_x", overridden_at: new Date() },
    });
    const later = new Date(shops.service.clock.now() + HOUR_MS);
    const [snoozed] = await lane.make(1, { recommendation: { snooze_until: later } });
    await lane.pass();
    expect(await lane.outcomes()).toEqual([]);
    expect(await lane.shown(own)).toMatchObject({ status: "pending_approval" });
    expect(await lane.shown(snoozed)).toMatchObject({ status: "snoozed" });
    expect((await other.get(`/recommendations/${theirs.recommendation}`)).json).toMatchObject({
      status: "pending_approval",
    });
  });

  it("reads a version of the policy once a pass, and another one as soon as it is active", async () => {
    await lane.switchOn("Small");
    await lane.make(3);
    const rewritten = onceCommitted(() => lanes([]));
    await lane.pass();
    expect([rewritten(), await lane.outcomes()]).toEqual([true, Array(3).fill(["approved", "open", null])]);
    await lanes([SMALL]);
    await lane.make(3);
    const [row] = await sql("SELECT document FROM policy_versions WHERE workspace_id = $1", [
      shop.workspace.id,
    ]);
    const document = { ...(row?.["document"] as object), lanes: [] };
    const activated = onceCommitted(async () => void (await owner.policy.set({ document })));
    await lane.pass();
    expect([activated(), await lane.outcomes()]).toEqual([true, Array(4).fill(["approved", "open", null])]);
  });

  it("leaves all to people while the stored policy is invalid, and says so to who looks", async () => {
    await lane.switchOn("Small");
    const [waiting] = await lane.make(1);
    await sql("UPDATE policy_versions SET document = document || '{\"lanes\": 1}' WHERE workspace_id = $1", [
      shop.workspace.id,
    ]);
    await lane.pass();
    expect(await lane.outcomes()).toEqual([]);
    expect(await lane.shown(waiting)).toMatchObject({ status: "pending_approval" });
    const [ended] = await sql("SELECT ended_at FROM lane_passes WHERE workspace_id = $1", [
      shop.workspace.id,
    ]);
    expect(ended).toMatchObject({ ended_at: expect.any(Date) });
    const unusable = { cause: { code: "conflict", extra: { changed: ["policy"] } } };
    await expect(owner.lanes.list({})).rejects.toMatchObject(unusable);
    await expect(trial()).rejects.toMatchObject(unusable);
    expect(await setMode("shadow", "any")).toBe("conflict");
    expect(await setMode("closed")).toBe("closed");
  });

  it.each(["lane-pass:leased", "lane-pass:decided", "lane-pass:committed"] as const)(
    "approves each price once in the end when killed at %s",
    async (point) => {
      await lane.switchOn("Small");
      const made = await lane.make(3);
      let killed = false;
      shops.onFault((at) => {
        if (at !== point || killed) return;
        killed = true;
        throw new Error("killed");
      });
      await lane.pass().catch(() => undefined);
      expect(killed).toBe(true);
      shops.service.clock.advance(HOUR_MS);
      await processLanePass(shops.service.services, shop.workspace.tenant, lane.runId);
      await shop.work();
      for (const { ref } of made) expect(await shop.given(ref)).toHaveLength(1);
      expect(await lane.outcomes()).toHaveLength(3);
    },
  );
});

describe("the trial of a lane", () => {
  it("tells how many past decisions would have passed, and which of them people had decided otherwise", async () => {
    const [yes, no, large] = [...(await lane.make(1)), ...(await lane.make(1)), ...(await lane.make(1))];
    await shop.post(`/recommendations/${yes?.recommendation}/approve`);
    await shop.post(`/recommendations/${no?.recommendation}/reject`, { reason: "We run a campaign." });
    await sql("UPDATE recommendations SET recommended_price = 2299, change_ratio = 0.15 WHERE id = $1", [
      large?.recommendation,
    ]);
    await shop.post(`/recommendations/${large?.recommendation}/reject`, { reason: "Too high." });
    expect(await trial()).toMatchObject({
      decisions: 3,
      passed: 2,
      disagreed: { rejected: 1, other_price: 0, reverted: 0 },
      examples: [
        {
          disagreement: "rejected",
          recommendation_id: no?.recommendation,
          reason: "We run a campaign.",
        },
      ],
    });
  });

  it("goes by the age that cost and used observations had at each decision", async () => {
    const nowMs = shops.service.clock.now();
    await lanes([{ ...SMALL, at_most: { change: "0.10", evidence_age_hours: 48 } }]);
    const seen = (hours: number, used: boolean) => ({ used, observed_at: hoursAgo(hours).toISOString() });
    const decided = async (cost: Date, ageDays: number | null, observations: object[]): Promise<void> => {
      const [made] = await lane.make(1, { item: { cost_updated_at: hoursAgo(1) } });
      await sql(
        `UPDATE recommendations SET evidence = (evidence::jsonb || $2::jsonb
           || jsonb_build_object('cost', (evidence::jsonb -> 'cost') || $3::jsonb))::text WHERE id = $1`,
        [made?.recommendation, JSON.stringify({ observations }), JSON.stringify({ age_days: ageDays })],
      );
      await shop.post(`/recommendations/${made?.recommendation}/reject`, { reason: "No." });
      await sql("UPDATE catalog_items SET cost_updated_at = $2 WHERE id = $1", [made?.item, cost]);
    };
    const passed = async () => (await trial()).passed;
    await decided(hoursAgo(1), null, [seen(40, true), seen(90, false)]);
    expect(await passed(), "an observation that was not used does not count").toBe(1);
    await decided(hoursAgo(1), null, [seen(40, true), seen(50, true)]);
    expect(await passed(), "the oldest used one counts").toBe(1);
    await decided(new Date(nowMs + HOUR_MS), 0, []);
    expect(await passed(), "the cost of the decision was less than a day old").toBe(2);
    await decided(new Date(nowMs + HOUR_MS), 2, []);
    await decided(new Date(nowMs + HOUR_MS), null, []);
    expect(await passed(), "it was older, or of unknown age").toBe(2);
  });

  it("goes by what was new or changed by hand when each was decided", async () => {
    await lanes([{ ...SMALL, last_edit_hours: 24, first_seen_days: 30 }]);
    const decided = async (days: number, ...history: Parameters<typeof change>[1][]) => {
      const [made] = await lane.make(1, { item: { created_at: hoursAgo(24 * days) } });
      for (const each of history) await change(made, each);
      await shop.post(`/recommendations/${made?.recommendation}/reject`, { reason: "No." });
      return made;
    };
    const made = await decided(40, { hours: 50, price: 1899 });
    await decided(29);
    await decided(40, { hours: 50, price: 1899 }, { hours: 2 });
    expect(await trial()).toMatchObject({ decisions: 3, passed: 1 });
    await change(made, { hours: -1, price: 2099 });
    expect(await trial(), "a change after the decision is none before it").toMatchObject({ passed: 1 });
  });

  it("measures a change from what a shop still charged that was late with the end of its sale, as lanes do", async () => {
    const at = (hoursAgo: number) => new Date(shops.service.clock.now() - hoursAgo * HOUR_MS).toISOString();
    const sale = { price: "17.00", from: null, until: at(3), running: false };
    const seen = { regular_price: "19.99", compare_at: null, sale, read_from: null, read_at: at(1) };
    const lag = { kind: "late", edge: "end", at: at(3) };
    const decided = async (shopWindow: object) => {
      const [made] = await lane.make(1);
      await sql("UPDATE recommendations SET evidence = (evidence::jsonb || $2::jsonb)::text WHERE id = $1", [
        made?.recommendation,
        JSON.stringify({ shop_window: shopWindow }),
      ]);
      await shop.post(`/recommendations/${made?.recommendation}/reject`, { reason: "No." });
    };
    await decided({ ...seen, shopper_price: "19.99", lag: null });
    expect(await trial()).toMatchObject({ decisions: 1, passed: 1 });
    await decided({ ...seen, shopper_price: "17.00", lag });
    expect(await trial()).toMatchObject({ decisions: 2, passed: 1 });
  });

  it("has to be the present one, shadow comes before open, and only owners and admins try and switch", async () => {
    const { proof } = await trial();
    expect(await setMode("open", proof)).toBe("conflict");
    expect(await setMode("shadow", "another")).toBe("conflict");
    expect(await setMode("shadow")).toBe("conflict");
    for (const role of ["viewer", "analyst", "approver"] as const) {
      const by = await signedIn(role);
      expect(await setMode("shadow", proof, by)).toBe("insufficient_scope");
      await expect(trial(by)).rejects.toMatchObject({ cause: { code: "insufficient_scope" } });
    }
    const admin = await signedIn("admin");
    expect((await trial(admin)).proof).toBe(proof);
    for (const mode of ["shadow", "open", "closed"] as const)
      expect(await setMode(mode, proof, admin)).toBe(mode);
    expect(await owner.lanes.list({})).toMatchObject({ lanes: [{ mode: "closed" }] });
  });
});
