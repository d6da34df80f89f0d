import { expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { publicError } from "../error-response";

const service = duringTests(startTestService);

async function workspace() {
  const { id, userId } = await service.workspace();
  const principal = await browserCaller(service, { userId, workspaceId: id });
  const waits = async (
    columns: Record<string, string | Date | bigint | null> = {},
    item: Record<string, string | number | string[] | null> = {},
  ) => {
    service.clock.advance(1_000);
    return service.make.recommendation(id, {
      status: "pending_approval",
      item_id: await service.make.item(id, item),
      ...columns,
    });
  };
  const inbox = async (input: Parameters<typeof principal.recommendations.inbox>[0] = {}) =>
    (await principal.recommendations.inbox(input)).entries.map((entry) => entry.id);
  return { id, principal, waits, inbox };
}

it("lists what waits, and leaves out what is snoozed or decided", async () => {
  const { id, principal, waits, inbox } = await workspace();
  const first = await waits();
  const second = await waits();
  await waits({ status: "rejected" });
  const asleep = await waits({ snooze_until: new Date(service.clock.now() + 60_000) });
  expect(await inbox()).toEqual([first, second]);
  expect(await principal.workspace.summary({})).toMatchObject({ waiting: 2 });
  expect(await principal.workspace.itemCount({})).toEqual({ items: 4 });
  service.clock.advance(61_000);
  expect(await inbox()).toEqual([first, second, asleep]);
  expect(id).toMatch(/^ws_/);
});

it("lists losses first, and within a reason by money at risk, age or change", async () => {
  const { waits, inbox } = await workspace();
  const known = { why: "room" };
  const room = await waits({ ...known, profit_change: 200n, change_ratio: "0.0100" }, { stock: 10 });
  const few = await waits({ ...known, profit_change: -900n, change_ratio: "-0.0400" }, { stock: 1 });
  const unknown = await waits({ ...known, profit_change: null, change_ratio: "0.0900" }, { stock: 1_000 });
  const uncounted = await waits({ ...known, profit_change: 1_000n, change_ratio: null }, { stock: null });
  const none = await waits({ ...known, profit_change: 5_000n, change_ratio: "0.0200" }, { stock: 0 });
  const other = await waits({ why: null, profit_change: 9_999n, change_ratio: "0.5000" });
  const loss = await waits({ why: "below_floor", profit_change: 1n, change_ratio: "0.0001" });
  expect(await inbox()).toEqual([loss, room, uncounted, few, none, unknown, other]);
  expect(await inbox({ order: "oldest" })).toEqual([loss, room, few, unknown, uncounted, none, other]);
  expect(await inbox({ order: "largest_change" })).toEqual([
    loss,
    unknown,
    few,
    none,
    room,
    uncounted,
    other,
  ]);
});

it("lists what is new in the same order, apart from what waits for approval", async () => {
  const { waits, inbox, principal } = await workspace();
  const waiting = await waits();
  const small = await waits({ status: "new", why: "room", profit_change: 10n }, { stock: 1 });
  const large = await waits({ status: "new", why: "room", profit_change: 10n }, { stock: 9 });
  const loss = await waits({ status: "new", why: "below_floor", profit_change: 1n });
  expect(await inbox({ status: "new" })).toEqual([loss, large, small]);
  expect(await principal.recommendations.inbox({ status: "new", limit: 1 })).toMatchObject({ total: 3 });
  expect(await inbox()).toEqual([waiting]);
});

it("counts each filter's values over everything that waits, under the other filters", async () => {
  const { principal, waits, inbox } = await workspace();
  const lamp = { brand: "Lumen", category: "Lamps", tags: ["oak", "new"] };
  await waits({ why: "room", change_ratio: "0.2000", binding_rule: "map" }, lamp);
  service.clock.advance(DAY_MS);
  await waits({ why: "below_floor", change_ratio: "-0.1100", confidence: "low" }, lamp);
  await waits({ why: "room", change_ratio: "0.0999" }, { ...lamp, brand: "Karft", tags: ["oak"] });
  const all = await principal.recommendations.inboxCounts({});
  expect(all).toMatchObject({ total: 3, large: 2 });
  expect(all.facets).toEqual({
    why: [
      { value: "room", count: 2 },
      { value: "below_floor", count: 1 },
    ],
    brand: [
      { value: "Lumen", count: 2 },
      { value: "Karft", count: 1 },
    ],
    category: [{ value: "Lamps", count: 3 }],
    tag: [
      { value: "oak", count: 3 },
      { value: "new", count: 2 },
    ],
    confidence: [
      { value: "high", count: 2 },
      { value: "low", count: 1 },
    ],
    guard: [
      { value: "strategy", count: 2 },
      { value: "map", count: 1 },
    ],
  });
  const ofLumen = await principal.recommendations.inboxCounts({ brand: "Lumen", why: "room" });
  expect(ofLumen).toMatchObject({ total: 1, large: 1 });
  expect(ofLumen.facets.brand).toEqual([
    { value: "Karft", count: 1 },
    { value: "Lumen", count: 1 },
  ]);
  expect(ofLumen.facets.why).toEqual([
    { value: "below_floor", count: 1 },
    { value: "room", count: 1 },
  ]);
  expect(Date.parse(all.oldest ?? "")).toBeLessThan(service.clock.now() - DAY_MS);
  expect(await inbox({ brand: "Lumen", why: "room" })).toHaveLength(1);
});

it("shows several rows at once, those that were decided included", async () => {
  const { principal, waits } = await workspace();
  const one = await waits();
  const decided = await waits({ status: "rejected" });
  const rows = await principal.recommendations.details({ ids: [one, "rec_nothing", decided] });
  expect(rows.map(({ id, status }) => [id, status]).sort()).toEqual(
    [
      [one, "pending_approval"],
      [decided, "rejected"],
    ].sort(),
  );
});

it("shows what one unit earns before and after, and what moved since", async () => {
  const { id, principal, waits } = await workspace();
  const rec = await waits();
  const shown = await principal.recommendations.detail({ rec_id: rec });
  const { current_price: price, recommended_price: target, cost } = shown;
  expect([price?.amount, target?.amount, cost?.amount].every(Boolean)).toBe(true);
  expect(Number(shown.profit_after?.amount)).toBeGreaterThan(Number(shown.profit_before?.amount));
  expect(shown.moved).toEqual({});
  await service.sql("UPDATE catalog_items SET price = price + 100 WHERE workspace_id = $1", [id]);
  const moved = await principal.recommendations.detail({ rec_id: rec });
  expect(moved.moved.price?.amount).toBe((Number(price?.amount) + 1).toFixed(2));
  expect(moved.current_price).toEqual(price);
});

it("shows no profit without a cost, rather than a wrong one", async () => {
  const { id, principal, waits } = await workspace();
  const rec = await waits({ status: "new" });
  await service.sql(
    "UPDATE recommendations SET kind = 'cost_review', recommended_price = NULL, cost = NULL WHERE workspace_id = $1",
    [id],
  );
  const shown = await principal.recommendations.detail({ rec_id: rec });
  expect([shown.profit_before, shown.profit_after]).toEqual([null, null]);
});

it("shows nothing of another workspace", async () => {
  const own = await workspace();
  const other = await workspace();
  const rec = await other.waits();
  expect(await own.inbox()).toEqual([]);
  expect(await own.principal.recommendations.details({ ids: [rec] })).toEqual([]);
  expect(await own.principal.recommendations.inboxCounts({})).toMatchObject({ total: 0, oldest: null });
  const error: unknown = await own.principal.recommendations
    .detail({ rec_id: rec })
    .catch((caught: unknown) => caught);
  expect(publicError(error).code).toBe("not_found");
});

it("lists the first entries alone if no more are asked for, with the total of all", async () => {
  const { principal, waits } = await workspace();
  const first = await waits();
  await waits();
  const { entries, rows, total } = await principal.recommendations.inbox({ limit: 1, first_rows: 25 });
  expect(entries.map(({ id }) => id)).toEqual([first]);
  expect(rows.map(({ id }) => id)).toEqual([first]);
  expect(total).toBe(2);
});
