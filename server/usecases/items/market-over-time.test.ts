import { expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
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

it("a position is unknown from the moment at which the last offer is too old, before and after it is settled", async () => {
  const { market } = (await lamp.shop.item("LAMP")) as { market: { max_age_days: number } };
  service.clock.advance(market.max_age_days * DAY_MS);
  expect(await lamp.listed()).toEqual(["below"]);
  service.clock.advance(1);
  expect(await lamp.listed()).toEqual(["unknown"]);
  expect(await lamp.shop.item("LAMP")).toMatchObject({ market: { position: "unknown", price_index: null } });
  expect(await lamp.isDue()).toBe(true);
  await lamp.settle();
  expect(await lamp.isDue()).toBe(false);
  expect(await lamp.listed()).toEqual(["unknown"]);
});

it("a position is that of the other offers when one of them is too old", async () => {
  await lamp.see("b", "12.00", 2 * HOUR_MS);
  await lamp.settle();
  expect(await lamp.listed()).toEqual(["above"]);
  const { market } = (await lamp.shop.item("LAMP")) as { market: { max_age_days: number } };
  service.clock.advance(market.max_age_days * DAY_MS - HOUR_MS);
  await lamp.becomes("below");
});

it("a position follows the beginning and the end of a sale", async () => {
  const now = service.clock.now();
  await service.sql(
    "UPDATE catalog_items SET price = 3000, sale_price = 1800, sale_from = $2, sale_until = $3 WHERE workspace_id = $1",
    [lamp.shop.workspace.id, new Date(now + HOUR_MS), new Date(now + 2 * HOUR_MS)],
  );
  const charges = (price: number) =>
    service.sql("UPDATE catalog_items SET shopper_price = $2, window_read_at = $3 WHERE workspace_id = $1", [
      lamp.shop.workspace.id,
      price,
      new Date(service.clock.now()),
    ]);
  await lamp.becomes("above");
  service.clock.advance(HOUR_MS);
  // Until the store is read, nobody knows whether it has noticed.
  await lamp.becomes("unknown");
  await charges(1800);
  await lamp.becomes("below");
  service.clock.advance(HOUR_MS);
  await lamp.becomes("unknown");
  await charges(3000);
  await lamp.becomes("above");
});
