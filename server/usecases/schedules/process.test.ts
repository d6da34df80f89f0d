import { beforeEach, describe, expect, it } from "vitest";
import { dueWork } from "@/server/db/queue/queue";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/server/domain/durations";
import { WEEKDAYS } from "@/server/domain/weekdays";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";
import type { Checkpoint } from "../checkpoints";
import { notifyMembers } from "../notifications/notify";
import { operatorContext } from "../operator-context";
import { processRun } from "../runs/process";
import { changeWorkspace } from "../workspaces/change";
import { createSchedule } from "./create";
import { processSchedule } from "./process";

const service = duringTests(() => startTestService({ checkpoint: (point) => reached?.(point) }));
let shop: Shop;
/** Called after each committed step. */
let reached: ((point: Checkpoint) => void) | null = null;

beforeEach(async () => {
  reached = null;
  service.clock.set("2026-11-02T09:30:00.000Z");
  shop = await openShop(service);
  await shop.stock({ sku: "MUG", price: "20.00", cost: "10.00" });
  // Nobody is mailed of what was before they joined.
  await service.sql("UPDATE memberships SET created_at = '2026-01-01'");
});

type Input = Parameters<typeof createSchedule>[1];

async function schedule(input: Partial<Input> = {}, timeZone = "UTC"): Promise<string> {
  const context = await operatorContext(service.services, shop.workspace.id);
  if (timeZone !== "UTC") await changeWorkspace(context, { time_zone: timeZone });
  const basic = { name: "Morning", days: [...WEEKDAYS], times: ["07:00"], steps: ["run" as const] };
  return (await createSchedule(context, { ...basic, ...input })).id;
}

const look = (id: string) => processSchedule(service.services, shop.workspace.tenant, id);

/** Sets the clock and lets the workers do what is due: the schedules, their runs, and the schedules again. */
async function at(time: string | number, id: string): Promise<void> {
  service.clock.set(time);
  await look(id);
  for (const run of await service.sql<{ id: string }>(
    "SELECT id FROM runs WHERE workspace_id = $1 AND status = 'queued' ORDER BY id",
    [shop.workspace.id],
  ))
    await processRun(service.services, shop.workspace.tenant, run.id);
  service.clock.advance(10_000);
  await look(id);
}

interface Occurrence {
  readonly slot: string;
  readonly status: string;
  readonly missed: number;
  readonly caught_up: boolean;
  readonly reason: string | null;
  readonly run_id: string | null;
}

async function occurrences(id: string): Promise<Occurrence[]> {
  const rows = await service.sql<Occurrence & { slot_at: Date }>(
    "SELECT * FROM schedule_occurrences WHERE schedule_id = $1 ORDER BY slot_at",
    [id],
  );
  return rows.map(({ slot_at, status, missed, caught_up, reason, run_id }) => ({
    slot: slot_at.toISOString(),
    status,
    missed,
    caught_up,
    reason,
    run_id,
  }));
}

const slots = async (id: string) => (await occurrences(id)).map(({ slot }) => slot);
const runs = () =>
  service.sql<{ id: string; trigger: string; status: string; error: string | null }>(
    "SELECT id, trigger, status, error FROM runs WHERE workspace_id = $1 ORDER BY id",
    [shop.workspace.id],
  );
/** Changes a cost, so that a run has something to look at. */
const changeCost = (cost: string) => shop.stock({ sku: "MUG", cost });

/** The schedules of the test's workspace that the workers would find now. */
async function dueNow(): Promise<string[]> {
  const part = { atMs: service.clock.now(), afterId: "", most: 1_000 };
  const found = await dueWork(service.db, "schedule", part);
  return found.filter(({ workspaceId }) => workspaceId === shop.workspace.id).map(({ id }) => id);
}

describe("the clock of the shop", () => {
  it.each([
    ["Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-29T05:00:00.000Z", "2026-03-30T05:00:00.000Z"],
    ["Europe/Berlin", "2026-10-24T12:00:00Z", "2026-10-25T06:00:00.000Z", "2026-10-26T06:00:00.000Z"],
    ["Australia/Sydney", "2026-10-02T22:00:00Z", "2026-10-03T20:00:00.000Z", "2026-10-04T20:00:00.000Z"],
  ])(
    "begins at seven in %s over the change of clocks after %s, once a day",
    async (zone, before, first, second) => {
      service.clock.set(before);
      const id = await schedule({}, zone);
      for (let ms = Date.parse(before); ms <= Date.parse(second) + HOUR_MS; ms += 30 * MINUTE_MS) {
        service.clock.set(ms);
        const due = await dueNow();
        expect(due.length > 0, new Date(ms).toISOString()).toBe(
          [first, second].includes(new Date(ms).toISOString()),
        );
        if (due.length > 0) await at(ms, id);
      }
      expect(await slots(id)).toEqual([first, second]);
    },
  );

  it("begins the first slot after now in the zone that somebody sets", async () => {
    const id = await schedule({ times: ["12:00"] });
    const context = await operatorContext(service.services, shop.workspace.id);
    await changeWorkspace(context, { time_zone: "America/New_York" });
    service.clock.set("2026-11-02T12:00:00Z");
    expect(await dueNow()).toEqual([]);
    await at("2026-11-02T17:00:00Z", id);
    expect(await slots(id)).toEqual(["2026-11-02T17:00:00.000Z"]);
  });
});

describe("an occurrence", () => {
  it("triggers the run of its tags as trigger schedule, and succeeds with it", async () => {
    const id = await schedule({ subset_tags: ["lamps"] });
    await at("2026-11-03T07:00:00Z", id);
    const [found] = await occurrences(id);
    expect(found).toMatchObject({ status: "succeeded", missed: 0, caught_up: false, reason: null });
    const { json } = await shop.call("GET", `/runs/${found?.run_id ?? ""}`);
    expect(json).toMatchObject({ trigger: "schedule", status: "succeeded", subset_tags: ["lamps"] });
  });

  it("says that it was skipped where nothing has changed since the last run, and runs after a change", async () => {
    const id = await schedule();
    await at("2026-11-03T07:00:00Z", id);
    await at("2026-11-04T07:00:00Z", id);
    await changeCost("11.00");
    await at("2026-11-05T07:00:00Z", id);
    await shop.observe("MUG", ["18.00", "18.20"]);
    await at("2026-11-06T07:00:00Z", id);
    // The same prices, seen again a day later.
    await shop.observe("MUG", ["18.00", "18.20"]);
    await at("2026-11-07T07:00:00Z", id);
    await shop.policy({ reopen_threshold: "0.03" });
    await at("2026-11-08T07:00:00Z", id);
    expect((await occurrences(id)).map(({ status }) => status)).toEqual([
      "succeeded",
      "skipped",
      "succeeded",
      "succeeded",
      "skipped",
      "succeeded",
    ]);
    expect((await occurrences(id))[1]?.reason).toContain("Nothing has changed");
    expect(await runs()).toHaveLength(4);
  });

  it("runs when a sale of the store has begun or ended since, though no row has changed", async () => {
    await service.sql(
      `UPDATE catalog_items SET sale_price = 900, sale_from = '2026-11-04T08:00:00Z', sale_until = '2026-11-06T07:00:00Z'
       WHERE workspace_id = $1`,
      [shop.workspace.id],
    );
    const id = await schedule();
    for (const day of [3, 4, 5, 6, 7]) await at(`2026-11-0${day}T07:00:00Z`, id);
    expect((await occurrences(id)).map(({ status }) => status)).toEqual([
      ...["succeeded", "skipped", "succeeded", "succeeded", "skipped"],
    ]);
  });

  it("runs after a cost was confirmed as of an earlier day", async () => {
    const confirm = async (day: string) => {
      const cost = { amount: "10.00", currency: "EUR" };
      const row = { item_id: await shop.itemId("MUG"), cost, cost_updated_at: `${day}T08:00:00Z` };
      const { json } = await shop.call("POST", "/catalog/items/edit", { items: [row] });
      return json?.["updated"];
    };
    await confirm("2026-07-01");
    const id = await schedule();
    await at("2026-11-03T07:00:00Z", id);
    expect((await shop.alerts("MUG")).map(({ kind, status }) => [kind, status])).toEqual([
      ["stale_cost", "open"],
    ]);
    expect(await confirm("2026-10-29")).toBe(1);
    await at("2026-11-04T07:00:00Z", id);
    expect((await shop.alerts("MUG")).map(({ status }) => status)).toEqual(["resolved"]);
    expect(await confirm("2026-10-29")).toBe(0);
    await at("2026-11-05T07:00:00Z", id);
    expect((await occurrences(id)).map(({ status }) => status)).toEqual([
      ...["succeeded", "succeeded", "skipped"],
    ]);
  });

  it("runs after what struck-through prices are compared with has changed, where runs compare them", async () => {
    const id = await schedule();
    const change = async (settings: Parameters<typeof changeWorkspace>[1]) =>
      changeWorkspace(await operatorContext(service.services, shop.workspace.id), settings);
    const state = (amount: string) =>
      shop.call("POST", "/catalog/earlier-prices", {
        prices: [{ sku: "MUG", price: { amount, currency: "EUR" }, valid_from: "2026-09-01T00:00:00Z" }],
      });
    const changes = [
      () => state("90.00"),
      () => change({ prior_price_progressive: true }),
      () => change({ reference_price_alerts: true }),
      () => change({ name: "Another name" }),
      async () => expect((await state("80.00")).json).toMatchObject({ updated: 1 }),
      () => change({ prior_price_progressive: false }),
      () => change({ reference_price_alerts: false }),
    ];
    await at("2026-11-03T07:00:00Z", id);
    for (const [day, make] of changes.entries()) {
      await make();
      await at(`2026-11-${String(4 + day).padStart(2, "0")}T07:00:00Z`, id);
    }
    expect((await occurrences(id)).slice(1).map(({ status }) => status)).toEqual([
      ...["skipped", "skipped", "succeeded", "skipped", "succeeded", "succeeded", "succeeded"],
    ]);
  });

  it("runs where the last run left a price because it was changed a short time ago", async () => {
    await shop.policy({
      defaults: {
        constraints: { max_change: "0.50", min_hours_between: 40 },
        rounding: { endings: [] },
        gates: { min_observations: 1 },
      },
    });
    const id = await schedule();
    service.clock.set("2026-11-02T20:00:00Z");
    await shop.stock({ sku: "MUG", price: "21.00" });
    await shop.observe("MUG", ["18.00"]);
    for (const day of [3, 4, 5, 6]) await at(`2026-11-0${day}T07:00:00Z`, id);
    // The 40 hours have passed on the fourth at noon.
    expect((await occurrences(id)).map(({ status }) => status)).toEqual([
      ...["succeeded", "succeeded", "succeeded", "skipped"],
    ]);
    expect(await shop.recommendations("MUG")).toMatchObject([{ recommended_price: 1800n }]);
  });

  it("runs though nothing has changed after three days, because costs and observations age", async () => {
    const id = await schedule();
    await at("2026-11-03T07:00:00Z", id);
    for (const day of [4, 5, 6, 7]) await at(`2026-11-0${day}T07:00:00Z`, id);
    expect((await occurrences(id)).map(({ status }) => status)).toEqual([
      ...["succeeded", "skipped", "skipped", "skipped", "succeeded"],
    ]);
  });

  it("waits for the end of quiet hours, and begins once for all slots in them", async () => {
    service.clock.set("2026-11-02T13:00:00Z");
    const id = await schedule({
      times: ["05:00", "06:00", "12:00"],
      quiet_hours: { from: "22:00", to: "08:00" },
    });
    for (const time of ["05:00", "06:00", "07:59"]) {
      service.clock.set(`2026-11-03T${time}:00Z`);
      expect(await dueNow()).toEqual([]);
      await look(id);
    }
    await at("2026-11-03T08:00:00Z", id);
    await at("2026-11-03T12:00:00Z", id);
    expect(await occurrences(id)).toMatchObject([
      { slot: "2026-11-03T06:00:00.000Z", missed: 1 },
      { slot: "2026-11-03T12:00:00.000Z", missed: 0 },
    ]);
  });

  it("leaves a slot out that comes while the one before is still under way", async () => {
    const id = await schedule({ times: ["07:00", "07:30"] });
    service.clock.set("2026-11-03T07:00:00Z");
    await look(id);
    service.clock.set("2026-11-03T07:30:00Z");
    await look(id);
    await at("2026-11-03T07:31:00Z", id);
    expect(await occurrences(id)).toMatchObject([
      { status: "succeeded" },
      { status: "skipped", reason: "The one before was still under way." },
    ]);
    expect(await runs()).toHaveLength(1);
  });
});

describe("time that is lost", () => {
  /** Returns what the process counted of schedules' times, by outcome. */
  const counted = async (): Promise<Readonly<Record<string, number>>> => {
    const text = await service.services.meter.text();
    const found = text.matchAll(/^pricecheck_schedule_slots_total\{outcome="(\w+)"\} (\d+)$/gm);
    return Object.fromEntries([...found].map(([, outcome = "", count]) => [outcome, Number(count)]));
  };

  it("catches a day of downtime up once", async () => {
    const id = await schedule({ times: ["06:00", "12:00", "18:00"] });
    await at("2026-11-02T12:00:00Z", id);
    await changeCost("11.00");
    const before = await counted();
    await at("2026-11-03T19:20:00Z", id);
    const { missed = 0, late = 0 } = await counted();
    expect([missed - (before["missed"] ?? 0), late - (before["late"] ?? 0)]).toEqual([3, 1]);
    expect((await occurrences(id)).slice(1)).toMatchObject([
      { slot: "2026-11-03T18:00:00.000Z", status: "succeeded", missed: 3, caught_up: true },
    ]);
    await changeCost("12.00");
    await at("2026-11-04T06:00:00Z", id);
    expect((await occurrences(id)).slice(2)).toMatchObject([{ missed: 0, caught_up: false }]);
    expect(await runs()).toHaveLength(3);
  });

  it("waits in a suspended workspace, and catches up once when it is active again", async () => {
    const id = await schedule();
    await service.sql("UPDATE workspaces SET lifecycle = 'suspended' WHERE id = $1", [shop.workspace.id]);
    for (const day of [3, 4, 5]) {
      service.clock.set(`2026-11-0${day}T07:00:00Z`);
      expect(await dueNow()).toEqual([]);
      await look(id);
    }
    expect(await occurrences(id)).toEqual([]);
    await service.sql("UPDATE workspaces SET lifecycle = 'active' WHERE id = $1", [shop.workspace.id]);
    expect(await dueNow()).toEqual([id]);
    await at("2026-11-05T09:00:00Z", id);
    expect(await occurrences(id)).toMatchObject([{ missed: 2, caught_up: true, status: "succeeded" }]);
  });

  it("begins no slot twice when the clock is moved back, and goes on by the clock as it is", async () => {
    const id = await schedule({ times: ["07:00", "19:00"] });
    await at("2026-11-03T07:00:00Z", id);
    await changeCost("11.00");
    for (const time of ["2026-11-03T06:30:00Z", "2026-11-03T07:00:00Z", "2026-11-03T08:00:00Z"])
      await at(time, id);
    expect(await slots(id)).toEqual(["2026-11-03T07:00:00.000Z"]);
    // A clock that ran months ahead, and was put right.
    await at("2027-02-01T12:00:00Z", id);
    service.clock.set("2026-11-03T12:00:00Z");
    expect(await dueNow()).toEqual([id]);
    await at("2026-11-03T12:00:00Z", id);
    await at("2026-11-03T19:00:00Z", id);
    await at("2026-11-04T07:00:00Z", id);
    expect(await slots(id)).toEqual([
      "2026-11-03T07:00:00.000Z",
      "2026-11-03T19:00:00.000Z",
      "2026-11-04T07:00:00.000Z",
      "2027-02-01T07:00:00.000Z",
    ]);
  });

  it("is begun by one of two workers that look at the same time", async () => {
    const id = await schedule();
    service.clock.set("2026-11-03T07:00:00Z");
    await Promise.all([look(id), look(id), look(id)]);
    expect(await occurrences(id)).toHaveLength(1);
    expect(await runs()).toHaveLength(1);
  });

  it("goes on after each step at which a worker is killed, and does nothing twice", async () => {
    const id = await schedule({ steps: ["page_checks", "run"] });
    service.clock.set("2026-11-03T07:00:00Z");
    let killed = 0;
    reached = (point) => {
      if (point !== "schedule:committed") return;
      killed++;
      throw new Error("killed");
    };
    for (let i = 0; i < 3; i++) await expect(look(id)).rejects.toThrow("killed");
    reached = null;
    expect(killed).toBe(3);
    await at("2026-11-03T07:00:05Z", id);
    expect(await occurrences(id)).toMatchObject([{ status: "succeeded" }]);
    expect(await runs()).toHaveLength(1);
  });
});

describe("a schedule that stops working", () => {
  const failing = async (id: string) =>
    (await service.sql("SELECT failing_since, failing_reason FROM schedules WHERE id = $1", [id]))[0];
  const subjects = async () =>
    (
      await service.sql<{ subject: string }>(
        "SELECT subject FROM mails WHERE workspace_id = $1 AND topic = 'runs' ORDER BY id",
        [shop.workspace.id],
      )
    ).map(({ subject }) => subject);
  const contradict = () =>
    service.sql("UPDATE workspaces SET currency = 'USD' WHERE id = $1", [shop.workspace.id]);

  it("ends its run failed with the reason, mails once, none while it goes on, and again after it had worked", async () => {
    const id = await schedule();
    await contradict();
    for (const day of [3, 4, 5]) {
      await at(`2026-11-0${day}T07:00:00Z`, id);
      await notifyMembers(service.services);
      service.clock.advance(HOUR_MS);
      await notifyMembers(service.services);
    }
    expect(await runs()).toMatchObject(
      [3, 4, 5].map(() => ({ trigger: "schedule", status: "failed", error: expect.stringContaining("USD") })),
    );
    expect((await occurrences(id)).map(({ status }) => status)).toEqual(["failed", "failed", "failed"]);
    expect(await subjects()).toEqual([expect.stringContaining("a schedule stopped working")]);
    expect(await failing(id)).toMatchObject({ failing_since: new Date("2026-11-03T07:00:00.000Z") });

    await service.sql("UPDATE workspaces SET currency = 'EUR' WHERE id = $1", [shop.workspace.id]);
    await at("2026-11-06T07:00:00Z", id);
    await notifyMembers(service.services);
    expect(await failing(id)).toEqual({ failing_since: null, failing_reason: null });
    expect(await subjects()).toHaveLength(1);
    await contradict();
    await service.sql("UPDATE catalog_items SET updated_at = $1", [new Date("2026-11-06T12:00:00Z")]);
    await at("2026-11-07T07:00:00Z", id);
    await notifyMembers(service.services);
    expect(await subjects()).toHaveLength(2);
  });

  it("counts no refused run against the plan's runs of the day, and fails when they are used up", async () => {
    const free = await openShop(service, { plan: "free" });
    shop = free;
    const id = await schedule({ times: ["07:00", "08:00"] });
    await contradict();
    await at("2026-11-03T07:00:00Z", id);
    await service.sql("UPDATE workspaces SET currency = 'EUR' WHERE id = $1", [free.workspace.id]);
    for (let i = 0; i < 4; i++) expect((await free.call("POST", "/runs")).status).toBe(202);
    await free.stock({ sku: "NEW", price: "20.00", cost: "10.00" });
    await at("2026-11-03T08:00:00Z", id);
    expect((await occurrences(id))[1]).toMatchObject({
      status: "failed",
      reason: "Today's 4 runs of the Free plan are used up.",
    });
    expect(await runs()).toHaveLength(6);
  });

  it("keeps working where a person cancels its run", async () => {
    const id = await schedule();
    service.clock.set("2026-11-03T07:00:00Z");
    await look(id);
    const [run] = await runs();
    await shop.call("POST", `/runs/${run?.id ?? ""}/cancel`);
    await at("2026-11-03T07:01:00Z", id);
    expect(await occurrences(id)).toMatchObject([
      { status: "skipped", reason: "Somebody canceled its run." },
    ]);
    expect(await failing(id)).toEqual({ failing_since: null, failing_reason: null });
  });
});

it("counts what it missed in a year, and begins once", async () => {
  const id = await schedule({ times: ["07:00"] });
  await at(Date.parse("2026-11-03T07:00:00Z") + 365 * DAY_MS, id);
  expect(await occurrences(id)).toMatchObject([{ missed: 365 }]);
});
