import type { Client } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import type { Lane } from "@/server/domain/pricing/policy-lanes";
import { WEEKDAYS } from "@/server/domain/weekdays";
import { openAgentEndpoint } from "@/server/testing/agents";
import { duringTests } from "@/server/testing/during-tests";
import { type LaneShop, openLaneShop, SMALL } from "@/server/testing/lane-shop";
import { startShops } from "@/server/testing/shop";
import { processRun } from "../runs/process";
import { processSchedule } from "../schedules/process";
import { processLanePass } from "./process";

const shops = duringTests(startShops);
const agents = duringTests(() => openAgentEndpoint(shops.service));
let lane: LaneShop;
let client: Client;
let item: string;

/**
 * Opens a shop with an open lane and one item at 100.00. Agents may not approve there; the token has no scope for it
 * either.
 */
async function open(over: Partial<Lane> = {}): Promise<void> {
  shops.service.clock.advance(HOUR_MS);
  lane = await openLaneShop(shops);
  const { id: workspaceId, userId } = lane.shop.workspace;
  await lane.setLanes([{ ...SMALL, ...over }]);
  await lane.switchOn("Small");
  const cost_updated_at = new Date(shops.service.clock.now());
  item = await shops.service.make.item(workspaceId, {
    sku: "LAMP",
    price: 10_000,
    cost: 5_000,
    cost_updated_at,
  });
  await lane.shop.edit("LAMP", "10000");
  const scopes = [
    "catalog:read",
    "catalog:write",
    "runs:read",
    "runs:trigger",
    "recommendations:write",
    "schedules:write",
  ] as const;
  client = await agents.connect(await shops.service.mintToken({ workspaceId, userId, scopes }));
}

const prices = (amount = "93.00") => ({
  observations: ["a", "b", "c", "d", "e"].map((seller) => ({
    sku: "LAMP",
    seller: `${seller}.example`,
    price: { amount, currency: "EUR" as const },
    in_stock: true,
    observed_at: new Date(shops.service.clock.now()).toISOString(),
  })),
});

async function byAgent(name: string, input: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const answer = await client.callTool({ name, arguments: input });
  if (answer.isError) throw new Error(JSON.stringify(answer.content));
  return (answer.structuredContent ?? {}) as Record<string, unknown>;
}
/** Who brings evidence: an agent over MCP, a program with a token over REST, or a person in the pages. */
const BRING = {
  agents: (input: ReturnType<typeof prices>) => byAgent("catalog_observe", input),
  tokens: (input: ReturnType<typeof prices>) => lane.shop.post("/catalog/observations", input),
  people: (input: ReturnType<typeof prices>) => lane.owner.catalog.observe(input),
};
const agentsRun = async () => ((await byAgent("runs_trigger"))["run"] as { id: string }).id;
const ownersRun = async () => (await lane.owner.runs.trigger({})).run.id;

/** Carries out a run with its lanes. @returns the prices that the store got for the item, in minor units */
async function written(runId: string): Promise<number[]> {
  const { services } = shops.service;
  const { tenant } = lane.shop.workspace;
  await processRun(services, tenant, runId);
  await processLanePass(services, tenant, runId);
  await lane.shop.work();
  return (await lane.shop.given("LAMP"))
    .filter(({ marker }) => marker !== null)
    .map(({ price }) => Number(price));
}

/** Has people bring prices at the next slot of a schedule. @returns the run that it starts */
async function runOfSchedule(scheduleId: string): Promise<string> {
  const { services, clock } = shops.service;
  const look = () => processSchedule(services, lane.shop.workspace.tenant, scheduleId);
  // Ends what the slot before began; a slot is left out while that is under way.
  clock.advance(HOUR_MS);
  await look();
  clock.advance(DAY_MS);
  await BRING.people(prices());
  await look();
  const { data } = await lane.owner.schedules.occurrences({ schedule_id: scheduleId });
  return data[0]?.run_id ?? "";
}

const WRITTEN = [expect.any(Number)];

it("an agent that invents competitors' prices and starts a run moves no price", async () => {
  await open();
  await BRING.agents(prices());
  expect(await written(await agentsRun())).toEqual([]);
  expect(await written(await ownersRun())).toEqual([]);
  const { json } = await lane.shop.get("/recommendations?limit=10");
  expect(json).toMatchObject({ data: [{ status: "new", decision: null }] });
});

it("a lane decides on the evidence of those that it names", async () => {
  const tried: [Partial<Lane>, keyof typeof BRING, boolean][] = [
    [{}, "people", true],
    [{}, "tokens", false],
    [{ evidence_from: ["page_checks", "stores", "people", "tokens"] }, "tokens", true],
    [{ evidence_from: ["page_checks", "stores", "people", "tokens"] }, "agents", false],
    [{ evidence_from: ["page_checks", "stores", "people", "agents"] }, "agents", true],
    [{ evidence_from: ["page_checks", "stores"] }, "people", false],
  ];
  for (const [over, who, decides] of tried) {
    await open(over);
    await BRING[who](prices());
    expect(await written(await ownersRun()), `${JSON.stringify(over)} ${who}`).toEqual(
      decides ? WRITTEN : [],
    );
  }
});

it("a lane decides in an agent's run only if it says so", async () => {
  for (const agents_runs of [false, true]) {
    await open({ agents_runs });
    await BRING.people(prices());
    expect(await written(await agentsRun())).toEqual(agents_runs ? WRITTEN : []);
  }
});

it("the runs of a schedule that an agent made or changed are the agent's, also after it is deleted", async () => {
  const evenings = { name: "Evening", days: [...WEEKDAYS], times: ["19:00"], steps: ["run" as const] };
  await open();
  const { schedule } = (await byAgent("schedules_create", evenings)) as { schedule: { id: string } };
  const run = await runOfSchedule(schedule.id);
  await byAgent("schedules_remove", { schedule_id: schedule.id });
  expect(await written(run)).toEqual([]);

  await open();
  const { id } = (await lane.owner.schedules.create({ ...evenings, enabled: false })).schedule;
  await byAgent("schedules_change", { schedule_id: id, enabled: true });
  expect(await lane.owner.schedules.get({ schedule_id: id })).toMatchObject({ by_agent: true });
  expect(await written(await runOfSchedule(id))).toEqual([]);
  // An agent's repeat takes nothing over, a person's does.
  await lane.owner.schedules.change({ schedule_id: id, enabled: true });
  await byAgent("schedules_change", { schedule_id: id, enabled: true });
  expect(await written(await runOfSchedule(id))).toEqual(WRITTEN);
});

it("what an agent entered of the item, or reported as wrong, is an agent's until a person enters it anew", async () => {
  await open();
  await BRING.people(prices());
  const edit = (amount: string) => ({
    sku: "LAMP",
    title: "Lamp",
    cost: { amount, currency: "EUR" as const },
  });
  await byAgent("catalog_upsert", { items: [edit("49.00")] });
  expect(await written(await ownersRun())).toEqual([]);
  await lane.owner.catalog.upsert({ items: [edit("50.00")] });
  expect(await written(await ownersRun())).toEqual(WRITTEN);

  await open();
  await BRING.people(prices("97.00"));
  await shops.service.make.observation(lane.shop.workspace.id, {
    item_id: item,
    seller: "f.example",
    price: 9_300,
    source: "check",
    observed_at: new Date(shops.service.clock.now()),
  });
  const [low] = await shops.service.sql<{ id: string }>(
    "SELECT id FROM observations WHERE workspace_id = $1 AND seller = 'f.example'",
    [lane.shop.workspace.id],
  );
  await byAgent("observations_report", { observation_id: low?.id, reason: "Another lamp." });
  expect(await written(await ownersRun())).toEqual([]);
});

it("the stock of a store's item, by which its rules are chosen, is an agent's where an agent entered it", async () => {
  await open();
  await BRING.people(prices());
  const linked = await shops.service.sql(
    `UPDATE catalog_items i SET integration_id = s.id, store_ref = sku
     FROM integrations s WHERE s.workspace_id = i.workspace_id AND i.id = $1 RETURNING i.id`,
    [item],
  );
  expect(linked).toEqual([{ id: item }]);
  await byAgent("catalog_upsert", { items: [{ sku: "LAMP", title: "Lamp", stock: 500 }] });
  expect(await written(await ownersRun())).toEqual([]);
  await lane.owner.catalog.upsert({ items: [{ sku: "LAMP", title: "Lamp", stock: 12 }] });
  expect(await written(await ownersRun())).toEqual(WRITTEN);
});

it("what an agent corrects is decided apart from what a person corrects at the same time", async () => {
  await open();
  const [id, other] = ["LAMP", "MUG"];
  await lane.owner.catalog.upsert({ items: [{ sku: other, title: "Mug" }] });
  await BRING.people(prices());
  await BRING.people({ observations: prices().observations.map((one) => ({ ...one, sku: other })) });
  const observed = async (sku: string) => {
    const [row] = await shops.service.sql<{ id: string }>(
      `SELECT o.id FROM observations o JOIN catalog_items i ON i.id = o.item_id AND i.workspace_id = o.workspace_id
       WHERE o.workspace_id = $1 AND i.sku = $2 LIMIT 1`,
      [lane.shop.workspace.id, sku],
    );
    return { observation_id: row?.id ?? "", reason: "Another one." };
  };
  await lane.owner.observations.report(await observed(id));
  await byAgent("observations_report", await observed(other));
  const queued = await shops.service.sql<{ trigger: string; items: number }>(
    "SELECT trigger, cardinality(item_ids) AS items FROM runs WHERE workspace_id = $1 ORDER BY id",
    [lane.shop.workspace.id],
  );
  expect(queued).toEqual([
    { trigger: "manual", items: 1 },
    { trigger: "mcp", items: 1 },
  ]);
});

it("the price of a page that an agent chose is an agent's", async () => {
  await open();
  await byAgent("offers_put", { offers: [{ sku: "LAMP", url: "https://a.example/lamp" }] });
  const [offer] = await shops.service.sql("SELECT origin FROM offers WHERE item_id = $1", [item]);
  expect(offer).toEqual({ origin: "agents" });
});

it("a page that an agent stopped is missing by an agent's hand, until a person adds it again or stops it", async () => {
  for (const tool of ["offers_pause", "offers_remove"]) {
    await open();
    const page = { sku: "LAMP", url: "https://a.example/lamp", seller: "a.example" };
    await lane.owner.offers.put({
      offers: [page, { ...page, url: "https://z.example/lamp", seller: "z.example" }],
    });
    const pageOf = async (seller: string): Promise<string> => {
      const [row] = await shops.service.sql<{ id: string }>(
        "SELECT id FROM offers WHERE item_id = $1 AND seller = $2",
        [item, seller],
      );
      return row?.id ?? "";
    };
    await BRING.people(prices());
    // The page of a seller without a price took nothing away.
    await byAgent(tool, { offer_id: await pageOf("z.example") });
    await byAgent(tool, { offer_id: await pageOf("a.example") });
    expect(await written(await ownersRun()), tool).toEqual([]);
    await lane.owner.offers.put({ offers: [page] });
    await lane.owner.offers.remove({ offer_id: await pageOf("a.example") });
    expect(await written(await ownersRun()), tool).toEqual(WRITTEN);
  }
});
