import { processDecisionBatch } from "@/server/usecases/decision-batches/process";
import { wrongRepeat } from "./model";
import { type Model, type ModelItem, type Round, roundOf } from "./state";
import { type Approver, call, fail, type Step, step, targetUnderway, type World } from "./world";

/** A revert names the write-back of the approval, or the newest revert of it. */
type Named = "write_back" | "revert";

/** A person takes one price back, or takes back that it was. */
export const revertOne = (person: number, index: number, named: Named): Step =>
  step(`person ${person} reverts the ${named} of ${index}`, async (model, world) => {
    const [who, item] = [world.people[person], model.items[index]];
    if (!who || !item) return;
    const round = roundOf(item);
    const { json } = await world.shop.get(`/recommendations/${round.recommendation}`);
    const write = json?.["write_back"] as { id: string; reverted_by: string | null } | null;
    const id = named === "revert" ? write?.reverted_by : write?.id;
    if (!id) return;
    const wrote = await targetOf(world, id);
    const { status, json: answer } = await call(world, who, `/write-backs/${id}/revert`);
    if (status !== 200) return;
    const made = answer?.["write_back"] as { id: string } | undefined;
    if (made) note(model, round, await targetOf(world, made.id));
    else await checkRepeat(world, { item, round }, wrote);
  });

/** A person cancels the write of a price, or of its revert, that was not sent. */
export const cancelWrite = (person: number, index: number): Step =>
  step(`person ${person} cancels the write of ${index}`, async (model, world) => {
    const [who, item] = [world.people[person], model.items[index]];
    if (!who || !item) return;
    const { asked, decided, recommendation } = roundOf(item);
    const { json } = await world.shop.get(`/recommendations/${recommendation}`);
    const id = (json?.["write_back"] as { queued_id: string | null } | null)?.queued_id;
    if (!id) return;
    const { status } = await call(world, who, `/write-backs/${id}/cancel`);
    fail(status === 200 ? null : `a queued write cannot be canceled: ${status}`);
    asked[(await targetOf(world, id)) === decided?.shown.current ? "earlier" : "approved"] -= 1;
    model.acts.add("a write was canceled");
  });

/** A person takes back what a batch wrote; `back` counts from the newest batch. */
export const revertBatch = (person: number, back: number): Step =>
  step(`person ${person} takes batch ${back} from the end back`, async (model, world) => {
    const [who, batch] = [world.people[person], model.batches.at(-1 - back)];
    if (who && batch) await carryOut(model, world, who, `/decision-batches/${batch.id}/revert`, batch.wrote);
  });

/** A person takes back what a run's recommendations wrote. */
export const revertRun = (person: number): Step =>
  step(`person ${person} takes the run back`, async (model, world) => {
    const who = world.people[person];
    if (who) await carryOut(model, world, who, `/runs/${world.runId}/revert`, null);
  });

interface Reverted {
  readonly id: string;
  readonly reason: string | null;
  readonly reverts: string | null;
  readonly write_back: { readonly id: string } | null;
}

/** @param wrote the only recommendations that the batch may name; null for any */
async function carryOut(
  model: Model,
  world: World,
  who: Approver,
  path: string,
  wrote: ReadonlySet<string> | null,
): Promise<void> {
  const { json } = await call(world, who, path);
  const made = json?.["batch"] as { id: string; hash: string } | undefined;
  if (made === undefined) return;
  for (const row of await itemsOf(world, made.id)) {
    const of = roundIn(model, row.id);
    if (wrote && !wrote.has(row.id)) fail("a batch takes back what it did not write");
    if (row.reason === "already_done" && row.reverts !== null)
      await checkRepeat(world, of, await targetOf(world, row.reverts));
  }
  await call(world, who, `/decision-batches/${made.id}/confirm`, { hash: made.hash });
  await processDecisionBatch(world.shops.service.services, world.shop.workspace.tenant, made.id);
  const queued = (await itemsOf(world, made.id)).filter(({ write_back: write }) => write !== null);
  for (const { id, write_back: write } of queued)
    if (write !== null) note(model, roundIn(model, id).round, await targetOf(world, write.id));
  if (queued.length > 0) model.acts.add(wrote === null ? "the run was taken back" : "a batch was taken back");
  model.batches.push({ id: made.id, wrote: new Set(queued.map(({ id }) => id)) });
}

/** Notes that a person asked for a write of this price. */
function note({ acts }: Model, { asked, decided }: Round, target: number): void {
  const isBack = target === decided?.shown.current;
  asked[isBack ? "earlier" : "approved"] += 1;
  if (!isBack) acts.add("a revert was taken back");
}

/**
 * Later recommendations may have led to the same price again, so that only the newest one is looked at.
 * @param wrote the price of the write-back whose revert was answered as done before
 */
async function checkRepeat(world: World, { item, round }: Found, wrote: number): Promise<void> {
  if (roundOf(item) !== round) return;
  fail(wrongRepeat((await targetUnderway(world, item)) ?? item.inStore, wrote));
}

async function targetOf({ shops }: World, writeBack: string): Promise<number> {
  const [row] = await shops.service.sql<{ price: bigint }>(
    "SELECT target_price AS price FROM write_backs WHERE id = $1",
    [writeBack],
  );
  if (!row) throw new Error(`there is no ${writeBack}`);
  return Number(row.price);
}

async function itemsOf({ shop }: World, batch: string): Promise<Reverted[]> {
  const { json } = await shop.get(`/decision-batches/${batch}/items?limit=100`);
  return json?.["data"] as Reverted[];
}

interface Found {
  readonly item: ModelItem;
  readonly round: Round;
}

function roundIn({ items }: Model, recommendation: string): Found {
  for (const item of items) {
    const round = item.rounds.find((each) => each.recommendation === recommendation);
    if (round) return { item, round };
  }
  throw new Error(`${recommendation} is not of this history`);
}
