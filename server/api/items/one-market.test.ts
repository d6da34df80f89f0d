import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { fc } from "@/server/testing/seed";
import { startTestService, type TestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";

type Json = Readonly<Record<string, unknown>>;

let service: TestService;
let shop: Shop;

const ITEMS = 40;
const SKUS = Array.from({ length: ITEMS }, (_, index) => `item-${index}`);
const MARKETS = fc.array(
  fc.record({
    seller: fc.constantFrom("a", "b", "c", "d", "e", "f"),
    cents: fc.oneof(fc.integer({ min: 1_700, max: 2_400 }), fc.integer({ min: 300, max: 9_000 })),
    currency: fc.constantFrom("EUR", "EUR", "EUR", "USD"),
    in_stock: fc.constantFrom(true, true, null, false),
    pack_size: fc.constantFrom(null, null, "1", "2"),
    delivery: fc.constantFrom(null, "0", "4.90"),
    days: fc.constantFrom(0, 1, 2, 4, 9, 13, 15, 40),
  }),
  { maxLength: 9 },
);

beforeAll(async () => {
  service = await startTestService();
  shop = await openShop(service);
  const quick = { max_observation_age_days: 3, sellers: { except: ["F"] }, ignore_below: "18" };
  const delivered = { own_shipping: "1.50" };
  await shop.policy({
    scopes: [
      { name: "Quick", match: { tags: ["quick"] }, gates: quick },
      { name: "Delivered", match: { tags: ["delivered"] }, gates: { delivered } },
    ],
    defaults: { gates: { ignore_below: "cost" } },
  });
  await shop.stock(
    ...SKUS.map((sku, index) => ({
      sku,
      price: "20.00",
      cost: "10.00",
      pack_size: "1",
      tags: [[], ["quick"], ["delivered"]][index % 3] ?? [],
    })),
  );
  const markets = fc.sample(MARKETS, { numRuns: ITEMS, seed: 4 });
  const observations = markets.flatMap((market, index) =>
    market.map(({ cents, currency, days, delivery, ...seen }, at) => ({
      ...seen,
      shipping: delivery === null ? null : { amount: delivery, currency },
      sku: SKUS[index],
      price: { amount: (cents / 100).toFixed(2), currency },
      observed_at: new Date(service.clock.now() - days * DAY_MS - at * 1_000).toISOString(),
    })),
  );
  const { json } = await shop.call("POST", "/catalog/observations", { observations });
  expect(json).toMatchObject({ refused: 0 });
}, 120_000);
afterAll(() => service.close());

/** Returns the market that the run used, by sku: lowest price, median and number of observations. */
async function ofRun(): Promise<Map<string, Json>> {
  const { id } = await shop.run();
  const rows = await service.sql<{ sku: string; market: Json }>(
    `SELECT i.sku, x.outcome::json -> 'evidence' -> 'market' AS market FROM run_results x
     JOIN catalog_items i ON i.workspace_id = x.workspace_id AND i.id = x.item_id WHERE x.run_id = $1`,
    [id],
  );
  return new Map(rows.map(({ sku, market }) => [sku, market]));
}

const amountOf = (money: unknown) => (money as { amount: string } | null)?.amount ?? null;
const figures = ({ lowest, median, count }: Json) => [amountOf(lowest), amountOf(median), count];

it("a run, the list, the item, its chart and the report tell one market", async () => {
  const seen = await ofRun();
  const { json } = await shop.call("GET", `/catalog/items?limit=${ITEMS}`);
  const listed = json?.["data"] as { id: string; sku: string; market: Json }[];
  const report = await shop.call("GET", "/reports/export?report=margins&format=json");
  const reported = new Map(
    (report.json?.["data"] as Json[]).map((row) => [
      row["sku"],
      [row["market_lowest"], row["market_median"], Number(row["market_offers"])],
    ]),
  );
  expect(listed).toHaveLength(ITEMS);
  for (const { id, sku, market } of listed) {
    const { lowest, median, used } = seen.get(sku) ?? {};
    const expected = [lowest, median, used];
    expect(figures(market), sku).toEqual(expected);
    const one = await shop.call("GET", `/catalog/items/${id}`);
    expect(figures(one.json?.["market"] as Json), sku).toEqual(expected);
    const history = await shop.call("GET", `/catalog/items/${id}/history?days=60`);
    const last = (history.json?.["market"] as Json[]).at(-1);
    const today = new Date(service.clock.now()).toISOString().slice(0, 10);
    if (Number(used) === 0) expect(String(last?.["day"] ?? "").startsWith(today)).toBe(false);
    else {
      expect(last).toMatchObject({ day: `${today}T00:00:00.000Z`, sellers: used });
      expect([amountOf(last?.["lowest"]), amountOf(last?.["median"])]).toEqual([lowest, median]);
    }
    expect(reported.get(sku), sku).toEqual(expected);
  }
  // The cases include even and odd counts, refused offers and empty markets.
  const counts = new Set([...seen.values()].map(({ used }) => Number(used)));
  for (const count of [0, 1, 2, 3]) expect(counts).toContain(count);
});

it("the chart shows of each day what counted on it, however long it was not seen again", async () => {
  const [sku, start] = ["charted", service.clock.now()];
  await shop.stock({ sku, price: "20.00", cost: "10.00" });
  const at = (days: number) => new Date(start - days * DAY_MS).toISOString();
  await shop.observe(sku, ["21.00", "21.99"], { at: at(20) });
  await shop.observe(sku, ["23.00"], { at: at(10) });
  const { json } = await shop.call("GET", `/catalog/items/${await shop.itemId(sku)}/history?days=30`);
  const days = new Map(
    (json?.["market"] as Json[]).map((day) => [
      String(day["day"]).slice(0, 10),
      [amountOf(day["median"]), day["sellers"]],
    ]),
  );
  const marketOf = (ago: number) => days.get(at(ago).slice(0, 10));
  // 21.495 lies between two cents and rounds to the even one.
  expect([marketOf(21), marketOf(20), marketOf(15), marketOf(11)]).toEqual([
    ...[undefined, ["21.50", 2]],
    ...[
      ["21.50", 2],
      ["21.50", 2],
    ],
  ]);
  expect([marketOf(10), marketOf(8), marketOf(7), marketOf(6), marketOf(0)]).toEqual([
    ["22.50", 2],
    ["22.50", 2],
    ["22.50", 2],
    ["23.00", 1],
    ["23.00", 1],
  ]);
});
