import { beforeEach, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { type Pending, type Shop, startShops } from "@/server/testing/shop";
import { processDecisionBatch } from "@/server/usecases/decision-batches/process";

const shops = duringTests(startShops);
let shop: Shop;
let run: string;

beforeEach(async () => {
  shop = await shops.shop();
  run = await shops.service.make.run(shop.workspace.id, { status: "succeeded" });
});

interface Batch {
  id: string;
  hash: string;
  status: string;
  selected: number;
  count: number;
}

const sql = (text: string, values: unknown[]) => shops.service.sql<{ sku: string }>(text, values);
const euros = (amount: string) => ({ price: { amount, currency: "EUR" } });

/** A price change of the run, or of another one, that waits for approval. */
const recommended = (of = run): Promise<Pending> =>
  shop.pending({ recommendation: { run_id: of, last_run_id: of } });
async function approve(id: string): Promise<void> {
  const answer = await shop.post(`/recommendations/${id}/approve`);
  expect(answer.status, answer.text).toBe(200);
  await shop.work();
}
/** Gives the item a price by hand, which waits for approval. @returns the recommendation */
async function priced(item: string, amount: string): Promise<string> {
  const answer = await shop.post(`/catalog/items/${item}/price`, euros(amount));
  expect(answer.status, answer.text).toBe(200);
  return (answer.json?.["recommendation"] as { id: string }).id;
}
/** An item at 19.99 that no run recommends a price for. */
async function unpriced(): Promise<{ readonly item: string; readonly ref: string }> {
  const item = await shops.service.make.item(shop.workspace.id);
  const [row] = await sql("SELECT sku FROM catalog_items WHERE id = $1", [item]);
  return { item, ref: row?.sku ?? "" };
}
/** Previews taking back the prices of a run, does so, and returns the preview. */
async function undo(of = run): Promise<Batch> {
  const made = await shop.post(`/runs/${of}/revert`);
  expect(made.status, made.text).toBe(201);
  const batch = made.json?.["batch"] as Batch;
  if (batch.count === 0) return batch;
  const confirmed = await shop.post(`/decision-batches/${batch.id}/confirm`, { hash: batch.hash });
  expect(confirmed.status, confirmed.text).toBe(202);
  const status = async () => (await shop.get(`/decision-batches/${batch.id}`)).json?.["status"];
  do await processDecisionBatch(shops.service.services, shop.workspace.tenant, batch.id);
  while ((await status()) === "running");
  await shop.work();
  return batch;
}
/** Adds two competitors' prices, so that the engine recommends that price. */
const market = (item: string, price: number) =>
  sql(
    `INSERT INTO current_offers (workspace_id, item_id, seller, id, price, currency, in_stock, observed_at)
     SELECT $1, $2, seller, seller || $2, $3, 'EUR', true, $4 FROM unnest(ARRAY['one.example', 'two.example']) seller`,
    [shop.workspace.id, item, price, new Date(shops.service.clock.now())],
  );
const given = async (ref: string) => (await shop.given(ref)).map(({ price }) => price);

describe("a revert of a run", () => {
  it("leaves a price by hand, which the run did not recommend", async () => {
    const own = await recommended();
    const other = await unpriced();
    await approve(own.recommendation);
    await approve(await priced(other.item, "21.00"));
    expect(await undo()).toMatchObject({ selected: 1, count: 1 });
    expect([await given(own.ref), await given(other.ref)]).toEqual([["2149", "1999"], ["2100"]]);
  });

  it("leaves a price by hand that was changed since, and what came of one whose inputs changed", async () => {
    const [again, renewed] = [await unpriced(), await unpriced()];
    const rec = await priced(again.item, "21.00");
    const other = await shop.post(`/recommendations/${rec}/override`, euros("20.50"));
    expect(other.status, other.text).toBe(200);
    await approve(rec);
    const stale = await priced(renewed.item, "21.00");
    await sql("UPDATE catalog_items SET cost = 1500 WHERE id = $1", [renewed.item]);
    await market(renewed.item, 2_199);
    expect((await shop.post(`/recommendations/${stale}/approve`)).status).toBe(409);
    const next = (await shop.get(`/recommendations/${stale}`)).json?.["superseded_by"];
    expect((await shop.post(`/recommendations/${next}/accept`)).status).toBe(200);
    await approve(String(next));
    expect(await undo()).toMatchObject({ selected: 0, count: 0 });
    expect(await given(again.ref)).toEqual(["2050"]);
    expect(await given(renewed.ref)).toHaveLength(1);
  });

  it("takes back another price that a person set on the run's recommendation", async () => {
    const own = await recommended();
    const other = await shop.post(`/recommendations/${own.recommendation}/override`, euros("20.99"));
    expect(other.status, other.text).toBe(200);
    await approve(own.recommendation);
    expect(await undo()).toMatchObject({ selected: 1, count: 1 });
    expect(await given(own.ref)).toEqual(["2099", "1999"]);
  });

  it("leaves a price that a later run or a person has written since", async () => {
    const [later, hand] = [await recommended(), await recommended()];
    await approve(later.recommendation);
    await approve(hand.recommendation);
    await approve(await priced(hand.item, "22.00"));
    const next = await shops.service.make.run(shop.workspace.id, { status: "succeeded" });
    const newer = await shops.service.make.recommendation(shop.workspace.id, {
      item_id: later.item,
      run_id: next,
      last_run_id: next,
      status: "pending_approval",
      accepted: true,
      current_price: 2_149,
      recommended_price: 2_199,
    });
    await approve(newer);
    expect(await undo()).toMatchObject({ selected: 2, count: 0 });
    expect([await given(later.ref), await given(hand.ref)]).toEqual([
      ["2149", "2199"],
      ["2149", "2200"],
    ]);
    expect(await undo(next)).toMatchObject({ selected: 1, count: 1 });
    expect(await given(later.ref)).toEqual(["2149", "2199", "2149"]);
    expect(await given(hand.ref)).toEqual(["2149", "2200"]);
  });
});
