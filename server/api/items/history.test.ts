import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Cataloguer, openCatalog } from "@/server/testing/cataloguer";
import { startTestService, type TestService } from "@/server/testing/service";
import { importObservations } from "@/server/usecases/observations/import-observations";
import { operatorContext } from "@/server/usecases/operator-context";

let service: TestService;
let mine: Cataloguer;

beforeAll(async () => {
  service = await startTestService({ now: "2026-11-10T12:00:00.000Z" });
  mine = await openCatalog(service);
  await mine.upsert({
    sku: "LAMP",
    title: "Walnut desk lamp",
    price: { amount: "20.00", currency: "EUR" },
    cost: { amount: "10.00", currency: "EUR" },
  });
});
afterAll(() => service.close());

const eur = (amount: string) => ({ amount, currency: "EUR" });
const history = async (days = 30) =>
  (await mine.call("GET", `/catalog/items/${await mine.itemId("LAMP")}/history?days=${days}`)).json;

it("holds price, cost and, by day and by seller, the market as dated imports tell it", async () => {
  const lines = [
    "sku,seller,price,currency,in_stock,observed_at,url",
    "LAMP,a,21.00,EUR,true,2026-11-08T06:00:00Z,",
    "LAMP,a,22.00,EUR,true,2026-11-08T18:00:00Z,",
    "LAMP,b,19.00,EUR,false,2026-11-08T07:00:00Z,",
    "LAMP,c,25.00,EUR,,2026-11-08T08:00:00Z,",
    "LAMP,b,18.50,EUR,true,2026-11-09T07:00:00Z,",
    "LAMP,d,18.50,USD,true,2026-11-09T07:00:00Z,",
    "LAMP,a,30.00,EUR,true,2025-01-01T00:00:00Z,",
  ];
  const context = await operatorContext(service.services, mine.workspace.id);
  await importObservations(context, () => Readable.from([lines.join("\n")]));
  const result = await history();
  expect(result).toMatchObject({
    own: [{ price: eur("20.00"), cost: eur("10.00"), at: "2026-11-10T12:00:00.000Z" }],
    market: [
      { day: "2026-11-08T00:00:00.000Z", lowest: eur("22.00"), median: eur("23.50"), sellers: 2 },
      { day: "2026-11-09T00:00:00.000Z", lowest: eur("18.50"), median: eur("22.00"), sellers: 3 },
      { day: "2026-11-10T00:00:00.000Z", lowest: eur("18.50"), median: eur("22.00"), sellers: 3 },
    ],
    sellers: [
      { seller: "a", points: [{ at: "2026-11-08T18:00:00.000Z", price: eur("22.00"), in_stock: true }] },
      { seller: "b", points: [{ price: eur("19.00"), in_stock: false }, { price: eur("18.50") }] },
      { seller: "c", points: [{ price: eur("25.00"), in_stock: null }] },
    ],
  });
  expect((await mine.item("LAMP"))?.["market"]).toMatchObject({ lowest: eur("18.50"), count: 3 });
  // A price counts for fourteen days: on the day it was observed and on the thirteen days after it.
  const year = (await history(700))?.["market"] as { day: string; sellers: number }[];
  expect(year).toHaveLength(17);
  expect(year.slice(0, 14).map(({ day, sellers }) => [day.slice(0, 10), sellers])).toEqual(
    Array.from({ length: 14 }, (_, at) => [`2025-01-${String(at + 1).padStart(2, "0")}`, 1]),
  );
});

it("leaves out what a person reported as wrong", async () => {
  const [row] = await service.sql<{ id: string }>(
    "SELECT id FROM observations WHERE workspace_id = $1 AND seller = 'b' AND price = 1850",
    [mine.workspace.id],
  );
  await mine.call("POST", `/observations/${String(row?.id)}/report`, { reason: "A spare part." });
  const days = (await history())?.["market"] as { sellers: number }[];
  expect(days.map(({ sellers }) => sellers)).toEqual([2, 2, 2]);
  expect((await history())?.["sellers"]).toMatchObject([
    {},
    { seller: "b", points: [{ price: eur("19.00") }] },
    {},
  ]);
});
