import { expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { startShops } from "@/server/testing/shop";
import { checkStore } from "@/server/usecases/integrations/check";
import { runSync } from "@/server/usecases/integrations/sync";
import { operatorContext } from "@/server/usecases/operator-context";

const shops = duringTests(startShops);

/** Returns the value of one sample; 0 when there is none. */
async function sample(name: string): Promise<number> {
  const text = await shops.service.services.meter.text();
  const line = text.split("\n").find((each) => each.startsWith(`${name} `));
  return line === undefined ? 0 : Number(line.slice(name.length + 1));
}
const calls = (operation: string, outcome: string) =>
  sample(`pricecheck_store_calls_total{store="sandbox",operation="${operation}",outcome="${outcome}"}`);

it("tell of calls of a store by operation and outcome, and of prices that wait for a worker", async () => {
  const shop = await shops.shop();
  const { recommendation } = await shop.pending();
  expect((await shop.post(`/recommendations/${recommendation}/approve`)).status).toBe(200);
  expect(await sample('pricecheck_waiting_write_backs{reason="worker"}')).toBe(1);
  await shop.work();
  expect(await sample('pricecheck_waiting_write_backs{reason="worker"}')).toBe(0);
  expect([await calls("readPrice", "ok"), await calls("writePrice", "ok")]).toEqual([2, 1]);
  expect(
    await sample('pricecheck_store_call_duration_seconds_count{store="sandbox",operation="readPrice"}'),
  ).toBe(2);
});

it("tell of syncs by outcome, and why a store gave no result", async () => {
  const shop = await shops.shop();
  const { service } = shops;
  await service.sql("UPDATE integrations SET sync_status = 'queued' WHERE id = $1", [shop.integration]);
  await runSync(service.services, shop.workspace.tenant, shop.integration);
  expect(await sample('pricecheck_syncs_total{outcome="ok"}')).toBe(1);
  expect(await calls("readPricing", "ok")).toBe(1);
  shops.proxy.fault({ mode: "429-before", times: 5 });
  await checkStore(await operatorContext(service.services, shop.workspace.id), shop.integration);
  expect(await calls("test", "throttled")).toBe(1);
});
