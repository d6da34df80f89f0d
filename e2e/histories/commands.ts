import { inTenant } from "@/server/db/database/transaction";
import { insertLanePass } from "@/server/db/lanes/passes";
import { HOUR_MS } from "@/server/domain/durations";
import { fc } from "@/server/testing/seed";
import { processLanePass } from "@/server/usecases/lanes/process";
import { approve, batch, override, reject } from "./decisions";
import { LANES, STRICT_LANES, setLanes } from "./lanes";
import { isFrozen } from "./model";
import { cancelWrite, revertBatch, revertOne, revertRun } from "./reverts";
import { fail, now, type Step, step, targetUnderway } from "./world";

const cost = (index: number, amount: number): Step =>
  step(`the cost of ${index} becomes ${amount}`, async (model, { shops }) => {
    const item = model.items[index];
    if (!item) return;
    item.cost = amount;
    await shops.service.sql("UPDATE catalog_items SET cost = $2 WHERE id = $1", [item.item, amount]);
  });

const freeze = (hours: number): Step =>
  step(`prices are frozen for ${hours} hours`, async (model, world) => {
    const minute = (ms: number) => new Date(ms).toISOString().slice(0, 16);
    const [from, until] = [minute(now(world) - HOUR_MS), minute(now(world) + hours * HOUR_MS)];
    const { json } = await world.shop.post("/freezes", { reason: "Sale", once: { from, until } });
    const made = json?.["freeze"] as { id: string } | undefined;
    if (made === undefined) return;
    model.freezes.set(made.id, Date.parse(`${until}:00Z`));
    model.acts.add("prices were frozen");
  });

const thaw: Step = step("all freezes are deleted", async (model, { shop }) => {
  for (const id of [...model.freezes.keys()]) {
    const { status } = await shop.post(`/freezes/${id}/delete`);
    fail(status === 200 ? null : `a freeze cannot be deleted: ${status}`);
    model.freezes.delete(id);
    model.acts.add("freezes were deleted");
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
      if (strict) model.acts.add("two people decided everything");
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
      fc.tuple(person, fc.constantFrom(0, 0, 1, 2)).map(([who, back]) => revertBatch(who, back)),
      person.map(revertRun),
      fc.tuple(person, index).map(([who, what]) => cancelWrite(who, what)),
      fc.tuple(index, fc.constantFrom(1440, 1650, 1900)).map(([what, to]) => cost(what, to)),
      fc.constantFrom(1, 30).map(freeze),
      fc.constant(thaw),
      fc.constant(pass),
      fc.boolean().map(changeLanes),
      fc.constant(work),
      fc.constant(work),
      fc.constant(work),
      fc.constantFrom(1, 13, 25).map(wait),
    ],
    { maxCommands, size: "max" },
  );
}
