import { expect, it } from "vitest";
import { inTenant } from "@/server/db/database/transaction";
import { browserCaller } from "@/server/testing/browser-caller";
import { eachWithLampMarket, type LampMarket, openLampMarket } from "@/server/testing/lamp-market";
import type { TestService } from "@/server/testing/service";

let service: TestService;
let lamp: LampMarket;

eachWithLampMarket((opened) => {
  ({ service, lamp } = opened);
});

it("a position is unknown without an offer, and what the item itself says as soon as it is settled", async () => {
  expect(await lamp.listed()).toEqual(["unknown"]);
  await lamp.see("a", "25.00");
  expect(await lamp.listed()).toEqual(["unknown"]);
  expect(await lamp.isDue()).toBe(true);
  await lamp.settle();
  expect(await lamp.isDue()).toBe(false);
  expect(await lamp.listed()).toEqual(["below"]);
  expect(await lamp.shop.item("LAMP")).toMatchObject({
    market: { position: "below", price_index: "0.8000" },
  });
});

it.each([
  ["25.00", "below"],
  ["20.00", "at"],
  ["19.99", "above"],
])("20.00 beside a market of %s is %s it", async (amount, position) => {
  await lamp.see("a", amount);
  await lamp.settle();
  expect(await lamp.listed()).toEqual([position]);
  expect(await lamp.shop.item("LAMP")).toMatchObject({ market: { position } });
});

it("the counts beside the filters know a position as soon as it is settled", async () => {
  const { userId, id: workspaceId } = lamp.shop.workspace;
  const owner = await browserCaller(service, { userId, workspaceId });
  const counted = async () => (await owner.catalog.counts({})).facets.position;
  await lamp.see("a", "25.00");
  expect(await counted()).toEqual([{ value: "unknown", count: 1 }]);
  await lamp.settle();
  expect(await counted()).toEqual([{ value: "below", count: 1 }]);
});

it("an item that somebody else has locked keeps its mark, and is taken up the next time", async () => {
  await lamp.see("a", "15.00");
  await inTenant(service.db, lamp.shop.workspace.tenant, async (tx) => {
    await tx.run("SELECT FROM catalog_items WHERE workspace_id = $1 FOR UPDATE", [lamp.shop.workspace.id]);
    await lamp.settle();
  });
  expect(await lamp.isDue()).toBe(true);
  await lamp.becomes("above");
});

it("the positions of another workspace are untouched", async () => {
  const other = await openLampMarket(service);
  await other.see("a", "25.00");
  await other.settle();
  await lamp.see("a", "15.00");
  await lamp.settle();
  expect(await lamp.listed()).toEqual(["above"]);
  expect(await other.listed()).toEqual(["below"]);
});

it("what was stored before there were positions is settled behind the service, a batch at a time", async () => {
  const { id } = lamp.shop.workspace;
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
  await lamp.settle();
  const [known] = await service.sql<{ n: number }>(
    "SELECT count(*)::int AS n FROM catalog_items WHERE workspace_id = $1 AND price_index > 1",
    [id],
  );
  expect(known?.n).toBe(1_200);
  expect(await lamp.isDue()).toBe(false);
});
