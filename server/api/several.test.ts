import { beforeAll, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService } from "@/server/testing/service";

const service = duringTests(() => startTestService({ now: "2026-11-21T12:00:00.000Z" }));
let shop: TestWorkspace;
let token: string;

beforeAll(async () => {
  shop = await service.workspace();
  token = await service.mintToken({ workspaceId: shop.id, userId: shop.userId });
});

const post = (path: string, body: unknown) => service.call("POST", path, { token, body });
const statuses = async (table: "alerts" | "recommendations", ids: readonly string[]) => {
  const rows = await service.sql<{ id: string; status: string }>(
    `SELECT id, status FROM ${table} WHERE id = ANY($1)`,
    [ids],
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.status);
};
const outcomes = (json: Readonly<Record<string, unknown>> | null) =>
  (json?.["rows"] as { outcome: string }[]).map(({ outcome }) => outcome);

it("resolves several alerts, each with an event of its own, and refuses what is not there alone", async () => {
  const other = await service.workspace();
  const foreign = await service.make.alert(other.id);
  const ids = [await service.make.alert(shop.id), foreign, await service.make.alert(shop.id)];
  const { status, json } = await post("/alerts/resolve", { alert_ids: ids, reason: "Sold off." });
  expect(status).toBe(200);
  expect(json).toMatchObject({ changed: 2, refused: 1 });
  expect(outcomes(json)).toEqual(["changed", "refused", "changed"]);
  expect(await statuses("alerts", ids)).toEqual(["resolved", "open", "resolved"]);
  const events = await service.sql<{ subject: string }>(
    "SELECT subject FROM audit_events WHERE workspace_id = $1 AND action = 'alert.resolve' ORDER BY seq",
    [shop.id],
  );
  expect(events.map(({ subject }) => subject)).toEqual([ids[0], ids[2]]);
  expect((await post("/alerts/resolve", { alert_ids: ids })).json).toMatchObject({
    changed: 0,
    unchanged: 2,
  });
});

it("snoozes several alerts until a time, but none that is resolved, and none until a time in the past", async () => {
  const ids = [await service.make.alert(shop.id), await service.make.alert(shop.id, { status: "resolved" })];
  const { json } = await post("/alerts/snooze", { alert_ids: ids, snooze_until: "2026-12-01T09:30:00Z" });
  expect(outcomes(json)).toEqual(["changed", "refused"]);
  expect(await statuses("alerts", ids)).toEqual(["snoozed", "resolved"]);
  const past = await post("/alerts/snooze", { alert_ids: ids, snooze_until: "2026-11-01T09:30:00Z" });
  expect(past.status).toBe(422);
});

it("accepts and dismisses several recommendations without writing a price, but none that is decided", async () => {
  const make = (status: string) => service.make.recommendation(shop.id, { status });
  const ids = [await make("new"), await make("rejected"), await make("new")];
  expect(outcomes((await post("/recommendations/accept", { rec_ids: ids })).json)).toEqual([
    "changed",
    "refused",
    "changed",
  ]);
  expect(await statuses("recommendations", ids)).toEqual([
    "pending_approval",
    "rejected",
    "pending_approval",
  ]);
  expect(await service.sql("SELECT 1 FROM write_backs WHERE workspace_id = $1", [shop.id])).toEqual([]);
  const open = [await make("new"), await make("applied")];
  expect(outcomes((await post("/recommendations/dismiss", { rec_ids: open })).json)).toEqual([
    "changed",
    "refused",
  ]);
});

it("changes every row of a request with a key, and finds them changed when it is repeated", async () => {
  const ids = [await service.make.alert(shop.id), await service.make.alert(shop.id)];
  const send = () =>
    service.call("POST", "/alerts/resolve", {
      token,
      body: { alert_ids: ids },
      headers: { "idempotency-key": "several" },
    });
  const first = await send();
  expect(outcomes(first.json)).toEqual(["changed", "changed"]);
  expect(outcomes((await send()).json)).toEqual(["unchanged", "unchanged"]);
  expect(await statuses("alerts", ids)).toEqual(["resolved", "resolved"]);
});

it("keeps its key when it is interrupted after a row, and finishes the rest when it is repeated", async () => {
  const ids = [await service.make.alert(shop.id), await service.make.alert(shop.id)];
  const send = () =>
    service.call("POST", "/alerts/resolve", {
      token,
      body: { alert_ids: ids },
      headers: { "idempotency-key": "interrupted" },
    });
  await service.sql(
    "CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE 'broken off'; END$$",
  );
  await service.sql(
    `CREATE TRIGGER break_off BEFORE UPDATE ON alerts FOR EACH ROW WHEN (OLD.id = '${ids[1] ?? ""}')
     EXECUTE FUNCTION break_off()`,
  );
  try {
    expect((await send()).status).toBe(500);
  } finally {
    await service.sql("DROP TRIGGER break_off ON alerts");
  }
  expect(await statuses("alerts", ids)).toEqual(["resolved", "open"]);
  const slots = await service.sql("SELECT status, response FROM idempotency_keys WHERE key = 'interrupted'");
  expect(slots).toEqual([{ status: 200, response: "null" }]);
  expect(outcomes((await send()).json)).toEqual(["unchanged", "changed"]);
  expect(await statuses("alerts", ids)).toEqual(["resolved", "resolved"]);
});

it("changes a row that is named twice once, and takes at most a hundred", async () => {
  const id = await service.make.alert(shop.id);
  expect(outcomes((await post("/alerts/resolve", { alert_ids: [id, id] })).json)).toEqual(["changed"]);
  const many = Array.from({ length: 101 }, (_, at) => `alr_${at}`);
  expect((await post("/alerts/resolve", { alert_ids: many })).status).toBe(422);
});
