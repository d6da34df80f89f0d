import { beforeAll, expect, it } from "vitest";
import { firstId } from "@/server/domain/ids";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService } from "@/server/testing/service";

const service = duringTests(() => startTestService({ now: "2026-11-10T12:00:00Z" }));
let shop: TestWorkspace;

beforeAll(async () => {
  shop = await service.workspace();
  const item = await service.make.item(shop.id, { category: "Lamps", brand: "Lumo" });
  const seen = (at: string, kind: string, status = "open") =>
    service.make.alert(shop.id, {
      id: firstId("alert", Date.parse(at)),
      item_id: item,
      kind,
      status,
      first_seen: new Date(at),
    });
  await seen("2026-11-08T23:59:59.999Z", "below_cost");
  await seen("2026-11-09T00:00:00.000Z", "stale_cost");
  await seen("2026-11-09T18:00:00.000Z", "undercut", "resolved");
  await seen("2025-10-09T18:00:00.000Z", "map_violation");
});

const asked = async (of = shop) =>
  (await browserCaller(service, { userId: of.userId, workspaceId: of.id })).reports;
const counts = async (input: Parameters<Awaited<ReturnType<typeof asked>>["days"]>[0], of = shop) =>
  (await (await asked(of)).days(input)).days.map(({ at, count }) => [at.slice(0, 10), count]);

const span = { from: "2026-11-08T00:00:00Z", to: "2026-11-11T00:00:00Z" };

it("counts the rows of each UTC day, and zero where there is none", async () => {
  expect(await counts({ report: "alerts", ...span })).toEqual([
    ["2026-11-08", 1],
    ["2026-11-09", 2],
    ["2026-11-10", 0],
  ]);
});

it("counts those in a status alone", async () => {
  expect(await counts({ report: "alerts", status: "resolved", ...span })).toEqual([
    ["2026-11-08", 0],
    ["2026-11-09", 1],
    ["2026-11-10", 0],
  ]);
});

it("counts those of a category and a brand alone", async () => {
  const total = async (input: object) =>
    (await counts({ report: "alerts", ...span, ...input })).reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    );
  expect(await total({ category: "Lamps", brand: "Lumo" })).toBe(3);
  expect([await total({ category: "Lumo" }), await total({ brand: "Lamps" })]).toEqual([0, 0]);
  await expect(counts({ report: "decisions", category: "Lamps" })).rejects.toThrow();
});

it("reaches back a year where no beginning is asked for", async () => {
  const days = await counts({ report: "alerts" });
  expect(days).toHaveLength(367);
  expect(days.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(3);
  expect(days.at(-1)).toEqual(["2026-11-10", 0]);
});

it.each(["recommendations", "write_backs"] as const)("counts %s on their day", async (report) => {
  const other = await service.workspace();
  await service.make.writeBack(other.id);
  expect((await counts({ report, ...span }, other)).at(-1)).toEqual(["2026-11-10", 1]);
  expect((await counts({ report, ...span })).at(-1)).toEqual(["2026-11-10", 0]);
});

it("counts decisions and no other events", async () => {
  const other = await service.workspace();
  const recommendation = await service.make.recommendation(other.id, { status: "new" });
  const token = await service.mintToken({ workspaceId: other.id, userId: other.userId });
  await service.call("POST", `/recommendations/${recommendation}/dismiss`, { token, body: {} });
  const item = { sku: "A", title: "Lamp", price: { amount: "9.00", currency: "EUR" } };
  expect((await service.call("POST", "/catalog/items", { token, body: { items: [item] } })).status).toBe(200);
  expect((await counts({ report: "decisions", ...span }, other)).at(-1)).toEqual(["2026-11-10", 1]);
});

it("refuses a status that the report does not know", async () => {
  await expect(counts({ report: "alerts", status: "applied" })).rejects.toThrow();
});
