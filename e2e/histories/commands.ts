import fc from "fast-check";
import { inTenant } from "@/server/db/database/transaction";
import { insertLanePass } from "@/server/db/lanes/passes";
import { HOUR_MS } from "@/server/domain/durations";
import { processDecisionBatch } from "@/server/usecases/decision-batches/process";
import { processLanePass } from "@/server/usecases/lanes/process";
import { LANES, STRICT_LANES, setLanes } from "./lanes";
import { isFrozen, type ModelItem } from "./model";
import { cancelWrite, revertBatch, revertOne, revertRun } from "./reverts";
import { type Approver, call, fail, now, read, type Step, step, targetUnderway } from "./world";

export const approve = (person: number, index: number): Step =>
  step(`person ${person} approves ${index}`, async (model, world) => {
    const [who, item] = [world.people[person], model.items[index]];
    if (!who || !item) return;
    const { version } = await read(world, item);
    const { status } = await call(world, who, `/recommendations/${item.recommendation}/approve`);
    if (status === 200) noteApproval(item, version, who);
  });

function noteApproval(item: ModelItem, version: number, { userId }: Approver): void {
  item.approvals.set(version, (item.approvals.get(version) ?? new Set()).add(userId));
}

export const override = (person: number, index: number, amount: string): Step =>
  step(`person ${person} sets ${index} to ${amount}`, async (model, world) => {
    const [who, item] = [world.people[person], model.items[index]];
    if (!who || !item) return;
    const price = { amount, currency: "EUR" };
    const { json } = await call(world, who, `/recommendations/${item.recommendation}/override`, { price });
    const row = json?.["recommendation"] as { override: unknown } | undefined;
    if (row !== undefined) item.setter = row.override === null ? null : who.userId;
  });

export const batch = (person: number, confirmed: boolean): Step =>
  step(`person ${person} ${confirmed ? "approves" : "previews"} all as a batch`, async (model, world) => {
    const who = world.people[person];
    if (!who) return;
    const ids = model.items.map(({ recommendation }) => recommendation);
    const { json } = await call(world, who, "/decision-batches", { action: "approve", ids });
    const made = json?.["batch"] as { id: string; hash: string } | undefined;
    if (made === undefined || !confirmed) return;
    const wrote = new Set<string>();
    const before = await Promise.all(model.items.map((item) => read(world, item)));
    await call(world, who, `/decision-batches/${made.id}/confirm`, { hash: made.hash });
    await processDecisionBatch(world.shops.service.services, world.shop.workspace.tenant, made.id);
    const { json: list } = await world.shop.get(`/decision-batches/${made.id}/items?limit=100`);
    type Decided = { id: string; outcome: string; write_back: object | null };
    for (const { id, outcome, write_back: write } of list?.["data"] as Decided[]) {
      const index = model.items.findIndex(({ recommendation }) => recommendation === id);
      const [item, shown] = [model.items[index], before[index]];
      if (item && shown && outcome === "done") noteApproval(item, shown.version, who);
      if (write !== null) wrote.add(id);
    }
    model.batches.push({ id: made.id, wrote });
  });

const reject = (person: number, index: number): Step =>
  step(`person ${person} rejects ${index}`, async (model, world) => {
    const [who, item] = [world.people[person], model.items[index]];
    if (who && item)
      await call(world, who, `/recommendations/${item.recommendation}/reject`, { reason: "No." });
  });

const cost = (index: number, amount: number): Step =>
  step(`the cost of ${index} becomes ${amount}`, async (model, { shops }) => {
    const item = model.items[index];
    if (!item) return;
    item.cost = amount;
    await shops.service.sql("UPDATE catalog_items SET cost = $2 WHERE id = $1", [item.item, amount]);
  });

const freeze = (hours: number): Step =>
  step(`prices are frozen for ${hours} hours`, async (model, world) => {
    const [owner] = world.people;
    if (!owner) return;
    const minute = (ms: number) => new Date(ms).toISOString().slice(0, 16);
    const [from, until] = [minute(now(world) - HOUR_MS), minute(now(world) + hours * HOUR_MS)];
    const { json } = await world.shop.post("/freezes", { reason: "Sale", once: { from, until } });
    const made = json?.["freeze"] as { id: string } | undefined;
    if (made !== undefined) model.freezes.set(made.id, Date.parse(`${until}:00Z`));
  });

const thaw: Step = step("all freezes are deleted", async (model, { shop }) => {
  for (const id of [...model.freezes.keys()]) {
    const { status } = await shop.post(`/freezes/${id}/delete`);
    fail(status === 200 ? null : `a freeze cannot be deleted: ${status}`);
    model.freezes.delete(id);
  }
});

const pass: Step = step("the lanes look", async (_, { shops, shop, runId }) => {
  const { services } = shops.service;
  const { tenant } = shop.workspace;
  await shops.service.sql("DELETE FROM lane_passes WHERE workspace_id = $1", [shop.workspace.id]);
  await inTenant(services.db, tenant, (tx) => insertLanePass(tx, runId, new Date(services.now())));
  await processLanePass(services, tenant, runId);
});

export const work: Step = step("the worker writes", async (model, world) => {
  if (isFrozen(model, now(world)))
    for (const item of model.items) item.waited ||= (await targetUnderway(world, item)) !== null;
  await world.shop.work();
});

const changeLanes = (strict: boolean): Step =>
  step(
    strict ? "two people decide everything" : "the lanes are as at first",
    async (model, { shops, shop }) => {
      await setLanes(shops, shop, strict ? STRICT_LANES : LANES);
      model.strict = strict;
    },
  );

const wait = (hours: number): Step =>
  step(`${hours} hours pass`, (_, { shops }) => {
    shops.service.clock.advance(hours * HOUR_MS);
    return Promise.resolve();
  });

/** Histories of up to so many steps, of `people` persons and `items` prices. */
export function histories(people: number, items: number, maxCommands: number) {
  const person = fc.nat(people - 1);
  const index = fc.nat(items - 1);
  const prices = ["20.49", "20.99", "22.49", "15.00", "23.50", "19.49"];
  return fc.commands(
    [
      fc.tuple(person, index).map(([who, what]) => approve(who, what)),
      fc.tuple(person, index).map(([who, what]) => approve(who, what)),
      fc.tuple(person, index, fc.constantFrom(...prices)).map(([who, what, to]) => override(who, what, to)),
      fc.tuple(person, fc.boolean()).map(([who, confirmed]) => batch(who, confirmed)),
      fc.tuple(person, index).map(([who, what]) => reject(who, what)),
      fc.tuple(person, index).map(([who, what]) => revertOne(who, what, "write_back")),
      fc.tuple(person, index).map(([who, what]) => revertOne(who, what, "revert")),
      fc.tuple(person, fc.nat(3)).map(([who, back]) => revertBatch(who, back)),
      person.map(revertRun),
      fc.tuple(person, index).map(([who, what]) => cancelWrite(who, what)),
      fc.tuple(index, fc.constantFrom(1440, 1650, 1900)).map(([what, to]) => cost(what, to)),
      fc.constantFrom(1, 30).map(freeze),
      fc.constant(thaw),
      fc.constant(pass),
      fc.boolean().map(changeLanes),
      fc.constant(work),
      fc.constant(work),
      fc.constantFrom(1, 13, 25).map(wait),
    ],
    { maxCommands, size: "+1" },
  );
}
