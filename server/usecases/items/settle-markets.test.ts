import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inTenant } from "@/server/db/database/transaction";
import { setStorePrice } from "@/server/db/items/priced-items";
import { dueWork } from "@/server/db/queue/queue";
import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import { browserCaller } from "@/server/testing/browser-caller";
import { type Cataloguer, openCatalog } from "@/server/testing/cataloguer";
import { startTestService, type TestService } from "@/server/testing/service";
import { settleMarkets } from "./settle-markets";

const NOW = "2026-11-02T09:30:00Z";
let service: TestService;
let shop: Cataloguer;

beforeAll(async () => {
  service = await startTestService({ now: NOW });
});
afterAll(() => service.close());

beforeEach(async () => {
  shop = await openCatalog(service);
  await shop.upsert({ sku: "LAMP", title: "Lamp", price: { amount: "20.00", currency: "EUR" } });
});

const settle = (tenant = shop.workspace.tenant) => settleMarkets(service.services, tenant);
/** Records a price of a later moment than the last one. */
const see = (seller: string, amount: string, agoMs = 0) => {
  service.clock.advance(1_000);
  return shop.observe({
    sku: "LAMP",
    seller,
    price: { amount, currency: "EUR" },
    observed_at: new Date(service.clock.now() - agoMs).toISOString(),
  });
};

/** The positions whose filter returns the item. */
const listed = async (): Promise<string[]> => {
  const found: string[] = [];
  for (const position of ["below", "at", "above", "unknown"]) {
    const { json } = await shop.call("GET", `/catalog/items?market_position=${position}`);
    if ((json?.["data"] as unknown[]).length > 0) found.push(position);
  }
  return found;
};
const isDue = async () => {
  const page = { atMs: service.clock.now(), afterId: "", most: 1_000 };
  const due = await dueWork(service.db, "item_market", page);
  return due.some(({ id }) => id === shop.workspace.id);
};
const setPrice = (amount: string) =>
  shop.upsert({ sku: "LAMP", title: "Lamp", price: { amount, currency: "EUR" } });

it("is unknown without an offer, and what the item itself says as soon as it is settled", async () => {
  expect(await listed()).toEqual(["unknown"]);
  await see("a", "25.00");
  expect(await listed()).toEqual(["unknown"]);
  expect(await isDue()).toBe(true);
  await settle();
  expect(await isDue()).toBe(false);
  expect(await listed()).toEqual(["below"]);
  expect(await shop.item("LAMP")).toMatchObject({ market: { position: "below", price_index: "0.8000" } });
});

it.each([
  ["25.00", "below"],
  ["20.00", "at"],
  ["19.99", "above"],
])("compares 20.00 with a market of %s: %s", async (amount, position) => {
  await see("a", amount);
  await settle();
  expect(await listed()).toEqual([position]);
  expect(await shop.item("LAMP")).toMatchObject({ market: { position } });
});

describe("once it is known", () => {
  beforeEach(async () => {
    await see("a", "25.00");
    await settle();
    expect(await listed()).toEqual(["below"]);
    const owner = await browserCaller(service, {
      userId: shop.workspace.userId,
      workspaceId: shop.workspace.id,
    });
    expect((await owner.catalog.counts({})).facets.position).toEqual([{ value: "below", count: 1 }]);
  });

  /** It may be unknown until then, but never what it was. */
  const becomes = async (position: string) => {
    expect(await listed()).toEqual(["unknown"]);
    await settle();
    expect(await listed()).toEqual([position]);
  };

  it("follows an offer that arrives", async () => {
    await see("a", "15.00");
    await becomes("above");
  });

  it("follows an observation that is reported as wrong, and one that is restored", async () => {
    const [offer] = await service.sql<{ id: string }>(
      "SELECT id FROM current_offers WHERE workspace_id = $1",
      [shop.workspace.id],
    );
    await shop.call("POST", `/observations/${offer?.id}/report`, { reason: "another product" });
    await becomes("unknown");
    await shop.call("POST", `/observations/${offer?.id}/restore`);
    await becomes("below");
  });

  it("follows a price of an import, of an edit or of the store", async () => {
    await setPrice("25.00");
    await becomes("at");
    const itemId = await shop.itemId("LAMP");
    await inTenant(service.db, shop.workspace.tenant, (tx) =>
      setStorePrice(
        tx,
        { itemId, price: 3_000n, source: "write_back", changeId: service.services.newId("event") },
        new Date(service.clock.now()),
      ),
    );
    await becomes("above");
  });

  it("follows what decides which offers count: the pack, and the active policy", async () => {
    await service.sql("UPDATE catalog_items SET pack_size = '2 l' WHERE workspace_id = $1", [
      shop.workspace.id,
    ]);
    await service.sql("UPDATE current_offers SET pack_size = '1 l' WHERE workspace_id = $1", [
      shop.workspace.id,
    ]);
    await becomes("unknown");
    await service.sql("UPDATE current_offers SET pack_size = '2 l' WHERE workspace_id = $1", [
      shop.workspace.id,
    ]);
    await becomes("below");
    await service.sql(
      `INSERT INTO policy_versions (workspace_id, version, id, document, author, created_at)
       SELECT workspace_id, version + 1, 'pol_other', document, author, now() FROM policy_versions WHERE workspace_id = $1`,
      [shop.workspace.id],
    );
    await service.sql("UPDATE workspaces SET active_policy = active_policy + 1 WHERE id = $1", [
      shop.workspace.id,
    ]);
    await becomes("below");
  });

  it("does not become unsettled by what the market does not depend on", async () => {
    await shop.upsert({ sku: "LAMP", title: "Table lamp", stock: 7 });
    expect(await isDue()).toBe(false);
    expect(await listed()).toEqual(["below"]);
  });

  it("is unknown from the moment at which the last offer is too old, before and after it is settled", async () => {
    const { market } = (await shop.item("LAMP")) as { market: { max_age_days: number } };
    service.clock.advance(market.max_age_days * DAY_MS);
    expect(await listed()).toEqual(["below"]);
    service.clock.advance(1);
    expect(await listed()).toEqual(["unknown"]);
    expect(await shop.item("LAMP")).toMatchObject({ market: { position: "unknown", price_index: null } });
    expect(await isDue()).toBe(true);
    await settle();
    expect(await isDue()).toBe(false);
    expect(await listed()).toEqual(["unknown"]);
  });

  it("is that of the other offers when one of them is too old", async () => {
    await see("b", "12.00", 2 * HOUR_MS);
    await settle();
    expect(await listed()).toEqual(["above"]);
    const { market } = (await shop.item("LAMP")) as { market: { max_age_days: number } };
    service.clock.advance(market.max_age_days * DAY_MS - HOUR_MS);
    await becomes("below");
  });

  it("follows the beginning and the end of a sale", async () => {
    const now = service.clock.now();
    await service.sql(
      "UPDATE catalog_items SET price = 3000, sale_price = 1800, sale_from = $2, sale_until = $3 WHERE workspace_id = $1",
      [shop.workspace.id, new Date(now + HOUR_MS), new Date(now + 2 * HOUR_MS)],
    );
    await becomes("above");
    service.clock.advance(HOUR_MS);
    await becomes("below");
    service.clock.advance(HOUR_MS);
    await becomes("above");
  });

  it("leaves an item that somebody else has locked marked, and takes it up the next time", async () => {
    await see("a", "15.00");
    await inTenant(service.db, shop.workspace.tenant, async (tx) => {
      await tx.run("SELECT FROM catalog_items WHERE workspace_id = $1 FOR UPDATE", [shop.workspace.id]);
      await settle();
    });
    expect(await isDue()).toBe(true);
    await becomes("above");
  });
});

it("of another workspace is untouched", async () => {
  const other = await openCatalog(service);
  await other.upsert({ sku: "LAMP", title: "Lamp", price: { amount: "20.00", currency: "EUR" } });
  const observed_at = new Date(service.clock.now()).toISOString();
  await other.observe({ sku: "LAMP", seller: "a", price: { amount: "25.00", currency: "EUR" }, observed_at });
  await settle(other.workspace.tenant);
  await see("a", "15.00");
  await settle();
  expect(await listed()).toEqual(["above"]);
  const of = async (position: string) =>
    (await other.call("GET", `/catalog/items?market_position=${position}`)).json?.["data"];
  expect([await of("below"), await of("above")]).toMatchObject([[{ sku: "LAMP" }], []]);
});

it("of everything that was stored before is computed behind the service, a batch at a time", async () => {
  const { id } = shop.workspace;
  await service.sql(
    `INSERT INTO catalog_items (workspace_id, id, sku, title, tags, currency, price)
     SELECT $1, 'itm_' || lpad(i::text, 26, '0'), 'S' || i, 'Item', '{}', 'EUR', 1000 FROM generate_series(1, 1200) i`,
    [id],
  );
  await service.sql(
    `INSERT INTO current_offers (workspace_id, item_id, seller, id, price, currency, observed_at)
     SELECT $1, 'itm_' || lpad(i::text, 26, '0'), 'a', 'obs_' || i, 900, 'EUR', $2 FROM generate_series(1, 1200) i`,
    [id, new Date(service.clock.now())],
  );
  await service.sql("DELETE FROM market_marks WHERE workspace_id = $1", [id]);
  await service.sql("INSERT INTO market_marks (workspace_id, item_id) VALUES ($1, '')", [id]);
  await settle();
  const [known] = await service.sql<{ n: number }>(
    "SELECT count(*)::int AS n FROM catalog_items WHERE workspace_id = $1 AND price_index > 1",
    [id],
  );
  expect(known?.n).toBe(1_200);
  expect(await isDue()).toBe(false);
});
