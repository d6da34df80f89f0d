import { beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_POLICY, type FullPolicy } from "@/server/domain/pricing/policy";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";
import { processTrial } from "./process";
import type { Preview } from "./result";

const service = duringTests(startTestService);
let shop: Shop;
let token: string;

const START = DEFAULT_POLICY("EUR");
/** Changes as large as they come, so that each price shows what its item's cost and market ask for. */
const FREE: FullPolicy = {
  ...START,
  defaults: { ...START.defaults, constraints: { ...START.defaults.constraints, max_change: null } },
};

beforeAll(async () => {
  shop = await openShop(service);
  await fill("10.00", "19.00", ["23.40", "23.61"]);
  const { id: workspaceId, userId } = shop.workspace;
  token = await service.mintToken({ workspaceId, userId, scopes: ["policies:read"] });
});

/** A jug that follows its market, a bowl that its floor holds, and a cup of unknown cost. */
async function fill(jugCost: string, bowlCost: string, market: readonly string[]): Promise<void> {
  await shop.stock(
    { sku: "jug", price: "20.00", cost: jugCost, stock: 3 },
    { sku: "bowl", price: "24.00", cost: bowlCost, stock: 2 },
    { sku: "cup", price: "9.00", stock: 7 },
  );
  service.clock.advance(60_000);
  for (const sku of ["jug", "bowl", "cup"]) await shop.observe(sku, market);
}

const ask = (body: object) => service.call("POST", "/policies/preview", { token, body });

async function preview(scenario?: object): Promise<Preview> {
  const started = await ask({ document: FREE, ...(scenario && { scenario }) });
  const { id } = started.json?.["trial"] as { id: string };
  await processTrial(service.services, shop.workspace.tenant, id);
  const { json } = await service.call("GET", `/policy-trials/${id}`, { token });
  return (json?.["trial"] as { result: Preview }).result;
}

describe("a preview in a scenario", () => {
  it("tells what a preview tells once costs and competitor prices have changed by so much", async () => {
    const today = await preview();
    const supposed = await preview({ cost_change: "0.05", competitor_price_change: "-0.1" });
    const costsAlone = await preview({ cost_change: "0.05" });
    expect(today.scenario).toBeNull();
    expect(supposed.scenario).toEqual({ cost_change: "0.05", competitor_price_change: "-0.1" });
    expect(supposed.effect.now.margin).not.toBe(today.effect.now.margin);
    expect(costsAlone.effect).not.toEqual(supposed.effect);
    await fill("10.50", "19.95", ["23.40", "23.61"]);
    expect((await preview()).effect).toEqual(costsAlone.effect);
    await fill("10.50", "19.95", ["21.06", "21.25"]);
    expect((await preview()).effect).toEqual(supposed.effect);
  });

  it("is refused where nothing is supposed, or what cannot be", async () => {
    const places = async (scenario: unknown) => {
      const { status, json } = await ask({ document: FREE, scenario });
      return [status, ((json?.["issues"] ?? []) as { path: string }[]).map(({ path }) => path)];
    };
    expect(await places({})).toEqual([422, ["scenario"]]);
    expect(await places({ cost_change: "-1" })).toEqual([422, ["scenario.cost_change"]]);
    expect(await places({ cost_change: "5 %" })).toEqual([422, ["scenario.cost_change"]]);
    expect(await places({ competitor_price_change: 0.1 })).toEqual([
      422,
      ["scenario.competitor_price_change"],
    ]);
    expect(await places({ cost_change: "0.1", msrp_change: "0.1" })).toEqual([422, ["scenario"]]);
  });
});
