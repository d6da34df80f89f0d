import { beforeEach, describe, expect, it } from "vitest";
import { HOUR_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";
import { processRun } from "../runs/process";

const service = duringTests(startTestService);
let shop: Shop;

beforeEach(async () => {
  service.clock.advance(HOUR_MS);
  shop = await openShop(service);
  await shop.stock({ sku: "LAMP", price: "20.00", cost: "10.00" });
});

const at = (hoursAgo: number) => new Date(service.clock.now() - hoursAgo * HOUR_MS).toISOString();

/**
 * Records an observation of the lamp at a seller.
 * @returns the observation's id
 */
async function see(seller: string, amount: string, hoursAgo = 0): Promise<string> {
  await shop.call("POST", "/catalog/observations", {
    observations: [
      { sku: "LAMP", seller, price: { amount, currency: "EUR" }, in_stock: true, observed_at: at(hoursAgo) },
    ],
  });
  const [row] = await service.sql<{ id: string }>(
    "SELECT id FROM observations WHERE workspace_id = $1 AND seller = $2 AND observed_at = $3",
    [shop.workspace.id, seller, at(hoursAgo)],
  );
  return row?.id ?? "";
}

const report = (id: string) =>
  shop.call("POST", `/observations/${id}/report`, { reason: "This is the price of the shade." });
const restore = (id: string) => shop.call("POST", `/observations/${id}/restore`);

const current = async () =>
  Object.fromEntries(
    (
      await service.sql<{ seller: string; price: bigint }>(
        "SELECT seller, price FROM current_offers WHERE workspace_id = $1 ORDER BY seller",
        [shop.workspace.id],
      )
    ).map(({ seller, price }) => [seller, Number(price)]),
  );

const currentRecommendation = async () => (await shop.recommendations("LAMP")).at(-1) ?? {};

async function workOn(result: { json: Readonly<Record<string, unknown>> | null }): Promise<string> {
  const id = String(result.json?.["run_id"]);
  await processRun(service.services, shop.workspace.tenant, id);
  return id;
}

describe("an observation that a person reports as wrong", () => {
  it("counts no longer, and the seller's next best one takes its place; taken back, it counts again", async () => {
    await see("a", "22.00", 30);
    const newest = await see("a", "2.20", 1);
    const only = await see("b", "21.00", 2);
    expect(await current()).toEqual({ a: 220, b: 2100 });
    expect((await report(newest)).json).toMatchObject({
      idempotent: false,
      observation: { id: newest, wrong: { reason: "This is the price of the shade." } },
    });
    expect(await current()).toEqual({ a: 2200, b: 2100 });
    await report(only);
    expect(await current()).toEqual({ a: 2200 });
    expect((await report(only)).json).toEqual({ ok: true, idempotent: true });
    expect((await restore(newest)).json).toMatchObject({ observation: { wrong: null } });
    await restore(only);
    expect(await current()).toEqual({ a: 220, b: 2100 });
    expect((await restore(only)).json).toEqual({ ok: true, idempotent: true });
  });

  it("gives way to the seller's next best one in another spelling of its name, which is reported with it", async () => {
    await see("Bravo", "22.00", 30);
    const newest = await see("bravo", "2.20", 1);
    expect(await current()).toEqual({ bravo: 220 });
    await report(newest);
    expect(await current()).toEqual({ Bravo: 2200 });
    await restore(newest);
    expect(await current()).toEqual({ bravo: 220 });
  });

  it("stays as it was made, and nobody can change it in the database", async () => {
    const id = await see("a", "22.00");
    await report(id);
    const [row] = await service.sql("SELECT price, seller FROM observations WHERE id = $1", [id]);
    expect(row).toEqual({ price: 2200n, seller: "a" });
    await expect(service.sql("UPDATE observations SET price = 1 WHERE id = $1", [id])).rejects.toThrow(
      "append-only",
    );
  });

  it("has what it led to decided anew, by a run over that item alone which costs nothing", async () => {
    await shop.stock({ sku: "OTHER", price: "5.00", cost: "1.00" });
    await see("a", "24.00");
    const wrong = await see("b", "24.20");
    await shop.run();
    const before = await currentRecommendation();
    expect(before).toMatchObject({ kind: "price_change", status: "new", recommended_price: 2299n });
    const result = await report(wrong);
    const runId = await workOn(result);
    const after = await shop.recommendations("LAMP");
    expect(after.find(({ id }) => id === before["id"])).toMatchObject({ status: "superseded" });
    expect((await shop.call("GET", `/runs/${runId}`)).json).toMatchObject({
      status: "succeeded",
      item_ids: [await shop.itemId("LAMP")],
      counts: { items: 1 },
    });
    const { json } = await shop.call("GET", "/workspace/status");
    expect(json).toMatchObject({ usage: { runs: { used: 1 } } });
  });

  it("joins the run that waits already", async () => {
    const [a, b] = [await see("a", "24.00"), await see("b", "24.20")];
    const first = (await report(a)).json?.["run_id"];
    expect((await report(b)).json?.["run_id"]).toBe(first);
  });

  it("holds up the approval of what still shows it, which is decided anew at once", async () => {
    await see("a", "24.00");
    const wrong = await see("b", "24.20");
    await see("c", "21.00");
    await shop.run();
    const { id } = await currentRecommendation();
    await shop.call("POST", `/recommendations/${String(id)}/accept`);
    await report(wrong);
    const result = await shop.call("POST", `/recommendations/${String(id)}/approve`);
    expect(result).toMatchObject({ status: 409, json: { error: "conflict", changed: ["observations"] } });
    const writes = await service.sql("SELECT 1 FROM write_backs WHERE workspace_id = $1", [
      shop.workspace.id,
    ]);
    expect(writes).toEqual([]);
    const open = (await shop.recommendations("LAMP")).filter(({ status }) => status !== "superseded");
    for (const { evidence } of open) expect(String(evidence)).not.toContain(wrong);
    expect(open.some((row) => row["id"] === id && row["version"] === 1)).toBe(false);
  });

  it("is not brought back by an older one that is imported afterwards, nor does that replace a newer one", async () => {
    const newest = await see("a", "22.00", 1);
    await see("a", "30.00", 500);
    expect(await current()).toEqual({ a: 2200 });
    await report(newest);
    expect(await current()).toEqual({ a: 3000 });
    await see("a", "28.00", 100);
    expect(await current()).toEqual({ a: 2800 });
    await see("a", "31.00", 400);
    expect(await current()).toEqual({ a: 2800 });
  });

  it("is in the audit log, with who said so and why", async () => {
    const id = await see("a", "22.00");
    await report(id);
    await restore(id);
    const events = await service.sql<{ action: string; after: string }>(
      "SELECT action, after FROM audit_events WHERE workspace_id = $1 AND subject = $2 ORDER BY seq",
      [shop.workspace.id, id],
    );
    expect(events.map(({ action }) => action)).toEqual(["observation.report", "observation.restore"]);
    expect(events[0]?.after).toContain("the price of the shade");
  });
});
