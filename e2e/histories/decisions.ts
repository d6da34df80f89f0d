import { processDecisionBatch } from "@/server/usecases/decision-batches/process";
import { type Round, roundOf } from "./state";
import { type Approver, call, read, type Step, step } from "./world";

export const approve = (person: number, index: number): Step =>
  step(`person ${person} approves ${index}`, async (model, world) => {
    const [who, item] = [world.people[person], model.items[index]];
    if (!who || !item) return;
    const round = roundOf(item);
    const path = `/recommendations/${round.recommendation}`;
    // What a run has found is accepted before it is approved.
    if ((await read(world, round)).status === "new") await call(world, who, `${path}/accept`);
    const { version } = await read(world, round);
    const { status } = await call(world, who, `${path}/approve`);
    if (status !== 200) return;
    noteApproval(round, version, who);
    if ((await read(world, round)).status === "pending_approval") model.acts.add("one of two approved");
  });

function noteApproval({ approvals }: Round, version: number, { userId }: Approver): void {
  approvals.set(version, (approvals.get(version) ?? new Set()).add(userId));
}

export const override = (person: number, index: number, amount: string): Step =>
  step(`person ${person} sets ${index} to ${amount}`, async (model, world) => {
    const [who, item] = [world.people[person], model.items[index]];
    if (!who || !item) return;
    const round = roundOf(item);
    const price = { amount, currency: "EUR" };
    const path = `/recommendations/${round.recommendation}/override`;
    const { json } = await call(world, who, path, { price });
    const row = json?.["recommendation"] as { override: unknown } | undefined;
    if (row === undefined) return;
    if (round.setter !== null && row.override !== null)
      model.acts.add("a price was set in place of a person's");
    round.setter = row.override === null ? null : who.userId;
    if (round.setter) model.acts.add("another price was set");
  });

export const batch = (person: number, confirmed: boolean): Step =>
  step(`person ${person} ${confirmed ? "approves" : "previews"} all as a batch`, async (model, world) => {
    const who = world.people[person];
    if (!who) return;
    const rounds = model.items.map(roundOf);
    const ids = rounds.map(({ recommendation }) => recommendation);
    const { json } = await call(world, who, "/decision-batches", { action: "approve", ids });
    const made = json?.["batch"] as { id: string; hash: string } | undefined;
    if (made === undefined || !confirmed) return;
    const wrote = new Set<string>();
    const before = await Promise.all(rounds.map((round) => read(world, round)));
    await call(world, who, `/decision-batches/${made.id}/confirm`, { hash: made.hash });
    await processDecisionBatch(world.shops.service.services, world.shop.workspace.tenant, made.id);
    const { json: list } = await world.shop.get(`/decision-batches/${made.id}/items?limit=100`);
    type Decided = { id: string; outcome: string; write_back: object | null };
    for (const { id, outcome, write_back: write } of list?.["data"] as Decided[]) {
      const index = ids.indexOf(id);
      const [round, shown] = [rounds[index], before[index]];
      if (round && shown && outcome === "done") noteApproval(round, shown.version, who);
      if (write !== null) wrote.add(id);
    }
    if (wrote.size > 0) model.acts.add("a batch was carried out");
    model.batches.push({ id: made.id, wrote });
  });

export const reject = (person: number, index: number): Step =>
  step(`person ${person} rejects ${index}`, async (model, world) => {
    const [who, item] = [world.people[person], model.items[index]];
    if (!who || !item) return;
    const path = `/recommendations/${roundOf(item).recommendation}/reject`;
    const { status } = await call(world, who, path, { reason: "No." });
    if (status === 200) model.acts.add("a price was rejected");
  });
