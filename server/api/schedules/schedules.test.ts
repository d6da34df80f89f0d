import { beforeEach, describe, expect, it } from "vitest";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";
import { processRun } from "@/server/usecases/runs/process";
import { processSchedule } from "@/server/usecases/schedules/process";

const service = duringTests(startTestService);
let shop: Shop;

beforeEach(async () => {
  service.clock.set("2026-11-02T09:30:00.000Z");
  shop = await openShop(service);
});

const BASIC = { name: "Morning", days: ["tue", "mon", "tue"], times: ["18:00", "06:30"] };

async function create(more: object = {}) {
  const answer = await shop.call("POST", "/schedules", { ...BASIC, ...more });
  return { status: answer.status, schedule: answer.json?.["schedule"] as { id: string }, json: answer.json };
}

describe("creating", () => {
  it("answers the schedule in order with its defaults, and when it begins next", async () => {
    const { status, schedule } = await create();
    expect(status).toBe(200);
    expect(schedule).toMatchObject({
      name: "Morning",
      enabled: true,
      days: ["mon", "tue"],
      times: ["06:30", "18:00"],
      quiet_hours: null,
      subset_tags: [],
      steps: ["sync", "page_checks", "run"],
      time_zone: "UTC",
      next_starts: ["2026-11-02T18:00:00.000Z", "2026-11-03T06:30:00.000Z", "2026-11-03T18:00:00.000Z"],
      failing: null,
      last_occurrence: null,
    });
  });

  it.each([
    ["days", { days: [] }],
    ["days.0", { days: ["someday"] }],
    ["times.0", { times: ["6:30"] }],
    ["times.0", { times: ["24:00"] }],
    ["steps", { steps: [] }],
    ["name", { name: " " }],
    ["quiet_hours", { quiet_hours: { from: "06:00", to: "06:00" } }],
    ["quiet_hours.to", { quiet_hours: { from: "06:00" } }],
    ["subset_tags.0", { subset_tags: [""] }],
  ])("refuses a bad %s with 422", async (path, bad) => {
    const { status, json } = await create(bad);
    expect([status, json?.["error"]]).toEqual([422, "validation_error"]);
    expect(json?.["issues"]).toMatchObject([{ path }]);
  });

  it("adds at most ten, also when two ask for the tenth at once", async () => {
    for (let i = 0; i < 9; i++) expect((await create()).status).toBe(200);
    const both = await Promise.all([create(), create()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { json } = await shop.call("GET", "/schedules?limit=100");
    expect(json?.["data"]).toHaveLength(10);
  });

  it("needs a confirmed e-mail address, as triggering a run does", async () => {
    const userId = await service.person({ workspaceId: shop.workspace.id, confirmed: false });
    const token = await service.mintToken({ workspaceId: shop.workspace.id, userId });
    const answer = await service.call("POST", "/schedules", { token, body: BASIC });
    expect([answer.status, answer.json?.["error"]]).toEqual([402, "email_not_confirmed"]);
  });
});

describe("changing", () => {
  it("keeps what is left out, and a repeat changes nothing", async () => {
    const { schedule } = await create({ subset_tags: ["lamps"] });
    const change = () => shop.call("POST", `/schedules/${schedule.id}`, { times: ["12:00"] });
    expect((await change()).json).toMatchObject({
      idempotent: false,
      schedule: { name: "Morning", times: ["12:00"], subset_tags: ["lamps"], next_starts: { length: 3 } },
    });
    expect((await change()).text).toBe('{"ok":true,"idempotent":true}');
  });

  it("switches it off and on: it begins at the first time after that", async () => {
    const { schedule } = await create();
    const set = (enabled: boolean) => shop.call("POST", `/schedules/${schedule.id}`, { enabled });
    expect((await set(false)).json).toMatchObject({ schedule: { next_starts: [] } });
    service.clock.set("2026-11-09T12:00:00Z");
    await set(true);
    service.clock.set("2026-11-09T17:59:00Z");
    await processSchedule(service.services, shop.workspace.tenant, schedule.id);
    const { json } = await shop.call("GET", `/schedules/${schedule.id}/occurrences`);
    expect(json).toEqual({ data: [], next_cursor: null });
  });

  it("deletes it with its history and keeps its runs", async () => {
    const { schedule } = await create({ steps: ["run"] });
    service.clock.set("2026-11-02T18:00:00Z");
    await processSchedule(service.services, shop.workspace.tenant, schedule.id);
    expect((await shop.call("POST", `/schedules/${schedule.id}/delete`)).json).toEqual({
      ok: true,
      idempotent: false,
      id: schedule.id,
    });
    expect((await shop.call("GET", `/schedules/${schedule.id}`)).status).toBe(404);
    expect((await shop.call("GET", "/runs")).json?.["data"]).toMatchObject([{ trigger: "schedule" }]);
  });
});

it("pages through what came of it, latest first", async () => {
  const { schedule } = await create({ steps: ["run"] });
  for (const time of ["2026-11-02T18:00:00Z", "2026-11-03T06:30:00Z", "2026-11-03T18:00:00Z"]) {
    service.clock.set(time);
    await processSchedule(service.services, shop.workspace.tenant, schedule.id);
  }
  const read = async (query: string) =>
    (await shop.call("GET", `/schedules/${schedule.id}/occurrences?${query}`)).json ?? {};
  const first = await read("limit=2");
  const rest = await read(`limit=2&cursor=${String(first["next_cursor"])}`);
  const slots = [...(first["data"] as object[]), ...(rest["data"] as object[])];
  expect(slots).toMatchObject([
    { slot_at: "2026-11-03T18:00:00.000Z", status: "skipped" },
    { slot_at: "2026-11-03T06:30:00.000Z", status: "skipped" },
    { slot_at: "2026-11-02T18:00:00.000Z", status: "running", step: "run" },
  ]);
  expect(rest["next_cursor"]).toBeNull();
});

it("shows the time zone that the owner sets, and refuses one that is none", async () => {
  const { schedule } = await create({ times: ["07:00"], days: ["tue"] });
  const owner = await browserCaller(service, {
    userId: shop.workspace.userId,
    workspaceId: shop.workspace.id,
  });
  await owner.workspace.change({ time_zone: "Asia/Tokyo" });
  expect((await shop.call("GET", `/schedules/${schedule.id}`)).json).toMatchObject({
    time_zone: "Asia/Tokyo",
    next_starts: ["2026-11-02T22:00:00.000Z", "2026-11-09T22:00:00.000Z", "2026-11-16T22:00:00.000Z"],
  });
  for (const zone of ["Mars/Olympus", "+02:00"])
    await expect(owner.workspace.change({ time_zone: zone })).rejects.toThrow(/time zone/);
});

it("says of a run which inputs were fresh for it", async () => {
  const store = await service.make.integration(shop.workspace.id, {
    sync_status: "ok",
    synced_at: new Date("2026-11-02T08:00:00Z"),
  });
  expect(await shop.run()).toMatchObject({
    inputs: {
      store_synced_at: "2026-11-02T08:00:00.000Z",
      store_sync: "earlier",
      page_checks: { requested: 0, answered: 0 },
    },
  });
  await shop.stock({ sku: "MUG", price: "20.00", cost: "10.00" });
  const { schedule } = await create();
  service.clock.set("2026-11-02T18:00:00Z");
  const look = () => processSchedule(service.services, shop.workspace.tenant, schedule.id);
  await look();
  expect((await shop.call("GET", `/schedules/${schedule.id}`)).json).toMatchObject({
    last_occurrence: { status: "running", step: "sync" },
  });
  await service.sql("UPDATE integrations SET sync_status = 'ok', synced_at = $2 WHERE id = $1", [
    store,
    new Date("2026-11-02T18:00:20Z"),
  ]);
  service.clock.advance(30_000);
  await look();
  const [run] = await service.sql<{ id: string }>(
    "SELECT id FROM runs WHERE workspace_id = $1 AND trigger = 'schedule'",
    [shop.workspace.id],
  );
  const id = run?.id ?? "";
  expect((await shop.call("GET", `/runs/${id}`)).json).toMatchObject({ inputs: null });
  await processRun(service.services, shop.workspace.tenant, id);
  expect((await shop.call("GET", `/runs/${id}`)).json).toMatchObject({
    inputs: { store_synced_at: "2026-11-02T18:00:20.000Z", store_sync: "for_this_run" },
  });
});
