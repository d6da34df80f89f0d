import { Readable } from "node:stream";
import { parse } from "csv-parse/sync";
import { beforeEach, describe, expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { type Cataloguer, openCatalog } from "@/server/testing/cataloguer";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { operatorContext } from "../operator-context";
import { importCatalog } from "./import-items";
import type { ImportOptions } from "./import-plan";

const service = duringTests(() => startTestService());
let shop: Cataloguer;
beforeEach(async () => {
  shop = await openCatalog(service);
});

const MUG = "9520123456788";
const importText = async (content: string, options: ImportOptions = {}) =>
  importCatalog(
    await operatorContext(service.services, shop.workspace.id),
    () => Readable.from([Buffer.from(content)]),
    options,
  );
const catalog = (lines: readonly string[], options: ImportOptions = {}) =>
  importText(lines.join("\n"), options);
const gtinOf = async (sku: string) => (await shop.item(sku))?.["gtin"];
const exported = async () =>
  (await service.call("GET", "/reports/export?report=margins&format=csv", { token: shop.token })).text;

describe("the GTIN of an item", () => {
  it("is imported, shown, exported, and changes nothing when the export is imported again", async () => {
    const file = [
      "sku,title,price,GTIN-13",
      `MUG,Mug,9.90,${MUG}`,
      "PAN,Pan,19.90,",
      "CAN,Can,1.10,036000291452",
    ];
    expect(await catalog(file)).toMatchObject({ created: 3, faultCount: 0 });
    expect([await gtinOf("MUG"), await gtinOf("PAN"), await gtinOf("CAN")]).toEqual([
      MUG,
      null,
      "036000291452",
    ]);
    const csv = await exported();
    const rows = parse<Record<string, string>>(csv, { columns: true });
    expect(Object.fromEntries(rows.map(({ sku, gtin }) => [sku, gtin]))).toEqual({
      MUG,
      PAN: "",
      CAN: "036000291452",
    });
    expect(await importText(csv)).toMatchObject({ created: 0, updated: 0, unchanged: 3, faultCount: 0 });
    expect(await exported()).toBe(csv);
  });

  it("comes back with a report whose costs are as old as before, and another cost is told now", async () => {
    await shop.upsert({ sku: "MUG", title: "Mug", cost: { amount: "4.20", currency: "EUR" } });
    const reportedAt = (await shop.item("MUG"))?.["cost_updated_at"];
    service.clock.advance(100 * DAY_MS);
    const csv = await exported();
    expect(await importText(csv)).toMatchObject({ unchanged: 1, faultCount: 0 });
    expect(await shop.item("MUG")).toMatchObject({ cost_updated_at: reportedAt });
    expect(await importText(csv.replace("4.20", "4.30"))).toMatchObject({ updated: 1 });
    expect(await shop.item("MUG")).toMatchObject({
      cost_updated_at: new Date(service.clock.now()).toISOString(),
    });
  });

  it("stays without a column, is cleared by an empty cell, and by null", async () => {
    await shop.upsert({ sku: "MUG", title: "Mug", gtin: MUG });
    expect(await catalog(["sku,title", "MUG,Mug of enamel"])).toMatchObject({ updated: 1 });
    await shop.upsert({ sku: "MUG", title: "Mug" });
    expect(await gtinOf("MUG")).toBe(MUG);
    expect(await catalog(["sku,gtin", "MUG,"])).toMatchObject({ updated: 1 });
    expect(await gtinOf("MUG")).toBeNull();
    await shop.upsert({ sku: "MUG", gtin: MUG });
    await shop.upsert({ sku: "MUG", gtin: null });
    expect(await gtinOf("MUG")).toBeNull();
  });

  it("is the same with more leading zeros: such a row changes nothing", async () => {
    await catalog(["sku,title,gtin", "CAN,Can,036000291452"]);
    expect(await catalog(["sku,gtin", "CAN,00036000291452"])).toMatchObject({ unchanged: 1 });
    const again = await shop.upsert({ sku: "CAN", gtin: "0036000291452" });
    expect(again.json).toMatchObject({ unchanged: 1 });
    expect(await gtinOf("CAN")).toBe("036000291452");
    expect(await catalog(["sku,gtin", `CAN,${MUG}`])).toMatchObject({ updated: 1 });
    expect(await gtinOf("CAN")).toBe(MUG);
  });

  it("is stored as digits alone, whatever stands between them", async () => {
    await shop.upsert({ sku: "MUG", title: "Mug", gtin: "9 520123 456788" });
    await catalog(["sku,title,gtin", "BOOK,Book,978-3-16-148410-0"]);
    expect([await gtinOf("MUG"), await gtinOf("BOOK")]).toEqual([MUG, "9783161484100"]);
  });
});

describe("a file that a spreadsheet saved", () => {
  it.each(["9.52012E+12", "9,52012E+12"])("keeps the number that it has rounded to %s", async (cell) => {
    await catalog(["sku,title,gtin", `MUG,Mug,${MUG}`]);
    expect(await catalog(["sku;title;gtin", `MUG;Cup;${cell}`, `PAN;Pan;${cell}`])).toMatchObject({
      created: 1,
      updated: 1,
      faultCount: 0,
    });
    expect([await gtinOf("MUG"), await gtinOf("PAN")]).toEqual([MUG, null]);
  });

  it("gives a number back the leading zeros that it took away", async () => {
    await catalog(["sku,title,gtin", "CAN,Can,036000291452"]);
    expect(await catalog(["sku,gtin", "CAN,36000291452"])).toMatchObject({ unchanged: 1 });
    expect(await gtinOf("CAN")).toBe("036000291452");
  });
});

describe("a wrong GTIN", () => {
  const WRONG = "The check digit of the GTIN 9520123456780 is wrong: it would have to end in 8.";

  it("is a fault of its row, with its column, and the good rows can be taken", async () => {
    await catalog(["sku,title,gtin", `MUG,Mug,${MUG}`]);
    const file = ["sku,title,Strichcode", "MUG,Cup,9520123456780", "PAN,Pan,952012", "CAN,Can,036000291452"];
    const report = await catalog(file, { rows: "good", map: { gtin: "Strichcode" } });
    expect(report).toMatchObject({ created: 1, updated: 0, refused: 2 });
    expect(report.faults).toMatchObject([
      { line: 2, column: "Strichcode", value: "9520123456780", message: WRONG },
      {
        line: 3,
        column: "Strichcode",
        value: "952012",
        message: expect.stringContaining("8, 12, 13 or 14 digits"),
      },
    ]);
    expect(await shop.item("MUG")).toMatchObject({ title: "Mug", gtin: MUG });
  });

  it("stores nothing of its file by default", async () => {
    await expect(
      catalog(["sku,title,gtin", "CAN,Can,036000291452", "MUG,Mug,9520123456780"]),
    ).rejects.toMatchObject({
      code: "validation_error",
      extra: { issues: [{ path: "row 3.gtin", message: WRONG }] },
    });
    expect(await shop.count()).toBe(0);
  });

  it("refuses its row of a request alone", async () => {
    const { json } = await shop.upsert(
      { sku: "MUG", title: "Mug", gtin: "9520123456780" },
      { sku: "CAN", title: "Can", gtin: "036000291452" },
    );
    expect(json).toMatchObject({
      created: 1,
      rows: [
        { sku: "MUG", outcome: "refused", issues: [{ path: "gtin", message: WRONG }] },
        { sku: "CAN", outcome: "created" },
      ],
    });
  });
});

describe("a column of a product file of a store", () => {
  it("is not read by itself when it has barcodes, and is where a person names it", async () => {
    const file = [
      "Handle,Title,Variant SKU,Variant Price,Variant Barcode",
      `mug,Mug,MUG,9.90,${MUG}`,
      "cup,Cup,CUP,8.90,shelf 12",
      "pot,Pot,POT,7.90,00000000",
    ];
    expect(await catalog(file)).toMatchObject({ created: 3, faultCount: 0 });
    expect(await gtinOf("MUG")).toBeNull();
    const mapped = await catalog(file, { rows: "good", map: { gtin: "Variant Barcode" } });
    expect(mapped).toMatchObject({
      updated: 1,
      refused: 1,
      faults: [{ line: 3, column: "Variant Barcode" }],
    });
    expect(await gtinOf("MUG")).toBe(MUG);
  });
});
