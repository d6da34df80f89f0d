import { beforeEach, expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { type Importer, openImporter } from "@/server/testing/importer";
import { startTestService } from "@/server/testing/service";

const CAME = "2026-11-01T08:00:00.000Z";
const service = duringTests(() => startTestService({ now: CAME }));
let mine: Importer;

beforeEach(async () => {
  service.clock.set(Date.parse(CAME));
  mine = await openImporter(service);
  await mine.shop.upsert({ sku: "MUG", title: "Mug", price: eur("90.00") });
  await mine.shop.upsert({
    sku: "POT",
    title: "Pot",
    price: eur("90.00"),
    compare_at_price: eur("100.00"),
  });
  service.clock.advance(1_000);
});

const eur = (amount: string) => ({ amount, currency: "EUR" });
const from = (day: string, amount: string, more: object = {}) => ({
  sku: "MUG",
  price: eur(amount),
  valid_from: `${day}T00:00:00Z`,
  ...more,
});
const state = async (...prices: object[]) =>
  (await mine.shop.call("POST", "/catalog/earlier-prices", { prices })).json;
const pathOf = async (end: string, sku = "MUG") => `/catalog/items/${await mine.shop.itemId(sku)}/${end}`;
const read = async (end: string) => (await mine.shop.call("GET", await pathOf(end))).json;
const prior = () => read("prior-price");

it("counts in the prior price until what was recorded begins: of 80, 100 and 90 it is 80", async () => {
  expect(await prior()).toMatchObject({ price: eur("90.00"), complete: false, stated_until: null });
  expect(await state(from("2026-09-01", "80.00"), from("2026-10-10", "100.00"))).toMatchObject({
    created: 2,
  });
  expect(await prior()).toMatchObject({
    price: eur("80.00"),
    charged_at: "2026-10-02T00:00:00.000Z",
    known_from: "2026-10-02T00:00:00.000Z",
    stated_until: CAME,
    complete: true,
  });
});

it("leaves a gap where a stated price ends before the next one", async () => {
  const until = { valid_until: "2026-10-05T00:00:00Z" };
  await state(from("2026-09-01", "80.00", until), from("2026-10-10", "100.00"));
  expect(await prior()).toMatchObject({
    price: eur("80.00"),
    known_from: "2026-10-10T00:00:00.000Z",
    complete: false,
  });
});

it("counts the lowest of several that hold, and each as long as it says", async () => {
  await state(
    from("2026-09-01", "80.00", { valid_until: "2026-11-01T00:00:00Z" }),
    from("2026-09-15", "100.00"),
  );
  expect(await prior()).toMatchObject({ price: eur("80.00"), complete: true });
  await state(
    from("2026-01-01", "95.00", { valid_until: "2026-12-31T00:00:00Z" }),
    from("2026-09-01", "80.00", { valid_until: "2026-10-01T00:00:00Z" }),
  );
  expect(await prior()).toMatchObject({ price: eur("90.00"), charged_at: CAME, complete: true });
});

it("is stated of an item until its first price, though the item came without one", async () => {
  await mine.shop.upsert({ sku: "LATE", title: "Came without a price" });
  service.clock.advance(5 * DAY_MS);
  expect(await state({ ...from("2026-10-01", "70.00"), sku: "LATE" })).toMatchObject({ created: 1 });
  await mine.shop.upsert({ sku: "LATE", price: eur("90.00") });
  service.clock.advance(1_000);
  expect((await mine.shop.call("GET", await pathOf("prior-price", "LATE"))).json).toMatchObject({
    price: eur("70.00"),
    stated_until: "2026-11-06T08:00:01.000Z",
  });
});

it("is at most a thousand prices of an item", async () => {
  const prices = (days: number) =>
    Array.from({ length: days }, (_, day) => ({
      ...from("2020-01-01", "80.00"),
      valid_from: new Date(Date.UTC(2020, 0, 1 + day)).toISOString(),
    }));
  expect(await state(...prices(1_000))).toMatchObject({ created: 1_000 });
  expect(await state(...prices(1_000).slice(999), from("2026-09-01", "80.00"))).toMatchObject({
    unchanged: 1,
    refused: 1,
    rows: [{}, { issues: [{ code: "too_many" }] }],
  });
});

it("begins a reduction that the shop showed before it was recorded", async () => {
  const beside = { sku: "POT", compare_at_price: eur("100.00") };
  await state(from("2026-09-01", "95.00", { sku: "POT" }), from("2026-10-20", "90.00", beside));
  expect((await mine.shop.call("GET", await pathOf("prior-price", "POT"))).json).toMatchObject({
    reduced_since: "2026-10-20T00:00:00.000Z",
    price: eur("95.00"),
    reference_price: eur("100.00"),
    reference_above_prior: true,
    stated_until: "2026-10-20T00:00:00.000Z",
    complete: true,
  });
});

it("goes behind what was recorded, of which nothing is stated", async () => {
  const answer = await state(
    from("2026-10-20", "100.00", { valid_until: "2026-12-01T00:00:00Z" }),
    { ...from("2026-11-01", "1.00"), valid_from: CAME },
    from("2026-11-20", "1.00"),
  );
  expect(answer).toMatchObject({
    created: 1,
    refused: 2,
    rows: [{}, { issues: [{ path: "valid_from", code: "recorded" }] }, { issues: [{ code: "recorded" }] }],
  });
  expect(await prior()).toMatchObject({ price: eur("90.00"), charged_at: CAME, stated_until: CAME });
});

it("replaces a price of the same item and moment, and refuses two of them in one request", async () => {
  await state(from("2026-09-01", "80.00"));
  expect(await state(from("2026-09-01", "80.00"))).toMatchObject({ unchanged: 1 });
  expect(await state(from("2026-09-01", "85.00"))).toMatchObject({ updated: 1 });
  expect(
    await state(from("2026-09-02", "70.00"), from("2026-09-02", "70.00"), from("2026-09-02", "71.00")),
  ).toMatchObject({
    created: 1,
    unchanged: 1,
    refused: 1,
    rows: [{}, {}, { issues: [{ code: "duplicate" }] }],
  });
  expect((await read("earlier-prices"))?.["data"]).toEqual([
    {
      valid_from: "2026-09-02T00:00:00.000Z",
      valid_until: null,
      price: eur("70.00"),
      compare_at_price: null,
    },
    {
      valid_from: "2026-09-01T00:00:00.000Z",
      valid_until: null,
      price: eur("85.00"),
      compare_at_price: null,
    },
  ]);
});

it("refuses what is no earlier price of an item, each row on its own", async () => {
  const answer = await state(
    { ...from("2026-09-01", "80.00"), sku: "NO-SUCH" },
    { ...from("2026-09-01", "80.00"), price: { amount: "80.00", currency: "USD" } },
    from("1999-09-01", "80.00"),
    from("2026-09-01", "80.00", { valid_until: "2026-09-01T00:00:00Z" }),
    from("2026-09-01", "80.00", { compare_at_price: { amount: "99.00", currency: "USD" } }),
    from("2026-09-01", "0.00"),
    from("2026-10-01", "80.00"),
  );
  expect(answer).toMatchObject({ created: 1, refused: 6 });
  expect(
    (answer?.["rows"] as { issues?: { path: string }[] }[]).map(({ issues }) => issues?.[0]?.path),
  ).toEqual([
    "sku",
    "currency",
    "valid_from",
    "valid_until",
    "compare_at_price.currency",
    "price.amount",
    undefined,
  ]);
});

it("comes from a file, by the shop's clock, without the rows of a time that is recorded", async () => {
  const report = await mine.earlier([
    "Artikelnummer;Preis;Währung;gültig ab;gültig bis",
    "MUG;80,00;EUR;01.09.2026;09.10.2026",
    "MUG;100,00;EUR;10.10.2026;",
    "MUG;90,00;EUR;01.11.2026 09:00;",
  ]);
  expect(report).toMatchObject({ created: 2, skipped: 1, refused: 0 });
  expect(report.notices.join(" ")).toMatch(/1 price is left out because what shoppers could pay is recorded/);
  expect(await prior()).toMatchObject({ price: eur("80.00"), complete: true });
});

it("refuses another price of the same moment in a later part of the file", async () => {
  const filler = Array.from(
    { length: 300 },
    (_, day) => `POT;80,00;EUR;${new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10)};`,
  );
  const lines = ["sku;price;currency;valid_from;valid_until", "MUG;80,00;EUR;2026-09-01;", ...filler];
  const report = mine.earlier([...lines, "MUG;81,00;EUR;2026-09-01;"]);
  await expect(report).rejects.toThrow(/1 fault in the file/);
  expect((await read("earlier-prices"))?.["data"]).toEqual([]);
});

it("is removed whole, and read and removed by nobody of another workspace", async () => {
  await state(from("2026-09-01", "80.00"), from("2026-10-10", "100.00"));
  const remove = await pathOf("earlier-prices/remove");
  const other = await openImporter(service);
  expect((await other.shop.call("POST", remove)).status).toBe(404);
  expect((await other.shop.call("GET", await pathOf("earlier-prices"))).status).toBe(404);
  expect(
    (await other.shop.call("POST", "/catalog/earlier-prices", { prices: [from("2026-09-03", "1.00")] })).json,
  ).toMatchObject({ created: 0, refused: 1 });
  expect((await read("earlier-prices"))?.["data"]).toHaveLength(2);
  expect((await mine.shop.call("POST", remove)).json).toMatchObject({ idempotent: false, removed: 2 });
  expect((await mine.shop.call("POST", remove)).json).toMatchObject({ idempotent: true, removed: 0 });
  expect(await prior()).toMatchObject({ price: eur("90.00"), complete: false });
});
