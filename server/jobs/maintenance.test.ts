import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";
import { purgeOldResults } from "@/server/usecases/runs/purge-results";
import { replayRun } from "@/server/usecases/runs/replay";
import { runMaintenance } from "./maintenance";

const service = duringTests(startTestService);
let shop: Shop;

beforeEach(async () => {
  shop = await openShop(service);
});

const storedResults = async (): Promise<number> =>
  (await service.sql("SELECT 1 FROM run_results WHERE workspace_id = $1", [shop.workspace.id])).length;
const countIdempotencySlots = async (): Promise<number> =>
  (await service.sql("SELECT 1 FROM idempotency_keys")).length;

test("an answer kept for repeated requests is forgotten after a day, not before", async () => {
  const { token } = shop;
  await service.call("POST", "/runs", { token, headers: { "idempotency-key": "nightly" } });
  service.clock.advance(DAY_MS - 1_000);
  await runMaintenance(service.services);
  expect(await countIdempotencySlots()).toBe(1);
  service.clock.advance(2_000);
  await runMaintenance(service.services);
  expect(await countIdempotencySlots()).toBe(0);
});

test("what a run computed from is dropped after its time, but not under an open recommendation", async () => {
  await shop.stock({ sku: "mug", price: "20.00", cost: "10.00" });
  await shop.observe("mug", ["18.00", "18.20"]);
  const { id } = await shop.run();
  const [{ status } = { status: "none" }] = await shop.recommendations("mug");
  expect([status, await storedResults()]).toEqual(["new", 1]);
  service.clock.advance(91 * DAY_MS);
  await purgeOldResults(service.services);
  expect(await storedResults()).toBe(1);

  await service.sql("UPDATE recommendations SET status = 'dismissed' WHERE run_id = $1", [id]);
  await purgeOldResults(service.services);
  expect(await storedResults()).toBe(0);
  await expect(replayRun(service.db, String(id))).rejects.toThrow(/dropped for its age on 202/);
  expect((await shop.recommendations("mug"))[0]?.["evidence"]).toContain("18.00");
});

test("what a recent run computed from is kept", async () => {
  await shop.stock({ sku: "mug", price: "20.00", cost: "10.00" });
  await shop.run();
  service.clock.advance(89 * DAY_MS);
  await purgeOldResults(service.services);
  expect(await storedResults()).toBe(1);
});

test("a store that was connected before its kind sent hints is prepared to send them", async () => {
  const integration = await service.make.integration(shop.workspace.id, { kind: "woocommerce" });
  await runMaintenance(service.services);
  const rows = await service.sql("SELECT state FROM store_hints WHERE integration_id = $1", [integration]);
  expect(rows).toEqual([{ state: "new" }]);
});
