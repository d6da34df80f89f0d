import { readFile } from "node:fs/promises";
import { beforeAll, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";

const MIGRATION = "prisma/migrations/20261125200000_classified_recommendations/migration.sql";

const service = duringTests(startTestService);
let shop: Shop;
let first: unknown[][];
beforeAll(async () => {
  shop = await openShop(service);
  await service.sql("UPDATE workspaces SET prices_include_vat = true, vat_rate = '0.19' WHERE id = $1", [
    shop.workspace.id,
  ]);
  await shop.policy({
    pricing: { includes_vat: true, vat_rate: "0.19", fee_rate: "0.07", fee_base: "gross" },
    defaults: { constraints: { margin_floor: "0.20", max_change: "0.50" } },
  });
  await shop.stock(
    { sku: "thin", price: "20.00", cost: "14.00" },
    { sku: "dear", price: "31.37", cost: "10.00" },
    { sku: "room", price: "20.01", cost: "8.01" },
    { sku: "costless", price: "20.00" },
  );
  await shop.observe("thin", ["27.40", "27.60"]);
  await shop.observe("dear", ["27.40", "27.60"]);
  await shop.observe("room", ["22.40", "22.60"]);
  await shop.run();
});

const classified = async () =>
  (
    await service.sql<Record<string, unknown>>(
      `SELECT i.sku, r.why, r.profit_change::text AS profit FROM recommendations r
       JOIN catalog_items i ON i.workspace_id = r.workspace_id AND i.id = r.item_id
       WHERE r.workspace_id = $1 AND r.status = 'new' ORDER BY i.sku`,
      [shop.workspace.id],
    )
  ).map(({ sku, why, profit }) => [sku, why, profit]);

const EXPECTED = [
  ["costless", "other", null],
  ["dear", "above_market", expect.stringMatching(/^-\d+$/)],
  ["room", "room", expect.stringMatching(/^\d+$/)],
  ["thin", "below_floor", expect.stringMatching(/^\d+$/)],
];

it("stores by what lists group and sort, with each recommendation of a run", async () => {
  first = await classified();
  expect(first).toEqual(EXPECTED);
});

it("renews it with the figures", async () => {
  await shop.stock({ sku: "dear", price: "31.40" });
  await shop.run();
  const [, dear] = await classified();
  expect(dear).toEqual(EXPECTED[1]);
  expect(dear).not.toEqual(first[1]);
});

it("was given alike to the recommendations from before there was a place for it", async () => {
  const stored = await classified();
  await service.sql("UPDATE recommendations SET why = NULL, profit_change = NULL WHERE workspace_id = $1", [
    shop.workspace.id,
  ]);
  const [, ...updates] = (await readFile(MIGRATION, "utf8")).split(/^(?=UPDATE )/m);
  for (const update of updates) await service.sql(update);
  expect(updates).toHaveLength(2);
  expect(await classified()).toEqual(stored);
});
