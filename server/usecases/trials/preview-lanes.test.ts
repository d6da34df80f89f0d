import { beforeEach, describe, expect, it } from "vitest";
import { HOUR_MS } from "@/server/domain/durations";
import { DEFAULT_POLICY, type FullPolicy } from "@/server/domain/pricing/policy";
import type { Lane } from "@/server/domain/pricing/policy-lanes";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";
import { processLanePass } from "../lanes/process";
import { processTrial } from "./process";

const service = duringTests(startTestService);
let shop: Shop;
let owner: Awaited<ReturnType<typeof browserCaller>>;

const SMALL: Lane = {
  name: "Small",
  decided_by: "automatic",
  at_most: { change: "0.05" },
  a_day: { items: "1" },
  evidence_from: ["tokens", "people"],
};
const CHEAP: Lane = { name: "Cheap", decided_by: "two_people", items: { scopes: ["Cheap"] } };

beforeEach(async () => {
  shop = await openShop(service);
  await service.make.integration(shop.workspace.id);
  owner = await browserCaller(service, { userId: shop.workspace.userId, workspaceId: shop.workspace.id });
  // Ten items move by 4 %, five by 10 %, and a cheap one by 4 %.
  const usual = { price: "20.00", cost: "10.00", stock: 10, tags: [] as string[] };
  const items = Array.from({ length: 15 }, (_, index) => ({ sku: `item-${index}`, ...usual }));
  const cheap = { sku: "cheap", price: "5.00", cost: "2.00", stock: 10, tags: ["cheap"] };
  await shop.stock(...items, cheap);
  for (const [index, { sku }] of items.entries())
    await shop.observe(sku, Array<string>(2).fill(index < 10 ? "20.80" : "22.00"));
  await shop.observe("cheap", ["5.20", "5.20"]);
});

const draft = (lanes: readonly Lane[], more: Partial<FullPolicy> = {}): FullPolicy => {
  const start = DEFAULT_POLICY("EUR");
  return {
    ...start,
    scopes: [{ name: "Cheap", match: { tags: ["cheap"] } }],
    breaker: { max_share: null, max_median_move: null, min_items: 100 },
    lanes: [...lanes],
    ...more,
  } as FullPolicy;
};

async function lanesOf(document: FullPolicy) {
  const { id } = (await owner.policy.preview({ document })).trial;
  await processTrial(service.services, shop.workspace.tenant, id);
  const { result, error } = (await owner.policy.trial({ trial_id: id })).trial;
  if (result?.kind !== "preview") throw new Error(error ?? "no preview");
  return result.lanes;
}

/** Switches the lane to shadow, has a run's recommendations decided, and counts what it would have approved. */
async function shadowApprovals(): Promise<number> {
  const { proof } = await owner.lanes.trial({ lane: "Small" });
  await owner.lanes.setMode({ lane: "Small", mode: "shadow", proof });
  const { id } = await shop.run();
  await processLanePass(service.services, shop.workspace.tenant, String(id));
  const rows = await service.sql(
    "SELECT outcome FROM lane_decisions WHERE workspace_id = $1 AND outcome = 'would_approve'",
    [shop.workspace.id],
  );
  return rows.length;
}

describe("the preview of lanes", () => {
  it("counts the price changes by lane, beside those of the active policy", async () => {
    expect(await lanesOf(draft([CHEAP, SMALL]))).toEqual({
      draft: [
        { lane: "Cheap", decided_by: "two_people", items: 1, passes: null },
        { lane: "Small", decided_by: "automatic", items: 10, passes: 10 },
        { lane: null, decided_by: "one_person", items: 5, passes: null },
      ],
      active: [{ lane: null, decided_by: "one_person", items: 16, passes: null }],
    });
  });

  it("leaves to people what none of those brought whom the lane names", async () => {
    const { evidence_from: _, ...usual } = SMALL;
    expect(await lanesOf(draft([usual]))).toMatchObject({ draft: [{ items: 0, passes: 0 }, { items: 16 }] });
  });

  it("leaves to people what is new or was changed by hand, as the lane does", async () => {
    const document = draft([CHEAP, { ...SMALL, last_edit_hours: 24, first_seen_days: 30 }]);
    const small = async () => (await lanesOf(document))?.draft.find(({ lane }) => lane === "Small")?.items;
    expect(await small()).toBe(0);
    await service.sql(
      "UPDATE catalog_items SET created_at = created_at - interval '31 days' WHERE workspace_id = $1",
      [shop.workspace.id],
    );
    expect(await small()).toBe(10);
    await shop.stock({ sku: "item-0", price: "20.01", cost: "10.00", stock: 10, tags: [] });
    expect(await small()).toBe(9);
    await owner.policy.set({ document });
    expect(await shadowApprovals()).toBe(9);
  });

  it.each<[string, Lane, number]>([
    ["without a limit that it reaches", SMALL, 10],
    ["up to its share of the items a day", { ...SMALL, a_day: { items: "0.25" } }, 4],
    ["up to its money a day", { ...SMALL, a_day: { items: "1", money: "20.00" } }, 2],
  ])("passes what the lane then approves, %s", async (_, lane, passes) => {
    const document = draft([CHEAP, lane]);
    const counted = (await lanesOf(document))?.draft.find(({ lane: name }) => name === "Small");
    expect(counted).toMatchObject({ items: 10, passes });
    await owner.policy.set({ document });
    expect(await shadowApprovals()).toBe(passes);
    expect((await lanesOf(document))?.active).toEqual((await lanesOf(document))?.draft);
  });

  it("measures a change from what a late shop still charges after the end of a sale, as the lane does", async () => {
    const ago = (hours: number) => new Date(service.clock.now() - hours * HOUR_MS);
    await service.sql(
      `UPDATE catalog_items SET sale_price = 1900, shopper_price = 1900, sale_until = $2, window_read_at = $3
       WHERE workspace_id = $1 AND sku = 'item-0'`,
      [shop.workspace.id, ago(3), ago(1)],
    );
    const document = draft([SMALL]);
    expect((await lanesOf(document))?.draft).toMatchObject([{ items: 10, passes: 10 }, { items: 6 }]);
    await owner.policy.set({ document });
    expect(await shadowApprovals()).toBe(10);
  });

  it("passes nothing in a run that the circuit breaker would hold", async () => {
    const breaker = { max_share: "0.01", max_median_move: null, min_items: 1 };
    const lanes = await lanesOf(draft([SMALL], { breaker }));
    expect(lanes?.draft[0]).toMatchObject({ lane: "Small", passes: 0 });
  });
});
