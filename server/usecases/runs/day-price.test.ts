import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { HOUR_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";

const StoredInput = z.object({
  item: z.object({ msrp: z.string().nullable(), pack_size: z.string().nullable(), day_price: z.string() }),
});

const service = duringTests(startTestService);
let shop: Shop;

beforeAll(async () => {
  shop = await openShop(service);
  await shop.policy({
    defaults: { constraints: { max_change: "0.15", max_change_per_day: "0.15" }, rounding: { endings: [] } },
  });
});

/** Returns the price recommended now and the base of the day's limit as the run stored it, both in cents. */
async function decide(sku: string): Promise<{ to: unknown; from: string }> {
  const run = await shop.run();
  const [row] = await service.sql<{ input: string }>(
    "SELECT input FROM run_results WHERE run_id = $1 AND item_id = $2",
    [run["id"], await shop.itemId(sku)],
  );
  const open = (await shop.recommendations(sku)).find(({ status }) => status === "new");
  return {
    to: open?.["recommended_price"],
    from: StoredInput.parse(JSON.parse(row?.input ?? "{}")).item.day_price,
  };
}

it("a price that moves several times moves no further in a day than the policy allows", async () => {
  await shop.stock({ sku: "MUG", price: "20.00", cost: "5.00" });
  await shop.observe("MUG", ["27.00", "28.00"]);
  expect(await decide("MUG")).toEqual({ to: 2300n, from: "2000" });
  service.clock.advance(2 * HOUR_MS);
  await shop.stock({ sku: "MUG", price: "22.00" });
  expect(await decide("MUG")).toEqual({ to: 2300n, from: "2000" });
  service.clock.advance(2 * HOUR_MS);
  await shop.stock({ sku: "MUG", price: "23.00" });
  expect(await decide("MUG")).toEqual({ to: undefined, from: "2000" });
  service.clock.advance(23 * HOUR_MS);
  expect(await decide("MUG")).toEqual({ to: 2530n, from: "2200" });
  service.clock.advance(2 * HOUR_MS);
  expect(await decide("MUG")).toEqual({ to: 2645n, from: "2300" });
});

it("a price that a store never charged is no base of the day's limit, whoever sent it", async () => {
  const { id } = shop.workspace;
  await shop.stock({ sku: "CUP", price: "20.00", cost: "5.00" });
  const item = await shop.itemId("CUP");
  const integration = await service.make.integration(id);
  await service.sql("UPDATE catalog_items SET integration_id = $2, store_ref = 'cup' WHERE id = $1", [
    item,
    integration,
  ]);
  const synced = async (price: number) => {
    await service.sql("UPDATE catalog_items SET price = $2 WHERE id = $1", [item, price]);
    await service.sql(
      `INSERT INTO item_changes (workspace_id, id, item_id, at, source, price, cost, currency)
       VALUES ($1, 'evt_' || gen_random_uuid(), $2, $3, 'sync', $4, 500, 'EUR')`,
      [id, item, new Date(service.clock.now()), price],
    );
  };
  await synced(2000);
  service.clock.advance(30 * HOUR_MS);
  await shop.stock({ sku: "CUP", price: "30.00" });
  service.clock.advance(HOUR_MS);
  await synced(2000);
  service.clock.advance(23.5 * HOUR_MS);
  expect(await decide("CUP")).toMatchObject({ from: "2000" });
});
