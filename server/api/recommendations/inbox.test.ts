import { afterAll, beforeAll, expect, it } from "vitest";
import { browserCaller } from "@/server/testing/browser-caller";
import { startTestService, type TestService } from "@/server/testing/service";
import { publicError } from "../error-response";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

async function workspace() {
  const { id, userId } = await service.workspace();
  const principal = await browserCaller(service, { userId, workspaceId: id });
  const waits = async (columns: Record<string, string | Date> = {}) => {
    service.clock.advance(1_000);
    return service.make.recommendation(id, { status: "pending_approval", ...columns });
  };
  return { id, principal, waits };
}

it("lists what waits, oldest first, page by page, and leaves out what is snoozed or decided", async () => {
  const { id, principal, waits } = await workspace();
  const first = await waits();
  const second = await waits();
  const third = await waits();
  await waits({ status: "rejected" });
  const asleep = await waits({ snooze_until: new Date(service.clock.now() + 60_000) });
  const page = await principal.recommendations.inbox({ limit: 2 });
  expect(page.data.map((row) => row.id)).toEqual([first, second]);
  const rest = await principal.recommendations.inbox({ limit: 2, cursor: page.next_cursor ?? "" });
  expect(rest.data.map((row) => row.id)).toEqual([third]);
  expect(await principal.workspace.summary({})).toMatchObject({ waiting: 3 });
  service.clock.advance(61_000);
  const later = await principal.recommendations.inbox({});
  expect(later.data.map((row) => row.id)).toEqual([first, second, third, asleep]);
  expect(id).toMatch(/^ws_/);
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
  expect((await own.principal.recommendations.inbox({})).data).toEqual([]);
  const error: unknown = await own.principal.recommendations
    .detail({ rec_id: rec })
    .catch((caught: unknown) => caught);
  expect(publicError(error).code).toBe("not_found");
});
