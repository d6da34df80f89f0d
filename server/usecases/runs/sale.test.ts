import { beforeEach, describe, expect, it } from "vitest";
import { HOUR_MS } from "@/server/domain/durations";
import { ENGINE_VERSION } from "@/server/domain/pricing/engine/engine-version";
import { duringTests } from "@/server/testing/during-tests";
import { type Shop, type ShownSale, startShops } from "@/server/testing/shop";
import { requestSync } from "@/server/usecases/integrations/request-sync";
import { runSync } from "@/server/usecases/integrations/sync";
import { operatorContext } from "../operator-context";
import { processRun } from "./process";
import { replayRun } from "./replay";

type Json = Readonly<Record<string, unknown>>;

// The store starts and ends sales by the clock of the machine.
const shops = duringTests(() => startShops({ now: new Date().toISOString() }));
let shop: Shop;
let item: string;
let sku: string;

/** An item at 19.99 with a cost of 14.40, whose competitors ask for 21.45 and 21.55. */
beforeEach(async () => {
  shops.service.clock.set(new Date().toISOString());
  shop = await shops.shop();
  const { service } = shops;
  item = await service.make.item(shop.workspace.id, {});
  const [row] = await service.sql<{ sku: string }>("SELECT sku FROM catalog_items WHERE id = $1", [item]);
  sku = row?.sku ?? "";
  await shop.edit(sku, "1999");
  const observations = ["21.45", "21.55"].map((amount, index) => ({
    sku,
    seller: `seller ${index + 1}`,
    price: { amount, currency: "EUR" },
    in_stock: true,
    observed_at: new Date(service.clock.now()).toISOString(),
  }));
  expect((await shop.post("/catalog/observations", { observations })).status).toBeLessThan(300);
});

async function sync(): Promise<void> {
  const { services } = shops.service;
  const { row } = await requestSync(await operatorContext(services, shop.workspace.id));
  await runSync(services, shop.workspace.tenant, row.id);
}

async function show(shown: { readonly sale?: ShownSale; readonly compare_at?: string }): Promise<void> {
  await shop.show(sku, shown);
  await sync();
}

const inHours = (hours: number): string =>
  new Date(shops.service.clock.now() + hours * HOUR_MS).toISOString();

async function run(): Promise<{ readonly id: string; readonly skipped: Json }> {
  shops.service.clock.advance(1_000);
  const { run: triggered } = (await shop.post("/runs", {})).json as { run: { id: string } };
  await processRun(shops.service.services, shop.workspace.tenant, triggered.id);
  const { counts } = (await shop.get(`/runs/${triggered.id}`)).json as { counts: { skipped: Json } };
  return { id: triggered.id, skipped: counts.skipped };
}

async function recommendation(): Promise<Json | undefined> {
  const { data } = (await shop.get(`/recommendations?item_id=${item}`)).json as { data: Json[] };
  return data[0];
}

async function alert(kind: string): Promise<Json | undefined> {
  const { data } = (await shop.get("/alerts?limit=100")).json as { data: Json[] };
  return data.find((each) => each["kind"] === kind);
}

const eur = (amount: string) => ({ amount, currency: "EUR" });

describe("a run while a sale runs in the store", () => {
  it("recommends a regular price, with the margin of the sale, and lists the sale and where it was read", async () => {
    const [from, until] = [inHours(-1), inHours(5)];
    await show({ sale: { price: "1500", from, until } });
    const [store] = await shops.service.sql<{ synced_at: Date }>(
      "SELECT synced_at FROM integrations WHERE id = $1",
      [shop.integration],
    );
    await run();
    const found = await recommendation();
    expect(found).toMatchObject({
      current_price: eur("19.99"),
      recommended_price: eur("21.49"),
      margin_before: "0.0400",
      margin_after: "0.0400",
      shoppers_pay: { now: eur("15.00"), after: eur("15.00"), sale_until: until },
      evidence: {
        shop_window: {
          regular_price: eur("19.99"),
          shopper_price: eur("15.00"),
          sale: { price: eur("15.00"), from, until, running: true },
          read_from: {
            integration_id: shop.integration,
            kind: "sandbox",
            synced_at: store?.synced_at.toISOString(),
          },
        },
      },
    });
    expect(found?.["reason"]).toMatch(
      /^Raise the regular price from 19\.99 to 21\.49 EUR .*\. Shoppers pay the sale price of 15\.00 EUR until /,
    );
  });

  it("is computed again to the byte, though the sale is over and the store shows another price", async () => {
    await show({ sale: { price: "1500", until: inHours(1) } });
    const { id } = await run();
    shops.service.clock.advance(2 * HOUR_MS);
    await shop.edit(sku, "2500");
    await show({});
    expect(await replayRun(shops.service.db, id)).toMatchObject({
      engineVersion: ENGINE_VERSION,
      compared: 1,
      difference: null,
    });
  });

  it.each([
    ["sale_price", { sale: { price: "2149" } }],
    ["compare_at", { compare_at: "2149" }],
  ])("recommends nothing that the approval refuses for %s, and counts the reason", async (guard, shown) => {
    await show(shown);
    const { id, skipped } = await run();
    expect([await recommendation(), skipped[guard]]).toEqual([undefined, 1]);
    const [row] = await shops.service.sql<{ outcome: string }>(
      "SELECT outcome FROM run_results WHERE run_id = $1",
      [id],
    );
    const { evidence } = JSON.parse(row?.outcome ?? "{}") as { evidence: { trail: Json[] } };
    expect(evidence.trail).toContainEqual(expect.objectContaining({ rule: guard, bound: true }));
  });

  it("keeps what it recommended before, and says again which price changes", async () => {
    await show({});
    await run();
    expect((await recommendation())?.["margin_after"]).toBe("0.3299");
    await show({ sale: { price: "1500" } });
    await run();
    expect(await recommendation()).toMatchObject({
      recommended_price: eur("21.49"),
      margin_before: "0.0400",
      margin_after: "0.0400",
      reason: expect.stringMatching(/Shoppers pay the sale price of 15\.00 EUR\.$/) as unknown,
      version: 2,
    });
  });

  it("withdraws what the sale has forbidden since", async () => {
    await show({});
    await run();
    expect((await recommendation())?.["status"]).not.toBe("superseded");
    await show({ compare_at: "2149" });
    await run();
    expect((await recommendation())?.["status"]).toBe("superseded");
  });

  it("sets a person's price beside the margin of the sale", async () => {
    await show({ sale: { price: "1500" } });
    await run();
    const id = String((await recommendation())?.["id"]);
    const { json } = await shop.post(`/recommendations/${id}/override`, { price: eur("20.99") });
    expect(json?.["recommendation"]).toMatchObject({
      recommended_price: eur("20.99"),
      margin_before: "0.0400",
      margin_after: "0.0400",
    });
  });
});

describe("an alert about the price that shoppers pay", () => {
  it("begins with the sale, and ends once the store charges the regular price again", async () => {
    await show({});
    await run();
    expect(await alert("margin_below_floor")).toBeUndefined();
    await show({ sale: { price: "1500", from: inHours(-1), until: inHours(1) } });
    await run();
    expect(await alert("margin_below_floor")).toMatchObject({
      status: "open",
      message: "The margin of 4 % at the sale price of 15.00 EUR is below the 20 % floor.",
    });
    shops.service.clock.advance(2 * HOUR_MS);
    await run();
    expect(await alert("margin_below_floor")).toMatchObject({ status: "open" });
    // The store's clock is behind ours, so that the sale goes on there.
    await sync();
    await run();
    expect(await alert("margin_below_floor")).toMatchObject({
      status: "open",
      message:
        "The margin of 4 % at the sale price of 15.00 EUR that the shop still charges is below the 20 % floor.",
    });
    await show({});
    await run();
    expect(await alert("margin_below_floor")).toMatchObject({ status: "resolved" });
  });
});
