import { beforeAll, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { type Shop, startShops } from "@/server/testing/shop";
import { requestSync } from "@/server/usecases/integrations/request-sync";
import { runSync } from "@/server/usecases/integrations/sync";
import { operatorContext } from "../operator-context";

const shops = duringTests(startShops);
let shop: Shop;

beforeAll(async () => {
  shop = await shops.shop();
});

async function sync(): Promise<void> {
  const { services } = shops.service;
  const { row } = await requestSync(await operatorContext(services, shop.workspace.id));
  await runSync(services, shop.workspace.tenant, row.id);
}
const eur = (amount: string) => ({ amount, currency: "EUR" });
const windowOf = async (id: string) => (await shop.get(`/catalog/items/${id}`)).json?.["shop_window"];

it("a sync stores what shoppers see, and forgets what the store no longer shows", async () => {
  const { item, ref, recommendation } = await shop.pending();
  await shop.edit(ref, "1999");
  await shop.show(ref, { sale: { price: "1799", until: "2099-01-01T00:00:00Z" }, compare_at: "2499" });
  await sync();
  expect(await windowOf(item)).toEqual({
    shopper_price: eur("17.99"),
    compare_at: eur("24.99"),
    sale: { price: eur("17.99"), from: null, until: "2099-01-01T00:00:00.000Z", running: true },
    lag: null,
  });
  await shop.show(ref, {});
  await sync();
  expect(await windowOf(item)).toEqual({
    shopper_price: eur("19.99"),
    compare_at: null,
    sale: null,
    lag: null,
  });
  expect((await shop.post(`/recommendations/${recommendation}/approve`)).status).toBe(200);
  await shop.work();
  expect(await windowOf(item)).toMatchObject({ shopper_price: eur("21.49") });
});

it("a sale that a sync has seen counts as a prior price, and as a reduction while it runs", async () => {
  const { item, ref } = await shop.pending();
  await shop.edit(ref, "1999");
  await sync();
  const prior = async () => (await shop.get(`/catalog/items/${item}/prior-price`)).json;
  shops.service.clock.advance(1_000);
  expect(await prior()).toMatchObject({ reduced_since: null, price: eur("19.99") });
  await shop.show(ref, { sale: { price: "1799" } });
  await sync();
  const began = new Date(shops.service.clock.now()).toISOString();
  shops.service.clock.advance(1_000);
  expect(await prior()).toMatchObject({ reduced_since: began, until: began, price: eur("19.99") });
  await shop.show(ref, {});
  await sync();
  shops.service.clock.advance(1_000);
  expect(await prior()).toMatchObject({ reduced_since: null, price: eur("17.99"), charged_at: began });
});

it("a margin is that of the price shoppers pay: the sale price while a sale runs", async () => {
  const { item, ref } = await shop.pending();
  await shop.edit(ref, "1999");
  await sync();
  const margin = async () => (await shop.get(`/catalog/items/${item}`)).json?.["margin"];
  const reported = async () => {
    const { json } = await shop.get("/reports/export?report=margins");
    const rows = json?.["data"] as Record<string, unknown>[];
    const { margin: ratio, shopper_price: paid } = rows.find(({ id }) => id === item) ?? {};
    return [ratio, paid];
  };
  expect([await margin(), ...(await reported())]).toEqual(["0.2796", "0.2796", "19.99"]);
  await shop.show(ref, { sale: { price: "1500" } });
  await sync();
  expect([await margin(), ...(await reported())]).toEqual(["0.0400", "0.0400", "15.00"]);
});

it("a recommendation states what shoppers pay before and after it, during a sale and outside of one", async () => {
  const { ref, recommendation } = await shop.pending();
  const paid = async () => (await shop.get(`/recommendations/${recommendation}`)).json?.["shoppers_pay"];
  await shop.edit(ref, "1999");
  await sync();
  expect(await paid()).toEqual({ now: eur("19.99"), after: eur("21.49"), sale_until: null });
  await shop.show(ref, { sale: { price: "1799", until: "2099-01-01T00:00:00Z" } });
  await sync();
  expect(await paid()).toEqual({
    now: eur("17.99"),
    after: eur("17.99"),
    sale_until: "2099-01-01T00:00:00.000Z",
  });
});

it("an approval is refused before it is queued by what the last sync stored", async () => {
  const { ref, recommendation } = await shop.pending();
  await shop.edit(ref, "1999");
  await shop.show(ref, { sale: { price: "2149" }, compare_at: "2149" });
  await sync();
  const refused = await shop.post(`/recommendations/${recommendation}/approve`);
  expect([refused.status, refused.json?.["changed"]]).toEqual([409, ["sale_price", "compare_at"]]);
});
