import { beforeAll, expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";

const service = duringTests(startTestService);
let token: string;
let other: string;
beforeAll(async () => {
  other = await shop("Elsewhere");
  token = await shop("Here");
});

/** Creates a workspace with two recommendations that differ in everything a filter names. */
async function shop(prefix: string): Promise<string> {
  const { id, userId } = await service.workspace();
  const item = (columns: Record<string, string | number | string[] | null>) =>
    service.make.item(id, { title: `${prefix} lamp`, ...columns });
  const old = await service.make.recommendation(id, {
    item_id: await item({ sku: "OLD-1", brand: "Lumen", category: "Lamps", tags: ["oak"], stock: 10 }),
    kind: "price_change",
    why: "below_floor",
    change_ratio: "-0.2000",
    margin_before: "0.3000",
    margin_after: "0.1000",
    profit_change: -250n,
    confidence: "low",
    binding_rule: "map",
    created_at: new Date(service.clock.now() - 9 * DAY_MS),
  });
  const young = await service.make.recommendation(id, {
    item_id: await item({ sku: "100%", brand: "Karft", category: "Beds", tags: ["pine"], stock: null }),
    kind: "market_review",
    why: "room",
    change_ratio: "0.0500",
    margin_before: "0.1000",
    margin_after: "0.1400",
    profit_change: 400n,
    confidence: "high",
    binding_rule: "position",
  });
  const unknown = await service.make.recommendation(id, {
    item_id: await item({ sku: "NONE", title: "Plain", tags: [] }),
    kind: "cost_review",
    recommended_price: null,
    cost: null,
    change_ratio: null,
    margin_before: null,
    margin_after: null,
    confidence: "medium",
    binding_rule: null,
    created_at: new Date(service.clock.now() - 4 * DAY_MS),
  });
  names.set(old, "old").set(young, "young").set(unknown, "unknown");
  return service.mintToken({ workspaceId: id, userId });
}
const names = new Map<string, string>();

const found = async (query: string, as = token) => {
  const { status, json } = await service.call("GET", `/recommendations?${query}`, { token: as });
  expect([status, json?.["error"]]).toEqual([200, undefined]);
  return (json?.["data"] as { id: string }[]).map(({ id }) => names.get(id)).sort();
};

it.each([
  ["kind=price_change", ["old"]],
  ["why=room", ["young"]],
  ["brand=Lumen", ["old"]],
  ["category=Beds", ["young"]],
  ["tag=oak", ["old"]],
  ["min_change=0.1", ["old"]],
  ["max_change=0.1", ["young"]],
  ["min_margin_change=0", ["young"]],
  ["max_margin_change=-0.05", ["old"]],
  ["min_money_at_risk=25", ["old"]],
  ["min_money_at_risk=25.01", []],
  ["min_money_at_risk=4.00", ["old", "young"]],
  ["min_age_days=3", ["old", "unknown"]],
  ["max_age_days=3", ["young"]],
  ["min_age_days=3&max_age_days=5", ["unknown"]],
  ["confidence=high", ["young"]],
  ["guard=map", ["old"]],
  ["q=LAMP", ["old", "young"]],
  ["q=old-1", ["old"]],
  ["q=%25", ["young"]],
  ["q=_", []],
  ["status=new&brand=Lumen&q=lamp", ["old"]],
])("%s finds what it names, of this workspace alone", async (query, expected) => {
  expect(await found(query)).toEqual(expected);
  expect(await found(query, other)).toEqual(expected);
});

it("refuses an amount that the workspace's currency does not have, naming the field", async () => {
  const { status, json } = await service.call("GET", "/recommendations?min_money_at_risk=1.005", { token });
  expect([status, json?.["error"]]).toEqual([422, "validation_error"]);
  expect(JSON.stringify(json?.["issues"])).toContain("min_money_at_risk");
});
