import { beforeEach, describe, expect, it } from "vitest";
import { inTenant } from "@/server/db/database/transaction";
import { decideRecommendation } from "@/server/db/recommendations/recommendations";
import { RECOMMENDATION_STATUSES } from "@/server/domain/recommendations/recommendation";
import { duringTests } from "@/server/testing/during-tests";
import type { Columns } from "@/server/testing/factories";
import { type Pending, type Shop, startShops } from "@/server/testing/shop";

const REPEAT = '{"ok":true,"idempotent":true}';
const LATER = "2026-11-09T09:30:00Z";

const shops = duringTests(startShops);
let shop: Shop;

beforeEach(async () => {
  shop = await shops.shop();
});

const act = (id: string, operation: string, body?: unknown) =>
  shop.post(`/recommendations/${id}/${operation}`, body);
const shown = async (id: string) => (await shop.get(`/recommendations/${id}`)).json ?? {};
const made = (columns: Columns): Promise<Pending> =>
  shop.pending({ recommendation: { accepted: false, ...columns } });
const audited = async (id: string) =>
  (
    await shops.service.sql(
      "SELECT action, after::jsonb ->> 'reason' AS reason FROM audit_events WHERE subject = $1 ORDER BY seq",
      [id],
    )
  ).map(({ action, reason }) => [action, reason]);

/** From, operation, body, to (null: 409), and whether a repeat is answered as having taken effect. */
const TABLE: readonly (readonly [Columns, string, object, string | null, boolean])[] = [
  [{ status: "new" }, "accept", {}, "pending_approval", true],
  [{ status: "new", kind: "cost_review", recommended_price: null }, "accept", {}, "accepted", true],
  [{ status: "new" }, "dismiss", { reason: "Not now" }, "dismissed", true],
  [{ status: "accepted", kind: "market_review", accepted: true }, "dismiss", {}, "dismissed", true],
  [{ status: "new" }, "snooze", { snooze_until: LATER }, "snoozed", true],
  [{ status: "pending_approval", accepted: true }, "snooze", { snooze_until: LATER }, "snoozed", true],
  [{ status: "new" }, "resolve", { reason: "By hand" }, "resolved", true],
  [{ status: "accepted", kind: "cost_review", accepted: true }, "resolve", {}, "resolved", true],
  [{ status: "pending_approval", accepted: true }, "resolve", {}, "resolved", true],
  [{ status: "failed", accepted: true }, "resolve", {}, "resolved", true],
  [{ status: "pending_approval", accepted: true }, "approve", {}, "approved", true],
  [{ status: "pending_approval", accepted: true }, "approve", { reason: "Fine by me" }, "approved", true],
  [{ status: "pending_approval", accepted: true }, "reject", { reason: "No" }, "rejected", false],
  [{ status: "held" }, "accept", {}, null, false],
  [{ status: "pending_approval" }, "dismiss", {}, null, false],
  [{ status: "new" }, "approve", {}, null, false],
  [{ status: "new" }, "reject", { reason: "No" }, null, false],
  [{ status: "approved", accepted: true }, "resolve", {}, null, false],
  [{ status: "approved", accepted: true }, "snooze", { snooze_until: LATER }, null, false],
  [{ status: "dismissed" }, "accept", {}, null, false],
  [{ status: "superseded" }, "accept", {}, null, false],
  [{ status: "rejected", accepted: true }, "approve", {}, null, false],
];

describe("each row of the transition table", () => {
  it.each(TABLE)("%o %s %o leads to %s", async (columns, operation, body, to, repeats) => {
    const { recommendation: id } = await made(columns);
    const result = await act(id, operation, body);
    if (to === null) {
      expect([result.status, result.json?.["error"]]).toEqual([409, "conflict"]);
      expect(await shown(id)).toMatchObject({ status: columns["status"] });
      expect(result.json?.["current_status"]).toBe(columns["status"]);
      return expect(await audited(id)).toEqual([]);
    }
    expect(result.json).toMatchObject({ ok: true, idempotent: false, recommendation: { id, status: to } });
    const reason = "reason" in body ? body.reason : null;
    expect(await shown(id)).toMatchObject({ status: to, decision: { action: operation, reason } });
    const again = await act(id, operation, body);
    if (repeats) expect([again.status, again.text]).toEqual([200, REPEAT]);
    else expect(again.status).toBe(409);
    expect(await audited(id), "a repeat is no event").toEqual([[`recommendation.${operation}`, reason]]);
  });

  it.each([
    "pending_approval",
    "accepted",
    "approved",
    "applied",
    "failed",
    "rejected",
    "resolved",
    "superseded",
  ])("an accept is a repeat in %s, if it was accepted", async (status) => {
    const was = await made({ status, accepted: true });
    expect((await act(was.recommendation, "accept")).text).toBe(REPEAT);
    const never = await made({ status, accepted: false });
    expect((await act(never.recommendation, "accept")).status).toBe(409);
  });

  it.each(["approved", "applied", "failed"])("an approve is a repeat in %s", async (status) => {
    const { recommendation } = await made({ status, accepted: true });
    expect((await act(recommendation, "approve")).text).toBe(REPEAT);
  });

  it("a repeat under an Idempotency-Key is exactly a repeat, and a replayed reject is the first answer", async () => {
    const { recommendation: id } = await made({ status: "new" });
    const keyed = { token: shop.token, headers: { "idempotency-key": "one" }, body: {} };
    await shops.service.call("POST", `/recommendations/${id}/accept`, keyed);
    expect((await shops.service.call("POST", `/recommendations/${id}/accept`, keyed)).text).toBe(REPEAT);
    const reject = { token: shop.token, headers: { "idempotency-key": "two" }, body: { reason: "No" } };
    const first = await shops.service.call("POST", `/recommendations/${id}/reject`, reject);
    expect((await shops.service.call("POST", `/recommendations/${id}/reject`, reject)).text).toBe(first.text);
  });
});

it.each([{ version: 2 }, { status: "new" as const }])(
  "a decision that was evaluated with %o is not stored on a row that has another by now",
  async (evaluated) => {
    const { recommendation: id } = await made({ status: "pending_approval", version: 1 });
    const stored = await inTenant(shops.service.services.db, shop.workspace.tenant, (tx) =>
      decideRecommendation(
        tx,
        { id, status: "pending_approval", version: 1, ...evaluated },
        {
          operation: "approve",
          effect: { status: "approved", accepted: true, snoozeUntil: null },
          by: { userId: null, id: "system", label: "Pricecheck" },
          at: new Date(),
        },
      ),
    );
    expect(stored).toBe(false);
    expect(await shown(id)).toMatchObject({ status: "pending_approval", decision: null });
  },
);

describe("a snooze", () => {
  it("hides the status, in the list too, until it falls due by itself", async () => {
    const { recommendation: id } = await made({ status: "new" });
    await act(id, "snooze", { snooze_until: LATER });
    const listed = async (status: string) => {
      const { json } = await shop.get(`/recommendations?status=${status}`);
      return JSON.stringify(json).includes(id);
    };
    expect([await listed("snoozed"), await listed("new")]).toEqual([true, false]);
    shops.service.clock.set(LATER);
    expect(await shown(id)).toMatchObject({ status: "new", snooze_until: null });
    expect([await listed("snoozed"), await listed("new")]).toEqual([false, true]);
    shops.service.clock.set("2026-11-02T09:30:00.000Z");
  });

  it("is ended by an operation that takes effect, judged by the status underneath", async () => {
    const { recommendation: id } = await made({ status: "new" });
    await act(id, "snooze", { snooze_until: LATER });
    expect((await act(id, "accept")).json).toMatchObject({ recommendation: { status: "pending_approval" } });
  });

  it("is a validation error into the past or without Z, whatever the id", async () => {
    for (const snooze_until of ["2026-11-02T09:30:00Z", "2026-11-09T09:30:00", "soon", null]) {
      const { status, json } = await act("rec_none", "snooze", { snooze_until });
      expect([status, json?.["error"]]).toEqual([422, "validation_error"]);
      expect(JSON.stringify(json?.["issues"])).toContain("snooze_until");
    }
  });
});

describe("the list", () => {
  it("reaches every status by its filter, and no other row", async () => {
    for (const status of RECOMMENDATION_STATUSES) {
      const { recommendation: id } = await made({ status });
      const { json } = await shop.get(`/recommendations?status=${status}`);
      expect(json).toMatchObject({ data: [{ id, status }], next_cursor: null });
    }
    const all = await shop.get("/recommendations?limit=100");
    expect(all.json?.["data"]).toHaveLength(RECOMMENDATION_STATUSES.length);
  });

  it("narrows by kind, run, item, change and time, and pages stably", async () => {
    const one = await made({ status: "new", change_ratio: "-0.2000" });
    shops.service.clock.advance(1);
    await made({ status: "new", change_ratio: "0.0100" });
    shops.service.clock.advance(1);
    const ids = async (query: string) => {
      const { json } = await shop.get(`/recommendations?${query}`);
      return (json?.["data"] as { id: string }[]).map(({ id }) => id);
    };
    expect(await ids("min_change=0.05")).toEqual([one.recommendation]);
    expect(await ids(`item_id=${one.item}`)).toEqual([one.recommendation]);
    expect(await ids("kind=cost_review")).toEqual([]);
    const { run_id: run } = await shown(one.recommendation);
    expect(await ids(`run_id=${String(run)}&kind=price_change`)).toEqual([one.recommendation]);
    expect(await ids("updated_since=2026-11-03T00:00:00Z")).toEqual([]);
    const first = await shop.get("/recommendations?limit=1");
    await made({ status: "new" });
    const second = await shop.get(`/recommendations?limit=1&cursor=${String(first.json?.["next_cursor"])}`);
    expect(second.json).toMatchObject({ data: [{ id: one.recommendation }], next_cursor: null });
    for (const bad of ["status=gone", "kind=x", "run_id=itm_1", "min_change=-1", "limit=0", "cursor=x"])
      expect((await shop.get(`/recommendations?${bad}`)).status, bad).toBe(422);
  });
});
