import { beforeAll, describe, expect, it } from "vitest";
import { HOUR_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";

const service = duringTests(startTestService);
let shop: Shop;

beforeAll(async () => {
  shop = await openShop(service);
});

/** What a token did is shown as its person's, with the token beside. */
const BY_TOKEN = /@example\.test by token “test” \(…\w{4}\)$/;

const inHours = (hours: number) => new Date(service.clock.now() + hours * HOUR_MS).toISOString();
const list = async (query: string) =>
  ((await shop.call("GET", `/alerts?${query}`)).json?.["data"] as Record<string, unknown>[]).map(
    (alert) => alert["id"],
  );
const get = async (id: string) => (await shop.call("GET", `/alerts/${id}`)).json ?? {};
const snooze = (id: string, body: unknown) => shop.call("POST", `/alerts/${id}/snooze`, body);
const resolve = (id: string, body?: unknown) => shop.call("POST", `/alerts/${id}/resolve`, body);
const make = () => service.make.alert(shop.workspace.id);

describe("an alert", () => {
  it("says what holds, since when, of which item, and what is at risk", async () => {
    await shop.stock({ sku: "desk", price: "10.00", cost: "12.00", stock: 4 });
    const run = await shop.run();
    const [row] = (await shop.alerts("desk")).filter((alert) => alert["kind"] === "below_cost");
    expect(await get(String(row?.["id"]))).toMatchObject({
      kind: "below_cost",
      status: "open",
      severity: "critical",
      item: { id: await shop.itemId("desk"), sku: "desk", title: "Item desk" },
      run_id: run["id"],
      message: "Every unit sold at 10.00 EUR loses 2.00.",
      money_at_risk: { amount: "8.00", currency: "EUR" },
      occurrences: 1,
      snooze_until: null,
    });
  });

  it("is filtered by status, kind, severity and item, a bad value is 422", async () => {
    const id = await make();
    const item = (await get(id))["item"] as { id: string };
    expect(await list(`item_id=${item.id}&status=open&kind=below_cost&severity=critical`)).toEqual([id]);
    expect(await list(`item_id=${item.id}&status=resolved`)).toEqual([]);
    expect(await list(`item_id=${item.id}&kind=stale_cost`)).toEqual([]);
    expect(await list(`item_id=${item.id}&severity=info`)).toEqual([]);
    for (const bad of ["status=done", "kind=none", "severity=high", "item_id=x", "limit=0", "cursor=x"])
      expect((await shop.call("GET", `/alerts?${bad}`)).status).toBe(422);
  });
});

describe("the list by money at risk", () => {
  it("begins with the most, ends with those at no known risk, and goes on behind a cursor without a gap", async () => {
    const rows = ["4.00", "9.00", "9.00", null].map(async (amount) => {
      const id = await make();
      const minor = amount === null ? null : Number(amount) * 100;
      await service.sql("UPDATE alerts SET money_at_risk = $2, currency = $3, kind = $4 WHERE id = $1", [
        id,
        minor,
        minor === null ? null : "EUR",
        "stale_market",
      ]);
      return id;
    });
    const [four, nineA, nineB, unknown] = await Promise.all(rows);
    const newestNine = [nineA, nineB].sort().reverse();
    const seen: unknown[] = [];
    let next = "";
    do {
      const { json } = await shop.call("GET", `/alerts?kind=stale_market&sort=money_at_risk&limit=1${next}`);
      seen.push(...(json?.["data"] as { id: string }[]).map(({ id }) => id));
      next = json?.["next_cursor"] ? `&cursor=${String(json["next_cursor"])}` : "";
    } while (next !== "");
    expect(seen).toEqual([...newestNine, four, unknown]);
  });

  it("goes through one kind after the other by kind, each with the most money first, at any depth", async () => {
    const item = async () => service.make.item(shop.workspace.id);
    const rows: [kind: string, minor: bigint | null, id: string][] = [];
    for (const [kind, minor] of [
      ["map_violation", 500n],
      ["map_violation", null],
      ["map_violation", 0n],
      ["cost_spike", 100n],
      ["cost_spike", 900n],
    ] as const) {
      const columns = { kind, severity: "info", money_at_risk: minor, item_id: await item() };
      rows.push([kind, minor, await service.make.alert(shop.workspace.id, columns)]);
    }
    const inOrder = [4, 3, 0, 2, 1].map((at) => rows[at]?.[2]);
    for (const status of ["&status=open", ""]) {
      const seen: unknown[] = [];
      let next = "";
      do {
        const { json } = await shop.call("GET", `/alerts?severity=info&sort=kind&limit=1${status}${next}`);
        seen.push(...(json?.["data"] as { id: string }[]).map(({ id }) => id));
        next = json?.["next_cursor"] ? `&cursor=${String(json["next_cursor"])}` : "";
      } while (next !== "");
      expect(seen).toEqual(inOrder);
    }
  });

  it("refuses the cursor of another order, and one that nobody gave out", async () => {
    await Promise.all([make(), make()]);
    const cursorOf = async (sort: string) =>
      String((await shop.call("GET", `/alerts?sort=${sort}&limit=1`)).json?.["next_cursor"]);
    const [newest, money] = [await cursorOf("newest"), await cursorOf("money_at_risk")];
    const forged = Buffer.from(`money:${await make()}:99999999999999999999`).toString("base64url");
    for (const query of [
      `sort=money_at_risk&cursor=${newest}`,
      `sort=newest&cursor=${money}`,
      `sort=money_at_risk&cursor=${forged}`,
    ])
      expect((await shop.call("GET", `/alerts?${query}`)).status).toBe(422);
  });
});

describe("the search", () => {
  it("finds a part of the sku or title, its wildcards taken literally", async () => {
    await shop.stock({ sku: "100%-wool", price: "10.00", cost: "12.00" });
    await shop.run();
    const found = async (q: string) => (await list(`kind=below_cost&q=${encodeURIComponent(q)}`)).length;
    expect([await found("00%-W"), await found("item 100"), await found("1_0%"), await found("%%")]).toEqual([
      1, 1, 0, 0,
    ]);
  });
});

describe("the way to the fix", () => {
  it("names the item's undecided recommendation, and none once it is decided", async () => {
    await shop.stock({ sku: "bench", price: "14.00", cost: "12.00" });
    await shop.observe("bench", ["19.00", "20.00", "21.00"]);
    await shop.run();
    const alert = (await shop.alerts("bench")).find(({ kind }) => kind === "margin_below_floor");
    const row = () => get(String(alert?.["id"]));
    const id = (await row())["recommendation_id"];
    expect(id).toMatch(/^rec_/);
    await shop.call("POST", `/recommendations/${String(id)}/dismiss`, {});
    expect((await row())["recommendation_id"]).toBeNull();
  });
});

describe("snoozing", () => {
  it("takes a time of +00:00 as UTC, and says what another offset is in UTC", async () => {
    const snoozed = await snooze(await make(), { snooze_until: "2026-12-01T09:30:00+00:00" });
    expect(snoozed.json).toMatchObject({ alert: { snooze_until: "2026-12-01T09:30:00.000Z" } });
    const refused = await snooze(await make(), { snooze_until: "2026-12-01T09:30:00+01:00" });
    expect([refused.status, refused.json]).toMatchObject([
      422,
      { issues: [{ path: "snooze_until", message: expect.stringContaining("2026-12-01T08:30:00Z") }] },
    ]);
  });

  it("hides it until the time, then it is open again; filters agree with what is shown", async () => {
    const id = await make();
    const until = inHours(2);
    const response = await snooze(id, { snooze_until: until, reason: "waiting for the price list" });
    expect(response.json).toMatchObject({
      ok: true,
      idempotent: false,
      alert: {
        id,
        status: "snoozed",
        snooze_until: until,
        snooze_reason: "waiting for the price list",
        decided_by: expect.stringMatching(BY_TOKEN),
      },
    });
    const shownAs = async (sort: string) => {
      const times = async (status: string) =>
        (await list(`${status}${sort}`)).filter((each) => each === id).length;
      return {
        open: await times("status=open&"),
        snoozed: await times("status=snoozed&"),
        all: await times(""),
      };
    };
    for (const sort of ["sort=newest", "sort=money_at_risk"])
      expect(await shownAs(sort)).toEqual({ open: 0, snoozed: 1, all: 1 });
    service.clock.advance(2 * HOUR_MS);
    expect(await get(id)).toMatchObject({ status: "open", snooze_until: null, decided_by: null });
    for (const sort of ["sort=newest", "sort=money_at_risk"])
      expect(await shownAs(sort)).toEqual({ open: 1, snoozed: 0, all: 1 });
  });

  it("is idempotent to the same instant again, and moves it to another one", async () => {
    const id = await make();
    const until = inHours(2);
    await snooze(id, { snooze_until: until });
    const repeat = await snooze(id, { snooze_until: until });
    expect([repeat.status, repeat.text]).toEqual([200, '{"ok":true,"idempotent":true}']);
    const later = inHours(5);
    expect((await snooze(id, { snooze_until: later })).json).toMatchObject({
      alert: { snooze_until: later },
    });
  });

  it.each([
    {},
    { snooze_until: "2020-01-01T00:00:00Z" },
    { snooze_until: "tomorrow" },
    { snooze_until: "2030-01-01T00:00:00+01:00" },
  ])("refuses %j", async (body) => {
    const response = await snooze(await make(), body);
    expect([response.status, response.json?.["error"]]).toEqual([422, "validation_error"]);
    expect(JSON.stringify(response.json?.["issues"])).toContain("snooze_until");
  });

  it("does not outlast the condition", async () => {
    await shop.stock({ sku: "brief", price: "10.00", cost: "12.00" });
    await shop.run();
    const [row] = (await shop.alerts("brief")).filter((alert) => alert["kind"] === "below_cost");
    const id = String(row?.["id"]);
    await snooze(id, { snooze_until: inHours(1_000) });
    await shop.stock({ sku: "brief", price: "20.00" });
    await shop.run();
    expect(await get(id)).toMatchObject({ status: "resolved", snooze_until: null, decided_by: null });
    const response = await snooze(id, { snooze_until: inHours(2) });
    expect([response.status, response.json?.["current_status"]]).toEqual([409, "resolved"]);
  });
});

describe("resolving", () => {
  it("keeps it quiet while the condition lasts; it fires again once that had cleared", async () => {
    const below = async () => (await shop.alerts("stool")).filter((alert) => alert["kind"] === "below_cost");
    await shop.stock({ sku: "stool", price: "10.00", cost: "12.00" });
    await shop.run();
    const id = String((await below())[0]?.["id"]);
    expect((await resolve(id, { reason: "sold off on purpose" })).json).toMatchObject({
      ok: true,
      idempotent: false,
      alert: {
        id,
        status: "resolved",
        resolution: "sold off on purpose",
        decided_by: expect.stringMatching(BY_TOKEN),
      },
    });
    expect((await resolve(id)).text).toBe('{"ok":true,"idempotent":true}');
    await shop.run();
    expect(await below()).toMatchObject([{ id, status: "resolved", occurrences: 1 }]);
    await shop.stock({ sku: "stool", price: "20.00" });
    await shop.run();
    await shop.stock({ sku: "stool", price: "10.00" });
    await shop.run();
    expect(await below()).toMatchObject([{ id, status: "resolved" }, { status: "open" }]);
    expect((await get(id))["decided_by"]).toMatch(BY_TOKEN);
  });

  it("accepts a drifted price and a risen cost as the new baseline", async () => {
    await shop.stock({ sku: "shelf", price: "30.00", cost: "10.00" });
    await shop.stock({ sku: "shelf", cost: "12.00" });
    await service.sql("UPDATE catalog_items SET price = 3300 WHERE id = $1", [await shop.itemId("shelf")]);
    await shop.run();
    const standing = async () =>
      (await shop.alerts("shelf"))
        .filter((alert) => ["price_drift", "cost_spike"].includes(String(alert["kind"])))
        .filter((alert) => alert["cleared"] === false);
    const raised = await standing();
    expect(raised).toHaveLength(2);
    for (const alert of raised) await resolve(String(alert["id"]));
    await shop.run();
    expect(await standing()).toEqual([]);
    await service.sql("UPDATE catalog_items SET price = 3500 WHERE id = $1", [await shop.itemId("shelf")]);
    await shop.run();
    expect(await standing()).toMatchObject([{ kind: "price_drift", status: "open" }]);
  });

  it("is written into the audit log", async () => {
    const id = await make();
    await resolve(id, { reason: "known" });
    const events = await service.sql("SELECT action, after FROM audit_events WHERE subject = $1", [id]);
    expect(events).toEqual([{ action: "alert.resolve", after: '{"reason":"known","status":"resolved"}' }]);
  });

  it.each(["nothing", "alr_%00", "alr_00000000000000000000000000"])("answers 404 to %s", async (id) => {
    expect((await shop.call("GET", `/alerts/${id}`)).status).toBe(404);
    expect((await resolve(id)).status).toBe(404);
    expect((await snooze(id, { snooze_until: inHours(1) })).status).toBe(404);
  });
});
