import { HOUR_MS } from "@/server/domain/durations";
import { fc } from "@/server/testing/seed";
import { approve, batch, override, reject } from "./decisions";
import { bring, pass, recommendAgain, run } from "./evidence";
import type { LaneKind } from "./lane-rules";
import { setLanes } from "./lanes";
import { cancelWrite, revertBatch, revertOne, revertRun } from "./reverts";
import { BRINGERS, isFrozen, policyOf, roundOf } from "./state";
import { fail, now, type Step, step, targetUnderway, together } from "./world";

const cost = (index: number, amount: number): Step =>
  step(`the cost of ${index} becomes ${amount}`, async (model, { shops }) => {
    const item = model.items[index];
    if (!item) return;
    item.cost = amount;
    await shops.service.sql("UPDATE catalog_items SET cost = $2 WHERE id = $1", [item.item, amount]);
  });

export const freeze = (hours: number): Step =>
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

export const work: Step = step("the worker writes", async (model, world) => {
  if (isFrozen(model, now(world)))
    for (const item of model.items) roundOf(item).waited ||= (await targetUnderway(world, item)) !== null;
  await world.shop.work();
});

export const changeLanes = (kind: LaneKind): Step =>
  step(`the lanes become ${kind}`, async (model, world) => {
    const version = await setLanes(world, kind);
    policyOf(model).untilMs = now(world);
    model.policies.push({ version, kind, untilMs: null });
    if (kind === "strict") model.acts.add("two people decided everything");
    if (kind === "none") model.acts.add("the lanes were taken away");
  });

export const wait = (hours: number): Step =>
  step(`${hours} hours pass`, (_, { shops }) => {
    shops.service.clock.advance(hours * HOUR_MS);
    return Promise.resolve();
  });

/** Histories of up to so many steps, of `people` persons and `items` prices. */
export function histories(people: number, items: number, maxCommands: number) {
  const person = fc.nat(people - 1);
  const index = fc.nat(items - 1);
  const prices = ["20.49", "20.99", "22.49", "15.00", "23.50", "19.49"];
  const market = ["19.60", "20.60", "21.20", "22.00"];
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
      fc.constantFrom<LaneKind>("usual", "fed", "strict", "none").map(changeLanes),
      fc
        .tuple(person, index, fc.constantFrom(4, -3, 4.9, 8))
        .map(([who, what, by]) => together(approve(who, what), work, recommendAgain(what, by))),
      fc
        .tuple(fc.constantFrom(...BRINGERS), index, fc.constantFrom(...market), fc.constantFrom(...BRINGERS))
        .map(([who, what, at, by]) => together(bring(who, what, at), run(by))),
      fc.constant(work),
      fc.constant(work),
      fc.constant(work),
      fc.constantFrom(1, 13, 25).map(wait),
    ],
    { maxCommands, size: "max" },
  );
}
