import { afterAll, beforeAll, expect, it } from "vitest";
import { MINUTE_MS } from "@/server/domain/durations";
import { BULK_FROM } from "@/server/stores/shopify/bulk";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { addProduct } from "@/server/testing/shopify/seed";
import { ACCESS_TOKEN } from "@/server/testing/shopify/shop";
import { type ShopifyStandIn, startShopifyStandIn } from "@/server/testing/shopify/stand-in";
import { operatorContext } from "../operator-context";
import { connectStore } from "./connect";
import { listIntegrations } from "./list";
import { requestSync } from "./request-sync";
import { runSync } from "./sync";

const service = duringTests(() => startTestService({ now: new Date().toISOString() }));
let standIn: ShopifyStandIn;

beforeAll(async () => {
  standIn = await startShopifyStandIn({ taxesIncluded: false }, () => service.clock.now());
});
afterAll(() => standIn.stop());

it("a file that the store wrote before we wrote a price does not take that price back", async () => {
  for (let n = 0; n < BULK_FROM; n += 1) addProduct(standIn.shop, { variants: [{ sku: `SKU-${n}` }] });
  const by = await operatorContext(service.services, (await service.workspace({ plan: "max" })).id);
  const { workspaceId } = by.tenant;
  const request = { kind: "shopify", url: standIn.url, credentials: { accessToken: ACCESS_TOKEN } } as const;
  const { row } = await connectStore(by, request);
  const finishedSync = async () => {
    await runSync(service.services, by.tenant, row.id);
    for (const bulk of standIn.shop.bulks) bulk.status = "COMPLETED";
    service.clock.advance(MINUTE_MS);
    await runSync(service.services, by.tenant, row.id);
    const [found] = await listIntegrations(by);
    return found;
  };
  expect(await finishedSync()).toMatchObject({ syncStatus: "ok", sync: { seen: BULK_FROM } });

  await requestSync(by);
  const [item] = await service.sql<{ id: string; store_ref: string }>(
    "SELECT id, store_ref FROM catalog_items WHERE workspace_id = $1 AND sku = 'SKU-7'",
    [workspaceId],
  );
  // Our write, half a minute after the store began its file.
  const finished_at = new Date(service.clock.now() + MINUTE_MS / 2);
  await service.make.writeBack(workspaceId, {
    item_id: item?.id ?? "",
    integration_id: row.id,
    store_ref: item?.store_ref ?? "",
    status: "applied",
    finished_at,
  });
  await service.sql("UPDATE catalog_items SET price = 2345 WHERE workspace_id = $1 AND id = $2", [
    workspaceId,
    item?.id ?? "",
  ]);
  expect(await finishedSync()).toMatchObject({ syncStatus: "ok" });
  const prices = await service.sql(
    "SELECT price FROM catalog_items WHERE workspace_id = $1 AND sku IN ('SKU-7', 'SKU-8') ORDER BY sku",
    [workspaceId],
  );
  expect(prices).toEqual([{ price: 2345n }, { price: 2000n }]);
}, 120_000);

it("a file that turns out to be incomplete is replaced by pages, although they list what was read before", async () => {
  const { shop } = standIn;
  while (shop.variants.size < BULK_FROM + 600)
    addProduct(shop, { variants: [{ sku: `SKU-${shop.variants.size}` }] });
  shop.settings.maximumAvailable = 1_000_000;
  shop.bucket = { available: 1_000_000, atMs: service.clock.now() };
  const by = await operatorContext(service.services, (await service.workspace({ plan: "max" })).id);
  const request = { kind: "shopify", url: standIn.url, credentials: { accessToken: ACCESS_TOKEN } } as const;
  const { row } = await connectStore(by, request);
  await runSync(service.services, by.tenant, row.id);
  const bulk = shop.bulks.pop();
  if (!bulk) throw new Error("no operation was begun");
  shop.bulks.push({ ...bulk, status: "COMPLETED", rows: bulk.rows + 1 });
  service.clock.advance(MINUTE_MS);
  await runSync(service.services, by.tenant, row.id);
  const [found] = await listIntegrations(by);
  expect(found).toMatchObject({ syncStatus: "ok", sync: { seen: BULK_FROM + 600, error: null } });
}, 120_000);
