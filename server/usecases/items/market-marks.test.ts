import { expect, it } from "vitest";
import { inTenant } from "@/server/db/database/transaction";
import { setStorePrice } from "@/server/db/items/priced-items";
import { eachWithLampMarket, type LampMarket } from "@/server/testing/lamp-market";
import type { TestService } from "@/server/testing/service";

let service: TestService;
let lamp: LampMarket;

eachWithLampMarket(async (opened) => {
  ({ service, lamp } = opened);
  await lamp.see("a", "25.00");
  await lamp.settle();
  expect(await lamp.listed()).toEqual(["below"]);
});

/** Activates the lamp's policy with these gates beside its own, and these scopes. */
async function activate(gates: object, scopes: readonly object[] = []): Promise<void> {
  await service.sql(
    `INSERT INTO policy_versions (workspace_id, version, id, document, author, created_at)
     SELECT workspace_id, version + 1, 'pol_' || $2,
       jsonb_set(document::jsonb, '{defaults,gates}', document::jsonb #> '{defaults,gates}' || $3::jsonb)
         || jsonb_build_object('scopes', $4::jsonb), author, now()
     FROM policy_versions WHERE workspace_id = $1`,
    [lamp.shop.workspace.id, service.services.newId("event"), JSON.stringify(gates), JSON.stringify(scopes)],
  );
  await service.sql("UPDATE workspaces SET active_policy = active_policy + 1 WHERE id = $1", [
    lamp.shop.workspace.id,
  ]);
}

it("a position follows an offer that arrives", async () => {
  await lamp.see("a", "15.00");
  await lamp.becomes("above");
});

it("a position follows an observation that is reported as wrong, and one that is restored", async () => {
  const [offer] = await service.sql<{ id: string }>("SELECT id FROM current_offers WHERE workspace_id = $1", [
    lamp.shop.workspace.id,
  ]);
  await lamp.shop.call("POST", `/observations/${offer?.id}/report`, { reason: "another product" });
  await lamp.becomes("unknown");
  await lamp.shop.call("POST", `/observations/${offer?.id}/restore`);
  await lamp.becomes("below");
});

it("a position follows a price of an import or of the store", async () => {
  await lamp.setPrice("25.00");
  await lamp.becomes("at");
  const itemId = await lamp.shop.itemId("LAMP");
  await inTenant(service.db, lamp.shop.workspace.tenant, (tx) =>
    setStorePrice(
      tx,
      { itemId, price: 3_000n, source: "write_back", shown: null, changeId: service.services.newId("event") },
      new Date(service.clock.now()),
    ),
  );
  await lamp.becomes("above");
});

it("a position follows what decides which offers count: the pack, and the active policy", async () => {
  await service.sql("UPDATE catalog_items SET pack_size = '2 l' WHERE workspace_id = $1", [
    lamp.shop.workspace.id,
  ]);
  await service.sql("UPDATE current_offers SET pack_size = '1 l' WHERE workspace_id = $1", [
    lamp.shop.workspace.id,
  ]);
  await lamp.becomes("unknown");
  await service.sql("UPDATE current_offers SET pack_size = '2 l' WHERE workspace_id = $1", [
    lamp.shop.workspace.id,
  ]);
  await lamp.becomes("below");
  await activate({});
  await lamp.becomes("below");
});

it("a position follows the cost where the policy counts no price below it", async () => {
  await activate({ ignore_below: "cost" });
  const cost = async (minor: number, becomes: string) => {
    await service.sql("UPDATE catalog_items SET cost = $2 WHERE workspace_id = $1", [
      lamp.shop.workspace.id,
      minor,
    ]);
    await lamp.becomes(becomes);
  };
  await cost(2_600, "unknown");
  await cost(2_500, "below");
});

it("a position follows the stock and the sku where the policy tells its scopes apart by them", async () => {
  const scopes = [
    { name: "Few", match: { stock_to: 5 }, gates: { sellers: { except: ["a"] } } },
    { name: "One", match: { skus: ["LAMP-2"] }, gates: { sellers: { only: ["b"] } } },
  ];
  await activate({}, scopes);
  await lamp.becomes("below");
  const change = async (set: string, becomes: string) => {
    await service.sql(`UPDATE catalog_items SET ${set} WHERE workspace_id = $1`, [lamp.shop.workspace.id]);
    await lamp.becomes(becomes);
  };
  await change("stock = 4", "unknown");
  await change("stock = 5", "below");
  await change("sku = 'LAMP-2'", "unknown");
});

it.each([
  ["price", "2500"],
  ["cost", "900"],
  ["shopper_price", "1500"],
  ["sale_price", "1500"],
  ["sale_from", "now()"],
  ["sale_until", "now()"],
  ["currency", "'USD'"],
  ["pack_size", "'2 l'"],
  ["tags", "'{sale}'"],
  ["category", "'Lamps'"],
  ["brand", "'Lumen'"],
])("a position is in doubt from the moment at which the item's %s is another", async (column, value) => {
  const { id } = lamp.shop.workspace;
  await service.sql("UPDATE catalog_items SET sale_price = 1900 WHERE workspace_id = $1", [id]);
  await lamp.becomes("below");
  await service.sql(`UPDATE catalog_items SET ${column} = ${value} WHERE workspace_id = $1`, [id]);
  expect(await lamp.listed()).toEqual(["unknown"]);
  expect(await lamp.isDue()).toBe(true);
});

it("a position stays known where the market does not depend on what changes", async () => {
  await lamp.shop.upsert({ sku: "LAMP", title: "Table lamp", stock: 7 });
  expect(await lamp.isDue()).toBe(false);
  expect(await lamp.listed()).toEqual(["below"]);
});
