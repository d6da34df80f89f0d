import { beforeAll, describe, expect, it } from "vitest";
import { verifyAudit } from "@/server/db/audit/reading";
import { tenantOf } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { catalogDays } from "@/server/db/overview/days";
import { writtenSince } from "@/server/db/overview/work";
import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import { patchOf, SAMPLE_ITEMS, type SampleItem } from "@/server/domain/sample-shop/catalog";
import { observationsOf } from "@/server/domain/sample-shop/market";
import { SHOP_DAYS } from "@/server/domain/sample-shop/past-days";
import { duringTests } from "@/server/testing/during-tests";
import { startSandboxService } from "@/server/testing/sandbox-service";
import { workspaceFingerprint } from "@/server/testing/workspace-fingerprint";
import type { Checkpoint } from "@/server/usecases/checkpoints";
import { readSandboxLog } from "@/server/usecases/integrations/sandbox-log";
import { upsertItems } from "@/server/usecases/items/upsert";
import { notifyMembers } from "@/server/usecases/notifications/notify";
import { recordObservations } from "@/server/usecases/observations/record";
import { memberContext } from "@/server/usecases/operator-context";
import type { RequestContext } from "@/server/usecases/request-context";
import { purgeOldRows } from "@/server/usecases/retention/purge";
import { processRun } from "@/server/usecases/runs/process";
import { purgeOldResults } from "@/server/usecases/runs/purge-results";
import { replayRun } from "@/server/usecases/runs/replay";
import { triggerRun } from "@/server/usecases/runs/trigger";
import { createWorkspace } from "@/server/usecases/workspaces/create";
import { contextAt } from "./demo-clock";
import { playPast } from "./demo-past";
import { pastActs } from "./demo-past-acts";
import { type DemoSignIn, seedDemo } from "./seed";

/** A machine with other work takes a multiple of the seconds that the past takes. */
const MINUTES_MS = 240_000;

const service = duringTests(startSandboxService);
let demo: DemoSignIn;
let now: RequestContext;

// The process is killed twice while it plays, once in a run and once in a write, and stopped once; then two start at
// the same time.
beforeAll(async () => {
  await expect(seedDemo(killedAt("run:before-finish", 4))).rejects.toThrow("killed");
  await expect(seedDemo(killedAt("write-back:answered", 9))).rejects.toThrow("killed");
  expect(await seedDemo(...stoppedAt("write-back:leased", 5))).toBeNull();
  const [one, other] = await Promise.all([seedDemo(service.services), seedDemo(service.services)]);
  if (!one) throw new Error("the demo was left out");
  expect(other).toEqual(one);
  demo = one;
  now = await memberContext(service.services, demo.workspaceId, demo.email);
}, MINUTES_MS);

/** Services of a process that is told to stop when it reaches a point for the nth time, and their signal. */
function stoppedAt(point: Checkpoint, nth: number): Parameters<typeof seedDemo> {
  const stopping = new AbortController();
  let left = nth;
  const checkpoint = (reached: Checkpoint): void => {
    if (reached === point && (left -= 1) === 0) stopping.abort();
  };
  return [{ ...service.services, checkpoint }, { signal: stopping.signal }];
}

/** Services of a process that is killed when it reaches a point for the nth time. */
function killedAt(point: Checkpoint, nth: number) {
  let left = nth;
  const checkpoint = (reached: Checkpoint): void => {
    if (reached === point && (left -= 1) === 0) throw Object.assign(new Error("killed"), { code: "57P01" });
  };
  return { ...service.services, checkpoint };
}

const inDemo = <T>(work: Parameters<typeof inTenant<T>>[2]) =>
  inTenant(service.db, tenantOf(demo.workspaceId), work);
const one = async <Row extends Record<string, unknown>>(text: string): Promise<Row> => {
  const [row] = await service.sql<Row>(text);
  if (!row) throw new Error("no row");
  return row;
};

describe("the demo's past", () => {
  it("has a day of figures for each of its runs, and margin and index that move", async () => {
    const since = service.clock.now() - 90 * DAY_MS;
    const days = await inDemo((tx) => catalogDays(tx, new Date(since).toISOString().slice(0, 10)));
    expect(days.length).toBeGreaterThanOrEqual(20);
    const [first, last] = [days[0], days.at(-1)];
    expect(last?.measuredAt.getTime()).toBe(service.clock.now() - 2 * HOUR_MS);
    expect(Number(last?.measuredAt) - Number(first?.measuredAt)).toBeGreaterThan(85 * DAY_MS);
    for (const figure of ["margin", "priceIndex"] as const)
      expect(new Set(days.map((day) => day[figure])).size, figure).toBeGreaterThan(10);
    expect(Number(days.at(-2)?.margin)).toBeGreaterThan(Number(first?.margin));
  });

  it("wrote prices and took some back, each once, and the store's log is dated as they are", async () => {
    const written = await inDemo((tx) => writtenSince(tx, service.clock.now() - 30 * DAY_MS));
    expect(written).toMatchObject({ conflict: 0, failed: 0, open: 0 });
    expect(written.applied).toBeGreaterThan(5);
    expect(written.reverted).toBeGreaterThan(0);
    const rows = await service.sql<{ sku: string; id: string; at: Date }>(
      `SELECT store_ref AS sku, id, sent_at AS at FROM write_backs WHERE status = 'applied' AND sends = 1 ORDER BY id`,
    );
    expect(rows.length).toBe((await one<{ n: number }>("SELECT count(*)::int AS n FROM write_backs")).n);
    const { data } = await readSandboxLog(now, 0);
    expect(data.map(({ ref, marker, at }) => ({ sku: ref, id: marker, at: new Date(at) }))).toEqual(
      rows.slice(0, data.length),
    );
  });

  it("has decisions of two people of every kind, and alerts that people and conditions ended", async () => {
    const { people, kinds } = await one<{ people: number; kinds: string[] }>(
      `SELECT count(DISTINCT actor)::int AS people, array_agg(DISTINCT action) AS kinds FROM audit_events
       WHERE action LIKE 'recommendation.%' AND actor LIKE 'user:%'`,
    );
    expect(people).toBe(2);
    const decisions = ["accept", "approve", "reject", "dismiss", "snooze"];
    expect(kinds).toEqual(expect.arrayContaining(decisions.map((each) => `recommendation.${each}`)));
    const ends = await one<Record<string, number>>(
      `SELECT (count(*) FILTER (WHERE status = 'resolved' AND decided_by IS NOT NULL))::int AS by_people,
         (count(*) FILTER (WHERE status = 'resolved' AND decided_by IS NULL))::int AS by_conditions,
         (count(*) FILTER (WHERE snooze_reason IS NOT NULL))::int AS snoozed FROM alerts`,
    );
    for (const [end, n] of Object.entries(ends)) expect(n, end).toBeGreaterThan(2);
  });

  it("is an audit log in the order of time, whose chain holds", async () => {
    expect(await inDemo(verifyAudit)).toMatchObject({ ok: true });
    const { out } = await one<{ out: number }>(
      `SELECT count(*)::int AS out FROM (SELECT at, lag(at) OVER (ORDER BY seq) AS before FROM audit_events) e
       WHERE at < before`,
    );
    expect(out).toBe(0);
  });

  it("computes again, run for run", async () => {
    const runs = await service.sql<{ id: string; status: string }>("SELECT id, status FROM runs");
    expect(runs.length).toBeGreaterThanOrEqual(20);
    for (const { id, status } of runs) {
      expect(status).toBe("succeeded");
      expect(await replayRun(service.db, id)).toMatchObject({ difference: null });
    }
  });

  it("was played without a mail, a delivery or a warning, and the second person gets none later", async () => {
    const sent = `SELECT (SELECT count(*) FROM mails)::int AS mails, (SELECT count(*) FROM notices)::int AS notices,
      (SELECT count(*) FROM webhook_events)::int AS events, (SELECT count(*) FROM webhook_deliveries)::int AS deliveries`;
    expect(await one(sent)).toEqual({ mails: 0, notices: 0, events: 0, deliveries: 0 });
    expect(service.logged).toEqual([]);
    await notifyMembers(service.services);
    expect(await service.sql("SELECT DISTINCT recipient FROM mails")).toEqual([{ recipient: demo.email }]);
    await service.sql("DELETE FROM mails");
    await service.sql("DELETE FROM notices");
  });

  it("leaves today as it is without a past", async () => {
    const plain = await withoutPast();
    expect(await foundToday(demo.workspaceId)).toEqual(await foundToday(plain));
    const { old } = await one<{ old: number }>(
      `SELECT count(*)::int AS old FROM recommendations WHERE run_id < (SELECT max(id) FROM runs r
         WHERE r.workspace_id = recommendations.workspace_id)
       AND status IN ('held', 'new', 'accepted', 'pending_approval', 'approved')`,
    );
    expect(old).toBe(0);
  });

  it("is not played twice, nor for a demo of an earlier version", async () => {
    const before = await workspaceFingerprint(service, demo.workspaceId);
    service.clock.advance(3 * DAY_MS);
    expect(await seedDemo(service.services)).toEqual(demo);
    expect(await workspaceFingerprint(service, demo.workspaceId)).toBe(before);
    const earlier = await shopBegun(130);
    const asItWas = await workspaceFingerprint(service, earlier.tenant.workspaceId);
    await playPast(earlier, pastActs);
    expect(await workspaceFingerprint(service, earlier.tenant.workspaceId)).toBe(asItWas);
  });

  it("is still told when what it was computed from has been purged", async () => {
    service.clock.advance(100 * DAY_MS);
    await purgeOldResults(service.services);
    await purgeOldRows(service.services);
    const { runs } = await one<{ runs: number }>(
      `SELECT count(*)::int AS runs FROM runs r WHERE workspace_id = '${demo.workspaceId}'
         AND EXISTS (SELECT 1 FROM run_results s WHERE s.workspace_id = r.workspace_id AND s.run_id = r.id)`,
    );
    expect(runs).toBe(1);
    expect((await inDemo((tx) => catalogDays(tx, "2000-01-01"))).length).toBeGreaterThanOrEqual(20);
    expect(await inDemo(verifyAudit)).toMatchObject({ ok: true });
    const { lost } = await one<{ lost: number }>(
      `SELECT count(*)::int AS lost FROM write_backs w WHERE NOT EXISTS (SELECT 1 FROM recommendations r
         WHERE r.workspace_id = w.workspace_id AND r.id = w.recommendation_id AND r.evidence IS NOT NULL)`,
    );
    expect(lost).toBe(0);
  });
});

/** What a run of today finds about the sample's items in a shop that began with it: its recommendations and alerts. */
async function withoutPast(): Promise<string> {
  const context = await shopBegun(SHOP_DAYS);
  const ago = (ms: number) => contextAt(context, service.clock.now() - ms);
  const rows = (items: readonly SampleItem[], cost: "cost" | "costNow") =>
    items.map((item) => ({ sku: item.sku, value: patchOf(item, item[cost]) }));
  await upsertItems(ago(SHOP_DAYS * DAY_MS), rows(SAMPLE_ITEMS, "cost"));
  const renewed = SAMPLE_ITEMS.filter(({ story }) => story !== "cost stale");
  await upsertItems(ago(26 * HOUR_MS), rows(renewed, "costNow"));
  const then = ago(2 * HOUR_MS);
  const seen = SAMPLE_ITEMS.flatMap((item, index) => observationsOf(item, index, then.services.now()));
  await recordObservations(then, seen);
  const run = await triggerRun(then, { subsetTags: [], trigger: "manual" });
  await processRun(then.services, then.tenant, run.id);
  return context.tenant.workspaceId;
}

/** A shop of the demo's owner whose first event lies so many days back, and the last one now. */
async function shopBegun(daysAgo: number): Promise<RequestContext> {
  const began = contextAt(now, service.clock.now() - daysAgo * DAY_MS);
  const founding = {
    name: "Shop",
    plan: "max",
    pricing: { currency: "EUR", pricesIncludeVat: false },
  } as const;
  const origin = { via: "command", requestId: null, ip: null } as const;
  const ownerId = now.actor.userId ?? "";
  const { id } = await createWorkspace(began.services, { ...founding, ...origin, ownerId });
  const context = await memberContext(service.services, id, demo.email);
  await upsertItems(context, [{ sku: "LAST", value: { sku: "LAST", title: "Last", archived: true } }]);
  return context;
}

/** What the newest run of a workspace found, and what is alerted of, by sku. */
async function foundToday(workspaceId: string) {
  const recommendations = await service.sql(
    `SELECT i.sku, r.kind, r.current_price, r.recommended_price, r.cost FROM recommendations r
     JOIN catalog_items i ON i.workspace_id = r.workspace_id AND i.id = r.item_id
     WHERE r.workspace_id = $1 AND r.run_id = (SELECT max(id) FROM runs WHERE workspace_id = $1) ORDER BY 1, 2`,
    [workspaceId],
  );
  const alerts = await service.sql(
    `SELECT i.sku, a.kind, a.severity FROM alerts a
     JOIN catalog_items i ON i.workspace_id = a.workspace_id AND i.id = a.item_id
     WHERE a.workspace_id = $1 AND a.status <> 'resolved' ORDER BY 1, 2`,
    [workspaceId],
  );
  return { recommendations, alerts };
}
