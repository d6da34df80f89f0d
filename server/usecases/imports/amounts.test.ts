import { beforeEach, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { type Importer, openImporter } from "@/server/testing/importer";
import { startTestService } from "@/server/testing/service";

const service = duringTests(() => startTestService());
let own: Importer;
beforeEach(async () => {
  own = await openImporter(service);
});

const eur = (amount: string) => ({ amount, currency: "EUR" });

describe("amounts with more decimals than the currency has", () => {
  it("lose the zeros behind them, and what computing left, in files and in requests", async () => {
    const report = await own.catalog([
      "sku,title,cost,price",
      "A,Stool,19.0500,39.9900",
      "B,Table,12.490000,25.000000",
      "C,Lamp,12.549999999999999,24.159663865546218",
    ]);
    expect(report).toMatchObject({ created: 3, notices: [] });
    expect(await own.shop.item("A")).toMatchObject({ cost: eur("19.05"), price: eur("39.99") });
    expect(await own.shop.item("B")).toMatchObject({ cost: eur("12.49"), price: eur("25.00") });
    expect(await own.shop.item("C")).toMatchObject({ cost: eur("12.55"), price: eur("24.16") });
    const { status } = await own.shop.upsert({ sku: "D", title: "Shelf", price: eur("19.9000") });
    expect(status).toBe(200);
    expect(await own.shop.item("D")).toMatchObject({ price: eur("19.90") });
    const yen = { amount: "1480.00", currency: "JPY" };
    await own.catalog(["sku,title,price,currency", "Y,Cup,1480.00,JPY"]);
    expect(await own.shop.item("Y")).toMatchObject({ price: { ...yen, amount: "1480" } });
  });

  it("are rounded up where they are costs, which is said, and refused where they are prices", async () => {
    const report = await own.catalog(
      ["sku,title,cost,price", "S,Screw,0.0435,0.10", "N,Nail,0.00251,0.05", "P,Pin,1.00,0.0435"],
      { rows: "good" },
    );
    expect(report).toMatchObject({ created: 2, refused: 1, faults: [{ line: 4, column: "price" }] });
    expect(report.notices).toEqual([
      "2 costs have more decimals than the currency and are rounded up, such as 0.0435 to 0.05 in row 2.",
    ]);
    expect(await own.shop.item("S")).toMatchObject({ cost: eur("0.05"), price: eur("0.10") });
    expect(await own.shop.item("N")).toMatchObject({ cost: eur("0.01") });
    const { json } = await own.shop.upsert({ sku: "R", title: "Rivet", cost: eur("0.0435") });
    expect(json).toMatchObject({ refused: 1 });
  });

  it("stay a fault where three decimals may be thousands and nothing in their column tells", async () => {
    const lines = ["sku,title,price,cost", "S,Safe,2400.00,1.234", "T,Tin,9.50,2.000"];
    const open = await own.catalog(lines, { rows: "good" });
    expect(open.faults).toMatchObject([
      { line: 2, column: "cost" },
      { line: 3, column: "cost", message: expect.stringMatching(/"2.000" may be about one or a thousand/) },
    ]);
    const settled = await own.catalog([...lines, "U,Urn,3.00,0.5"], { dryRun: true });
    expect(settled).toMatchObject({ refused: 0, faultCount: 0 });
    expect(settled.notices.join()).toContain("1.234 to 1.24");
    const said = await own.catalog(lines, { dryRun: true, decimal: "point" });
    expect(said).toMatchObject({ faultCount: 0 });
  });
});

describe("amounts as people write them", () => {
  it("are asked about where what ends the doubt is no amount, and stay a fault where their column shows another mark", async () => {
    const asked = await own.catalog(
      ["sku;title;cost", "A;Safe;1.234", "B;Press;2.450", "C;Saw;gültig ab 1.1."],
      {
        dryRun: true,
      },
    );
    expect(asked.survey.problems).toMatchObject([{ code: "decimal_mark" }]);
    const lines = ["sku,title,price,cost", 'A,Mug,"29,90",12.5', 'B,Pan,"39,90",4.125'];
    const answered = await own.catalog(lines, { decimal: "comma", rows: "good" });
    expect(answered).toMatchObject({ created: 1, refused: 1, faults: [{ line: 3, column: "cost" }] });
  });

  it("are read with a dash for decimals, and with names and signs of their currency", async () => {
    await own.catalog([
      "Artikelnummer;Bezeichnung;EK;VK",
      "A;Zange;12.-;19,90 Euro",
      "B;Feile;7,-;€ 9,50",
      "C;Säge;1'034.–;1.299,-",
      "D;Axt;12,--;eur 20",
    ]);
    expect(await own.shop.item("A")).toMatchObject({ cost: eur("12.00"), price: eur("19.90") });
    expect(await own.shop.item("B")).toMatchObject({ cost: eur("7.00"), price: eur("9.50") });
    expect(await own.shop.item("C")).toMatchObject({ cost: eur("1034.00"), price: eur("1299.00") });
    expect(await own.shop.item("D")).toMatchObject({ cost: eur("12.00"), price: eur("20.00") });
  });

  it("are faults with other words, or with the sign of another currency", async () => {
    const { faults } = await own.catalog(
      ["sku;title;price", "A;Zange;ab 9,99", "B;Feile;12,99 inkl. MwSt", "C;Säge;US$ 19,90", "D;Axt;9,90"],
      { rows: "good" },
    );
    expect(faults.map(({ line, value }) => [line, value])).toEqual([
      [2, "ab 9,99"],
      [3, "12,99 inkl. MwSt"],
      [4, "US$ 19,90"],
    ]);
  });

  it("have their currency in a column as a code, a sign or a name, where it is that of one currency", async () => {
    const report = await own.catalog(
      ["sku;title;price;currency", "A;Zange;9,90;€", "B;Feile;9,90;Euro", "C;Säge;9,90;eur", "D;Axt;9,90;$"],
      { rows: "good" },
    );
    expect(report).toMatchObject({ created: 3, otherCurrencies: {} });
    expect(report.faults).toMatchObject([{ line: 5, column: "currency", value: "$" }]);
  });
});

describe("stocks with decimals", () => {
  it("are rounded down, which is said; thousands are not guessed", async () => {
    const report = await own.catalog(
      ["sku,title,stock", "A,Cloth,2.5", "B,Rope,100.0000", "C,Wire,1.234", "D,Debt,-0.5"],
      { rows: "good" },
    );
    expect(report.faults).toMatchObject([{ line: 4, column: "stock" }]);
    expect(report.notices.join()).toContain(
      "2 stocks are no whole number and rounded down, such as 2.5 to 2 in row 2.",
    );
    expect(await own.shop.item("A")).toMatchObject({ stock: 2 });
    expect(await own.shop.item("B")).toMatchObject({ stock: 100 });
    expect(await own.shop.item("D")).toMatchObject({ stock: -1 });
  });
});
