import { beforeEach, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { type Importer, openImporter } from "@/server/testing/importer";
import { startTestService } from "@/server/testing/service";

const service = duringTests(() => startTestService());
let own: Importer;
beforeEach(async () => {
  own = await openImporter(service);
});

const noticesOf = async (...lines: string[]) => (await own.catalog(lines, { dryRun: true })).notices;

describe("what a shop lives on and a file does not tell", () => {
  it("is said with the columns that may hold it by their names", async () => {
    expect(
      await noticesOf(
        "sku;title;UVP netto;EK brutto;Menge;EAN;Gewicht",
        "A;Hat;9,90;4,00;3;4006270000012;0,4",
      ),
    ).toEqual([
      'No column is read as the price: prices stay as they are, and new items have none. "UVP netto" is not read and may hold the price: map it.',
      '"EK brutto" is not read and may hold the cost: map it.',
      '"Menge" is not read and may hold the stock: map it.',
      '"EAN" is not read and may hold the gtin: map it.',
    ]);
  });

  it("is said with the columns that may hold the price by what stands in them", async () => {
    const [notice] = await noticesOf("sku,title,V1,V2", "A,Hat,9.90,blue", "B,Cap,12.50,red");
    expect(notice).toContain('"V1" is not read and may hold the price');
    expect(await noticesOf("sku,title,V2", "A,Hat,blue")).toEqual([
      "No column is read as the price: prices stay as they are, and new items have none.",
    ]);
  });

  it("is not said of columns in which something else stands, or nothing", async () => {
    const header = "sku,title,price,Purchase note,Manage stock,EAN,Quantity";
    expect(await noticesOf(header, "A,Hat,9.90,,true,,", "B,Cap,9.90,,false,,")).toEqual([]);
    expect(await noticesOf(header, "A,Hat,9.90,,true,,", "B,Cap,9.90,Thanks!,false,4006381333931,7")).toEqual(
      [
        '"Quantity" is not read and may hold the stock: map it.',
        '"EAN" is not read and may hold the gtin: map it.',
      ],
    );
  });

  it("is not missed where the columns are read", async () => {
    expect(await noticesOf("sku,title,price,cost,stock,gtin,Sale price", "A,Hat,9.90,4.00,3,,5.00")).toEqual(
      [],
    );
  });
});

describe("the faults of a file", () => {
  it("are counted by kind, most first, with their first rows", async () => {
    const bad = Array.from({ length: 7 }, (_, i) => `S-${i},Item,cheap,`);
    const report = await own.catalog(["sku,title,price,stock", ...bad, "T,Item,1.00,many", ",Item,2.00,"], {
      dryRun: true,
    });
    expect(report.faultGroups).toEqual([
      {
        code: "invalid",
        column: "price",
        count: 7,
        lines: [2, 3, 4, 5, 6],
        message: expect.stringContaining('"cheap" is not a plain decimal amount'),
      },
      { code: "invalid", column: "stock", count: 1, lines: [9], message: expect.any(String) },
      { code: "required", column: "sku", count: 1, lines: [10], message: "The row has no SKU." },
    ]);
  });
});
