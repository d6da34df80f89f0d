import { beforeEach, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";

const service = duringTests(startTestService);
let shop: Shop;

beforeEach(async () => {
  service.clock.set("2026-11-24T09:30:00.000Z");
  shop = await openShop(service);
});

const ONCE = { from: "2026-11-27T16:00", until: "2026-12-02T06:00" };
const WEEKENDS = { days: ["fri"], from: "16:00", until: "06:00", until_day: "mon" };

async function create(body: object = { reason: "Black Friday", once: ONCE }) {
  const answer = await shop.call("POST", "/freezes", body);
  return { status: answer.status, freeze: answer.json?.["freeze"] as { id: string }, json: answer.json };
}

describe("creating", () => {
  it("answers the freeze with its times in the shop's zone, who made it, and when it is in force next", async () => {
    const { status, freeze } = await create();
    expect(status).toBe(200);
    expect(freeze).toMatchObject({
      reason: "Black Friday",
      once: ONCE,
      weekly: null,
      time_zone: "UTC",
      active: false,
      next: { from: "2026-11-27T16:00:00.000Z", until: "2026-12-02T06:00:00.000Z" },
      created_by: expect.any(String),
    });
    service.clock.set("2026-11-28T00:00:00Z");
    expect((await shop.call("GET", `/freezes/${freeze.id}`)).json).toMatchObject({ active: true });
    service.clock.set("2026-12-02T06:00:00Z");
    expect((await shop.call("GET", `/freezes/${freeze.id}`)).json).toMatchObject({
      active: false,
      next: null,
    });
  });

  it("answers a weekly one with its next occurrence", async () => {
    const { freeze } = await create({ reason: "Weekends", weekly: WEEKENDS });
    expect(freeze).toMatchObject({
      once: null,
      weekly: WEEKENDS,
      next: { from: "2026-11-27T16:00:00.000Z", until: "2026-11-30T06:00:00.000Z" },
    });
  });

  it.each([
    ["reason", { reason: " ", once: ONCE }],
    ["once.until", { reason: "x", once: { from: ONCE.from, until: ONCE.from } }],
    ["once.until", { reason: "x", once: { from: ONCE.from, until: "2027-02-30T06:00" } }],
    ["once.from", { reason: "x", once: { from: "2026-02-30T06:00", until: ONCE.until } }],
    ["once.until", { reason: "x", once: { from: ONCE.from, until: "2099-01-01T00:00" } }],
    [
      "weekly",
      { reason: "x", weekly: { ...WEEKENDS, days: ["fri"], until: WEEKENDS.from, until_day: "fri" } },
    ],
    ["once.from", { reason: "x", once: { from: "27 November", until: ONCE.until } }],
    ["weekly.days", { reason: "x", weekly: { ...WEEKENDS, days: [] } }],
    ["weekly.from", { reason: "x", weekly: { ...WEEKENDS, from: "24:00" } }],
    ["weekly.until_day", { reason: "x", weekly: { ...WEEKENDS, until_day: "someday" } }],
    ["once", { reason: "x" }],
    ["once", { reason: "x", once: ONCE, weekly: WEEKENDS }],
  ])("refuses a bad %s with 422", async (path, bad) => {
    const { status, json } = await create(bad);
    expect([status, json?.["error"]]).toEqual([422, "validation_error"]);
    expect(json?.["issues"]).toMatchObject([{ path }]);
  });

  it("says of a day that there is none such", async () => {
    const { json } = await create({ reason: "x", once: { from: "2026-02-30T06:00", until: ONCE.until } });
    expect(json?.["issues"]).toMatchObject([{ message: "The calendar has no such day." }]);
  });

  it("adds at most twenty, also when two ask for the twentieth at once", async () => {
    for (let i = 0; i < 19; i++) expect((await create()).status).toBe(200);
    const both = await Promise.all([create(), create()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await shop.call("GET", "/freezes?limit=100")).json?.["data"]).toHaveLength(20);
  });

  it("is for admins and owners; everybody reads", async () => {
    for (const [role, allowed] of [
      ["viewer", false],
      ["approver", false],
      ["admin", true],
    ] as const) {
      const userId = await service.person({ workspaceId: shop.workspace.id, role });
      const token = await service.mintToken({ workspaceId: shop.workspace.id, userId });
      const body = { reason: "Black Friday", once: ONCE };
      const made = await service.call("POST", "/freezes", { token, body });
      expect(made.status, role).toBe(allowed ? 200 : 403);
      expect((await service.call("GET", "/freezes", { token })).status, role).toBe(200);
    }
  });
});

describe("changing", () => {
  it("keeps what is left out, and a repeat changes nothing", async () => {
    const { freeze } = await create();
    const change = () => shop.call("POST", `/freezes/${freeze.id}`, { reason: "Sale" });
    expect((await change()).json).toMatchObject({
      idempotent: false,
      freeze: { reason: "Sale", once: ONCE },
    });
    expect((await change()).text).toBe('{"ok":true,"idempotent":true}');
  });

  it("replaces the one kind by the other", async () => {
    const { freeze } = await create();
    const changed = await shop.call("POST", `/freezes/${freeze.id}`, { weekly: WEEKENDS });
    expect(changed.json).toMatchObject({ freeze: { reason: "Black Friday", once: null, weekly: WEEKENDS } });
  });

  it("deletes it", async () => {
    const { freeze } = await create();
    expect((await shop.call("POST", `/freezes/${freeze.id}/delete`)).json).toEqual({
      ok: true,
      idempotent: false,
      id: freeze.id,
    });
    expect((await shop.call("GET", `/freezes/${freeze.id}`)).status).toBe(404);
  });

  it("finds none of another workspace", async () => {
    const { freeze } = await create();
    const other = await openShop(service);
    expect((await other.call("GET", `/freezes/${freeze.id}`)).status).toBe(404);
    expect((await other.call("POST", `/freezes/${freeze.id}`, { reason: "Mine" })).status).toBe(404);
    expect((await other.call("POST", `/freezes/${freeze.id}/delete`)).status).toBe(404);
    expect((await other.call("GET", "/freezes")).json).toEqual({ data: [], next_cursor: null });
  });
});
