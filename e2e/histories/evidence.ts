import { inTenant } from "@/server/db/database/transaction";
import { insertLanePass } from "@/server/db/lanes/passes";
import { message } from "@/server/testing/agents";
import { processLanePass } from "@/server/usecases/lanes/process";
import { processRun } from "@/server/usecases/runs/process";
import { actsOfLeaving } from "./model";
import { type Bringer, type Model, type ModelRun, newRound, policyOf, roundOf } from "./state";
import { compare, fail, now, read, type Step, step, targetUnderway, type World } from "./world";

const SELLERS = ["a", "b", "c", "d", "e"];

/** Calls a tool as an agent with a token of the shop's. @returns the answer; null if it was refused */
async function byAgent({ agents, shop }: World, name: string, input: object): Promise<unknown> {
  const response = await agents.post(message("tools/call", { name, arguments: input }), {
    authorization: `Bearer ${shop.token}`,
  });
  const text = await response.text();
  const line = text.split("\n").find((each) => each.startsWith("data:"));
  const { result } = JSON.parse(line?.slice("data:".length) ?? text);
  return result?.isError === true ? null : result?.structuredContent;
}

/** Somebody brings five competitors' prices of an item. */
export const bring = (who: Bringer, index: number, amount: string): Step =>
  step(`${who} bring ${amount} of ${index}`, async (model, world) => {
    const item = model.items[index];
    if (!item) return;
    const observations = SELLERS.map((seller) => ({
      sku: item.ref,
      seller: `${who}-${seller}.example`,
      price: { amount, currency: "EUR" as const },
      in_stock: true,
      observed_at: new Date(now(world)).toISOString(),
    }));
    if (who === "people") return void (await world.owner.catalog.observe({ observations }));
    if (who === "tokens") {
      const { status } = await world.shop.post("/catalog/observations", { observations });
      fail(status === 200 ? null : `observations of a token are answered with ${status}`);
    } else if ((await byAgent(world, "catalog_observe", { observations })) === null)
      fail("observations of an agent are refused");
    model.acts.add(who === "agents" ? "an agent brought prices" : "a program with a token brought prices");
  });

async function startRun(world: World, who: Bringer): Promise<string | undefined> {
  if (who === "people") return (await world.owner.runs.trigger({})).run.id;
  const answer =
    who === "agents" ? await byAgent(world, "runs_trigger", {}) : (await world.shop.post("/runs", {})).json;
  return (answer as { run?: { id: string } } | null)?.run?.id;
}

/** Somebody starts a run; it is carried out, and the lanes look at what it has found. */
export const run = (who: Bringer): Step =>
  step(`${who} start a run`, async (model, world) => {
    const id = await startRun(world, who);
    if (id === undefined) return fail("a run is not started");
    await processRun(world.shops.service.services, world.shop.workspace.tenant, id);
    const started = { id, by: who };
    model.runs.push(started);
    if (who === "agents") model.acts.add("an agent started a run");
    await takeRecommendations(model, world);
    await compare(model, world);
    await letLanesLook(model, world, started);
  });

/** Takes over the recommendations that a run has made. */
async function takeRecommendations(model: Model, { shops }: World): Promise<void> {
  for (const { item, rounds } of model.items) {
    const [newest] = await shops.service.sql<{ id: string }>(
      `SELECT id FROM recommendations WHERE item_id = $1 AND kind = 'price_change' ORDER BY id DESC LIMIT 1`,
      [item],
    );
    const isKnown = rounds.some(({ recommendation }) => recommendation === newest?.id);
    if (newest && !isKnown) rounds.push(newRound(newest.id));
  }
}

async function letLanesLook(model: Model, world: World, run: ModelRun): Promise<void> {
  const { services, sql } = world.shops.service;
  const { id: workspaceId, tenant } = world.shop.workspace;
  await sql("DELETE FROM lane_passes WHERE workspace_id = $1", [workspaceId]);
  await inTenant(services.db, tenant, (tx) => insertLanePass(tx, run.id, new Date(services.now())));
  model.passing = run;
  await processLanePass(services, tenant, run.id);
  await compare(model, world);
  for (const item of model.items) {
    const round = roundOf(item);
    const isOfRun = run === model.runs.at(-1);
    const acts = isOfRun ? actsOfLeaving(model, round, await read(world, round), now(world)) : [];
    for (const act of acts) model.acts.add(act);
  }
  model.passing = null;
}

/** The lanes look at what each run has found. */
export const pass: Step = step("the lanes look", async (model, world) => {
  for (const each of model.runs) await letLanesLook(model, world, each);
});

/** After a decision, a run of the shop's own recommends a price of an item anew, by so many percent. */
export const recommendAgain = (index: number, percent: number): Step =>
  step(`a run recommends ${percent} % for ${index}`, async (model, world) => {
    const item = model.items[index];
    if (!item || (await targetUnderway(world, item)) !== null) return;
    const { status } = await read(world, roundOf(item));
    if (!["applied", "failed", "rejected"].includes(status)) return;
    const { make } = world.shops.service;
    const id = await make.recommendation(world.shop.workspace.id, {
      item_id: item.item,
      run_id: world.runId,
      last_run_id: world.runId,
      status: "pending_approval",
      accepted: true,
      current_price: item.inStore,
      recommended_price: Math.round(item.inStore * (1 + percent / 100)),
      cost: item.cost,
      policy_version: policyOf(model).version,
    });
    item.rounds.push(newRound(id));
  });
