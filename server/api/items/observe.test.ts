import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Cataloguer, openCatalog } from "@/server/testing/cataloguer";
import { startTestService, type TestService } from "@/server/testing/service";

let service: TestService;
let shop: Cataloguer;

beforeAll(async () => {
  service = await startTestService({ now: "2026-11-02T09:30:00Z" });
});
afterAll(() => service.close());
beforeEach(async () => {
  shop = await openCatalog(service);
  await shop.upsert({ sku: "MUG", title: "Mug", price: eur("9.90") });
});

const eur = (amount: string) => ({ amount, currency: "EUR" });
const seen = {
  sku: "MUG",
  seller: "bergzeit.example",
  price: eur("9.49"),
  in_stock: true,
  observed_at: "2026-11-01T06:00:00Z",
};
const market = async () => (await shop.item("MUG"))?.["market"];

describe("observations", () => {
  it("become the market that the item shows", async () => {
    const response = await shop.observe(
      seen,
      { ...seen, seller: "b.example", price: eur("10.20") },
      { ...seen, seller: "c.example", price: eur("8.00"), observed_at: "2026-11-02T06:00:00Z" },
    );
    expect(response.json).toMatchObject({ ok: true, created: 3, refused: 0 });
    expect(await market()).toEqual({
      lowest: eur("8.00"),
      median: eur("9.49"),
      count: 3,
      newest: "2026-11-02T06:00:00.000Z",
      refused: 0,
      cheaper: 2,
      position: "above",
      price_index: "1.0432",
      max_age_days: 14,
      min_offers: 2,
    });
  });

  it("leave out of the market what is out of stock or in another currency", async () => {
    await shop.observe(
      seen,
      { ...seen, seller: "b.example", price: eur("5.00"), in_stock: false },
      { ...seen, seller: "c.example", price: { amount: "4.00", currency: "USD" } },
    );
    expect(await market()).toMatchObject({ lowest: eur("9.49"), count: 1, cheaper: 1 });
  });

  it("carry the pack they were seen for to the seller's offer", async () => {
    const packs = async () =>
      service.sql("SELECT seller, pack_size FROM current_offers WHERE workspace_id = $1 ORDER BY seller", [
        shop.workspace.id,
      ]);
    await shop.observe({ ...seen, pack_size: "6 x 0.33 l" }, { ...seen, seller: "b.example" });
    expect(await packs()).toEqual([
      { seller: "b.example", pack_size: null },
      { seller: "bergzeit.example", pack_size: "6 x 0.33 l" },
    ]);
    await shop.observe({ ...seen, observed_at: "2026-11-02T09:00:00Z", pack_size: "" });
    expect(await packs()).toMatchObject([{ pack_size: null }, { pack_size: null }]);
  });

  it("carry what delivery costs to the seller's offer; 0 is free, and nothing is unknown", async () => {
    const offers = async () =>
      service.sql("SELECT seller, shipping FROM current_offers WHERE workspace_id = $1 ORDER BY seller", [
        shop.workspace.id,
      ]);
    const first = await shop.observe(
      { ...seen, shipping: eur("4.90") },
      { ...seen, seller: "b.example", shipping: eur("0") },
      { ...seen, seller: "c.example" },
    );
    expect(first.json).toMatchObject({ created: 3, refused: 0 });
    expect(await offers()).toEqual([
      { seller: "b.example", shipping: 0n },
      { seller: "bergzeit.example", shipping: 490n },
      { seller: "c.example", shipping: null },
    ]);
    const again = await shop.observe(
      { ...seen, shipping: eur("4.90") },
      seen,
      { ...seen, shipping: eur("5.90") },
      { ...seen, seller: "d.example", shipping: { amount: "4.90", currency: "USD" } },
      { ...seen, seller: "e.example", shipping: eur("-1") },
    );
    expect(again.json).toMatchObject({
      created: 0,
      unchanged: 2,
      refused: 3,
      rows: [
        { outcome: "unchanged" },
        { outcome: "unchanged" },
        { outcome: "refused", issues: [{ code: "duplicate" }] },
        { outcome: "refused", issues: [{ path: "shipping.currency" }] },
        { outcome: "refused", issues: [{ path: "shipping.amount" }] },
      ],
    });
  });

  it("move a seller's offer forward and never back, in whatever order they come", async () => {
    const at = (day: string, amount: string) => ({
      ...seen,
      observed_at: `2026-11-${day}T06:00:00Z`,
      price: eur(amount),
    });
    await shop.observe(at("02", "9.00"), at("01", "8.00"));
    expect(await market()).toMatchObject({ lowest: eur("9.00"), newest: "2026-11-02T06:00:00.000Z" });
    service.clock.advance(1_000);
    const late = await shop.observe({ ...at("01", "7.00"), observed_at: "2026-11-01T18:00:00Z" });
    expect(late.json).toMatchObject({ created: 1 });
    expect(await market()).toMatchObject({ lowest: eur("9.00"), count: 1 });
    await shop.observe({ ...at("02", "9.50"), observed_at: "2026-11-02T09:00:00Z" });
    expect(await market()).toMatchObject({ lowest: eur("9.50") });
  });

  describe("by one seller in two spellings", () => {
    const offers = () =>
      service.sql("SELECT seller, price FROM current_offers WHERE workspace_id = $1", [shop.workspace.id]);
    const bravo = (seller: string, amount: string, day: string) => ({
      ...seen,
      seller,
      price: eur(amount),
      observed_at: `2026-11-${day}T06:00:00Z`,
    });

    it("are one offer, the newer one, whichever comes first", async () => {
      await shop.observe(bravo("Bravo", "8.00", "01"));
      await shop.observe(bravo("bravo", "9.00", "02"));
      expect(await offers()).toEqual([{ seller: "bravo", price: 900n }]);
      await shop.observe({ ...bravo("BRAVO", "7.00", "01"), observed_at: "2026-11-01T18:00:00Z" });
      expect(await offers()).toEqual([{ seller: "bravo", price: 900n }]);
      expect(await market()).toMatchObject({ count: 1, lowest: eur("9.00") });
    });

    it("are one offer where they come in one list", async () => {
      await shop.observe(
        bravo("Bravo", "8.00", "01"),
        bravo("bravo", "9.00", "02"),
        bravo("BRAVO", "7.00", "01"),
      );
      expect(await offers()).toEqual([{ seller: "bravo", price: 900n }]);
    });

    it("are one offer, the first one, where they are of one moment", async () => {
      await shop.observe(bravo("Bravo", "8.00", "02"), bravo("bravo", "9.00", "02"));
      await shop.observe(bravo("BRAVO", "7.00", "02"));
      expect(await offers()).toEqual([{ seller: "Bravo", price: 800n }]);
    });

    it("are one offer where they arrive at once", async () => {
      const names = ["Bravo", "bravo", "BRAVO", "bRAVO", "brAvo", "bravO"];
      await Promise.all(
        names.map((name, hour) => {
          const at = `2026-11-01T0${hour}:00:00Z`;
          return shop.observe({ ...bravo(name, `${9 + hour}.00`, "01"), observed_at: at });
        }),
      );
      expect(await offers()).toEqual([{ seller: "bravO", price: 1400n }]);
    });

    it("are one offer again after the next price, where they were stored as two", async () => {
      await shop.observe(bravo("bravo", "9.00", "02"));
      await service.sql(
        `INSERT INTO current_offers (workspace_id, item_id, seller, id, price, currency, observed_at)
         SELECT workspace_id, item_id, 'Bravo', 'obs_before', 800, currency, observed_at - interval '1 day'
         FROM current_offers WHERE workspace_id = $1`,
        [shop.workspace.id],
      );
      await shop.observe({ ...bravo("bravo", "9.50", "02"), observed_at: "2026-11-02T07:00:00Z" });
      expect(await offers()).toEqual([{ seller: "bravo", price: 950n }]);
    });

    it("leave other sellers and other items alone", async () => {
      await shop.upsert({ sku: "CUP", title: "Cup", price: eur("9.90") });
      await shop.observe(
        bravo("Bravo", "8.00", "01"),
        { ...bravo("Bravo", "5.00", "01"), sku: "CUP" },
        bravo("Bravo Ltd", "8.50", "01"),
      );
      await shop.observe(bravo("bravo", "9.00", "02"));
      expect(await offers()).toHaveLength(3);
    });

    it("count as one seller on the days of the history", async () => {
      await shop.observe(bravo("Bravo", "8.00", "01"), bravo("bravo", "9.00", "02"));
      const { json } = await shop.call("GET", `/catalog/items/${await shop.itemId("MUG")}/history`);
      expect(json?.["market"]).toMatchObject([
        { lowest: eur("8.00"), sellers: 1 },
        { lowest: eur("9.00"), sellers: 1 },
      ]);
    });
  });

  it("are unchanged when told again, and refused when told otherwise for the same moment", async () => {
    await shop.observe(seen);
    const otherwise = [{ price: eur("1.00") }, { in_stock: false }, { pack_size: "6 x 0.33 l" }];
    const again = await shop.observe(seen, ...otherwise.map((said) => ({ ...seen, ...said })));
    const refused = { outcome: "refused", issues: [{ code: "duplicate" }] };
    expect(again.json).toMatchObject({
      created: 0,
      unchanged: 1,
      refused: 3,
      rows: [{ outcome: "unchanged" }, refused, refused, refused],
    });
    expect(await market()).toMatchObject({ lowest: eur("9.49") });
  });

  it("keep the first of one list that contradict each other", async () => {
    for (let i = 0; i < 5; i++) {
      const seller = `s${i}.example`;
      const response = await shop.observe(
        { ...seen, seller },
        { ...seen, seller, price: eur("1.00") },
        { ...seen, seller },
      );
      const rows = response.json?.["rows"] as { outcome: string }[];
      expect(rows.map(({ outcome }) => outcome)).toEqual(["created", "refused", "unchanged"]);
    }
  });

  it.each<[string, object, string, string]>([
    ["an unknown sku", { sku: "NOTHING" }, "sku", "unknown_sku"],
    ["a price of 0", { price: eur("0.00") }, "price.amount", "custom"],
    ["a negative price", { price: eur("-3.00") }, "price.amount", "custom"],
    ["too many decimals", { price: eur("3.001") }, "price.amount", "custom"],
    ["no price", { price: null }, "price", "invalid_type"],
    ["a time ahead", { observed_at: "2026-11-02T10:30:00Z" }, "observed_at", "in_future"],
    ["a time before the web", { observed_at: "0000-01-01T00:00:00Z" }, "observed_at", "too_old"],
    ["a day that does not exist", { observed_at: "2026-02-30T00:00:00Z" }, "observed_at", "invalid_format"],
    ["a time of no zone", { observed_at: "2026-11-01T06:00:00" }, "observed_at", "invalid_format"],
    ["no seller", { seller: " " }, "seller", "too_small"],
    ["a broken seller", { seller: "\ud800" }, "seller", "custom"],
    ["a word for the stock", { in_stock: "yes" }, "in_stock", "invalid_type"],
  ])("are refused with %s, that row alone", async (_, wrong, path, code) => {
    const response = await shop.observe(seen, { ...seen, seller: "b.example", ...wrong });
    expect(response.json).toMatchObject({
      created: 1,
      refused: 1,
      rows: [{ outcome: "created" }, { outcome: "refused", issues: [{ path, code }] }],
    });
    expect(await market()).toMatchObject({ count: 1 });
  });

  it("accept a clock that goes a little ahead", async () => {
    const response = await shop.observe({ ...seen, observed_at: "2026-11-02T09:34:00Z" });
    expect(response.json).toMatchObject({ created: 1 });
  });

  it("never reach another workspace's item of the same sku", async () => {
    const other = await openCatalog(service);
    expect((await other.observe(seen)).json).toMatchObject({ refused: 1 });
    expect(await market()).toMatchObject({ count: 0 });
  });

  it("are there once when they arrive many times at once, and nobody waits for ever", async () => {
    const rows = Array.from({ length: 40 }, (_, i) => ({ ...seen, seller: `s${i}.example` }));
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => shop.observe(...rows.slice(n * 4), ...rows.slice(0, n * 4))),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    const created = responses.map(({ json }) => Number(json?.["created"]));
    expect(created.reduce((sum, n) => sum + n)).toBe(40);
    expect(await market()).toMatchObject({ count: 40 });
  });
});

describe("an item's history", () => {
  const history = async (query = "") =>
    (await shop.call("GET", `/catalog/items/${await shop.itemId("MUG")}/history${query}`)).json;

  it("shows the market day by day, late arrivals included", async () => {
    await shop.observe(
      { ...seen, observed_at: "2026-10-30T23:59:00Z", price: eur("8.00") },
      { ...seen, observed_at: "2026-10-31T00:00:00Z", price: eur("9.00") },
      { ...seen, seller: "b.example", observed_at: "2026-10-31T20:00:00Z", price: eur("11.00") },
      { ...seen, seller: "c.example", observed_at: "2026-10-31T21:00:00Z", price: eur("12.00") },
    );
    expect((await history())?.["market"]).toEqual([
      { day: "2026-10-30T00:00:00.000Z", lowest: eur("8.00"), median: eur("8.00"), sellers: 1 },
      { day: "2026-10-31T00:00:00.000Z", lowest: eur("9.00"), median: eur("11.00"), sellers: 3 },
      { day: "2026-11-01T00:00:00.000Z", lowest: eur("9.00"), median: eur("11.00"), sellers: 3 },
      { day: "2026-11-02T00:00:00.000Z", lowest: eur("9.00"), median: eur("11.00"), sellers: 3 },
    ]);
  });

  it("begins with what held when its time began", async () => {
    service.clock.set("2026-11-10T00:00:00Z");
    await shop.upsert({ sku: "MUG", price: eur("10.00"), cost: eur("4.00") });
    service.clock.set("2026-11-20T00:00:00Z");
    await shop.upsert({ sku: "MUG", price: eur("11.00") });
    const own = async (query: string) =>
      ((await history(query))?.["own"] as { price: { amount: string } }[]).map(({ price }) => price.amount);
    expect(await own("?days=90")).toEqual(["9.90", "10.00", "11.00"]);
    expect(await own("?days=5")).toEqual(["10.00", "11.00"]);
    expect((await history("?days=5"))?.["own"]).toMatchObject([{ cost: eur("4.00") }, { cost: eur("4.00") }]);
    service.clock.set("2026-11-02T09:30:00Z");
  });

  it("refuses a number of days that is none", async () => {
    for (const days of ["0", "-1", "1.5", "ten", "4000"])
      expect(await history(`?days=${days}`)).toMatchObject({ error: "validation_error" });
  });
});
