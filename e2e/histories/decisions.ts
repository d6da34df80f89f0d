import { processDecisionBatch } from "@/server/usecases/decision-batches/process";
import type { ModelItem } from "./model";
import { type Approver, call, read, type Step, step } from "./world";

export const approve = (person: number, index: number): Step =>
  step(`person ${person} approves ${index}`, async (model, world) => {
    const [who, item] = [world.people[person], model.items[index]];
    if (!who || !item) return;
    const { version } = await read(world, item);
    const { status } = await call(world, who, `/recommendations/${item.recommendation}/approve`);
    if (status !== 200) return;
    noteApproval(item, version, who);
    if ((await read(world, item)).status === "pending_approval") model.acts.add("one of two approved");
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
    if (row === undefined) return;
    item.setter = row.override === null ? null : who.userId;
    if (item.setter) model.acts.add("another price was set");
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
    if (wrote.size > 0) model.acts.add("a batch was carried out");
    model.batches.push({ id: made.id, wrote });
  });

export const reject = (person: number, index: number): Step =>
  step(`person ${person} rejects ${index}`, async (model, world) => {
    const [who, item] = [world.people[person], model.items[index]];
    if (!who || !item) return;
    const path = `/recommendations/${item.recommendation}/reject`;
    const { status } = await call(world, who, path, { reason: "No." });
    if (status === 200) model.acts.add("a price was rejected");
  });
