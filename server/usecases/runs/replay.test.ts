import { beforeAll, expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { ENGINE_VERSION } from "@/server/domain/pricing/engine/engine-version";
import { duringTests } from "@/server/testing/during-tests";
import { seedCatalog } from "@/server/testing/seed-catalog";
import { startTestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";
import { replayRun } from "./replay";

const service = duringTests(startTestService);
let shop: Shop;
let runId: string;

beforeAll(async () => {
  shop = await openShop(service);
  await seedCatalog(service.sql, shop.workspace.id, 300, new Date(service.clock.now()));
  await shop.stock({
    sku: "odd",
    price: "20.00",
    cost: "10.00",
    map_price: "12.00",
    tags: ["ä", 'q"uote', "\\"],
  });
  await shop.observe("odd", ["21.40", "21.60", "99.00"]);
  runId = String((await shop.run())["id"]);
});

it("agrees byte for byte, whatever has become of items, offers and policy since", async () => {
  service.clock.advance(100 * DAY_MS);
  await shop.stock({ sku: "odd", price: "25.00", cost: "13.00" });
  await shop.policy({ defaults: { strategy: { type: "hold" } } });
  await service.sql("DELETE FROM current_offers WHERE workspace_id = $1", [shop.workspace.id]);
  expect(await replayRun(service.db, runId)).toMatchObject({ compared: 301, difference: null });
});

it("names the first item whose stored outcome or input was altered", async () => {
  const [{ item_id: itemId } = { item_id: "" }] = await service.sql<{ item_id: string }>(
    "SELECT item_id FROM run_results WHERE run_id = $1 AND kind = 'price_change' ORDER BY item_id OFFSET 5 LIMIT 1",
    [runId],
  );
  const alter = (from: string, to: string, column: string) =>
    service.sql(`UPDATE run_results SET ${column} = replace(${column}, $2, $3) WHERE item_id = $1`, [
      itemId,
      from,
      to,
    ]);
  await alter('"confidence":"high"', '"confidence":"low"', "outcome");
  expect(await replayRun(service.db, runId)).toMatchObject({ difference: { itemId, part: "outcome" } });
  await alter('"confidence":"low"', '"confidence":"high"', "outcome");
  expect(await replayRun(service.db, runId)).toMatchObject({ difference: null });
  await alter('"cost":"', '"cost":"9', "input");
  expect(await replayRun(service.db, runId)).toMatchObject({ difference: { itemId } });
});

it("says so when the run was decided by an engine it does not have", async () => {
  const decidedBy = (version: string) =>
    service.sql("UPDATE runs SET engine_version = $2 WHERE id = $1", [runId, version]);
  await decidedBy("77");
  await expect(replayRun(service.db, runId)).rejects.toThrow(
    /decided by engine 77.*computes those of 1, 2, 3, 4/,
  );
  await decidedBy(ENGINE_VERSION);
});

it("knows no run of that id", async () => {
  await expect(replayRun(service.db, "run_none")).rejects.toMatchObject({ code: "not_found" });
});
