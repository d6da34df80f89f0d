import { beforeEach, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { type Importer, openImporter } from "@/server/testing/importer";
import { startTestService } from "@/server/testing/service";

const NOW = "2026-11-25T12:00:00.000Z";
const service = duringTests(() => startTestService({ now: NOW }));
let own: Importer;
beforeEach(async () => {
  own = await openImporter(service);
  await own.shop.upsert({ sku: "A", title: "Jug" }, { sku: "B", title: "Cup" });
  await service.sql("UPDATE workspaces SET time_zone = 'Europe/Berlin' WHERE id = $1", [
    own.shop.workspace.id,
  ]);
});

/** What is stored, the sellers in order. */
const seen = () =>
  service.sql<{ seller: string; price: string; currency: string; stock: boolean | null; at: string }>(
    `SELECT seller, price::text, currency, in_stock AS stock,
       to_char(observed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS at
     FROM observations WHERE workspace_id = $1 ORDER BY seller, item_id`,
    [own.shop.workspace.id],
  );
const HEADER = "sku;seller;price;currency;in_stock;observed_at";

describe("times in a file of competitors' prices", () => {
  it("are those of the shop's clock, or of their offset", async () => {
    await own.observations([
      HEADER,
      "A;r1;1,50;EUR;ja;2026-11-24 10:00:00",
      "A;r2;1,50;EUR;nein;24.11.2026 10:00",
      "A;r3;1,50;EUR;auf Lager;11/24/2026 10:00",
      "A;r4;1,50;EUR;OutOfStock;2026-11-24T10:00:00-05:00",
      "A;r5;1,50;EUR;;2026-11-24T10:00:00Z",
    ]);
    expect((await seen()).map(({ stock, at }) => [stock, at])).toEqual([
      [true, "2026-11-24 09:00"],
      [false, "2026-11-24 09:00"],
      [true, "2026-11-24 09:00"],
      [false, "2026-11-24 15:00"],
      [null, "2026-11-24 10:00"],
    ]);
  });

  it("are faults when they may be of two days, unless the file shows which number is the day", async () => {
    const open = [HEADER, "A;r1;1,50;EUR;;03/04/2026 10:00", "A;r2;1,50;EUR;;02/01/2026 10:00"];
    const { faults } = await own.observations(open, { dryRun: true });
    expect(faults.map(({ line, message }) => [line, message.slice(0, 38)])).toEqual([
      [2, "The day may be the first number of thi"],
      [3, "The day may be the first number of thi"],
    ]);
    const both = [...open, "A;r3;1,50;EUR;;24/11/2026 10:00", "A;r4;1,50;EUR;;11/24/2026 10:00"];
    expect(await own.observations(both, { dryRun: true })).toMatchObject({ refused: 2, created: 2 });
    await own.observations([...open, "A;r3;1,50;EUR;;24/11/2026 10:00"]);
    expect((await seen()).map(({ at }) => at.slice(0, 10))).toEqual([
      "2026-04-03",
      "2026-01-02",
      "2026-11-24",
    ]);
  });

  it("are given once for the whole file where rows lack them, and so are sellers", async () => {
    const lines = ["sku;price;seller;observed_at", "A;1,50 EUR;;", "B;2,50;Other;2026-11-24 10:00"];
    const asked = await own.observations(lines, { dryRun: true });
    expect(asked.survey.problems.map(({ path }) => path)).toEqual(["currency"]);
    const withoutTime = await own.observations(lines, {
      dryRun: true,
      set: { currency: "usd", seller: "Rival" },
    });
    expect(withoutTime.faults).toMatchObject([
      {
        line: 2,
        column: "observed_at",
        message: expect.stringContaining("one for the whole file can be given"),
      },
    ]);
    await own.observations(lines, { set: { currency: "usd", seller: "Rival", observed_at: "now" } });
    expect(await seen()).toEqual([
      { seller: "Other", price: "250", currency: "USD", stock: null, at: "2026-11-24 09:00" },
      { seller: "Rival", price: "150", currency: "EUR", stock: null, at: "2026-11-25 12:00" },
    ]);
    const wrong = await own.observations(lines, { dryRun: true, set: { currency: "EUR", price: "5" } });
    expect(wrong.survey.problems).toMatchObject([{ path: "price", code: "unknown_field" }]);
  });
});

describe("a competitor's product feed", () => {
  const FEED = [
    "id\ttitle\tlink\timage_link\tavailability\tprice\tsale_price\tsale_price_effective_date",
    "A\tJug\thttps://rival.example/a\thttps://rival.example/a.jpg\tin stock\t24.99 EUR\t19.99 EUR\t2026-11-01T00:00+0100/2026-12-24T23:59+0100",
    "B\tCup\thttps://rival.example/b\thttps://rival.example/b.jpg\tpreorder\t1,299.00 USD\t999.00 USD\t2026-01-01T00:00Z/2026-02-01T00:00Z",
    "X\tOther\thttps://rival.example/x\t\tin_stock\t5.00 EUR\t\t",
  ];
  const set = { seller: "Rival", observed_at: "now" };

  it("asks for seller and time once, and takes currency and running sale from its prices", async () => {
    const asked = await own.observations(FEED, { dryRun: true });
    expect(asked.survey).toMatchObject({ form: { id: "merchant_feed" } });
    expect(asked.survey.problems.map(({ path }) => path)).toEqual(["seller", "observed_at"]);
    const report = await own.observations(FEED, { set, items: "existing" });
    expect(report).toMatchObject({ created: 2, skipped: 1, refused: 0 });
    expect(await seen()).toEqual([
      { seller: "Rival", price: "1999", currency: "EUR", stock: true, at: "2026-11-25 12:00" },
      { seller: "Rival", price: "129900", currency: "USD", stock: false, at: "2026-11-25 12:00" },
    ]);
  });

  it("refuses a row whose sale may be running or not", async () => {
    const lines = [FEED[0] ?? "", "A\tJug\t\t\tin stock\t24.99 EUR\t19.99 EUR\tuntil Christmas"];
    const { faults } = await own.observations(lines, { dryRun: true, set });
    expect(faults).toMatchObject([{ line: 2, column: "sale_price_effective_date" }]);
    const endless = await own.observations([FEED[0] ?? "", "A\tJug\t\t\tin stock\t24.99 EUR\t19.99 EUR\t"], {
      set,
    });
    expect(endless).toMatchObject({ created: 1 });
    expect(await seen()).toMatchObject([{ price: "1999" }]);
  });
});
