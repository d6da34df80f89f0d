import { writeOds } from "hucre/ods";
import { beforeEach, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { type Importer, openImporter } from "@/server/testing/importer";
import { startTestService } from "@/server/testing/service";
import { odsFile, odsNumber, odsRow, odsTable, odsText } from "@/server/testing/spreadsheet-files";
import type { ImportOptions } from "./import-plan";

const service = duringTests(() => startTestService());
let own: Importer;
let shop: Importer["shop"];

beforeEach(async () => {
  own = await openImporter(service);
  ({ shop } = own);
});

const eur = (amount: string) => ({ amount, currency: "EUR" });
const imported = (bytes: Uint8Array, options: ImportOptions = {}) => own.catalog(Buffer.from(bytes), options);

describe("an ODS file", () => {
  const HEADER_ROW = odsRow(...["sku", "title", "cost", "price"].map((name) => odsText(name)));

  it("is read with its values, its texts, its repeats and without its comments", async () => {
    const note = "<office:annotation><text:p>a note</text:p></office:annotation>";
    const bytes = await odsFile(
      odsTable(
        "Liste",
        HEADER_ROW +
          odsRow(
            odsNumber("17", "0017"),
            `<table:table-cell office:value-type="string">${note}<text:p>Tom<text:s text:c="2"/>&amp; <text:span>Jerry</text:span></text:p><text:p>mit Deckel</text:p></table:table-cell>`,
            odsNumber("12.549999999999999", "12,55"),
            '<table:table-cell office:value-type="currency" office:currency="EUR" office:value="24.9"><text:p>24,90 €</text:p></table:table-cell>',
          ) +
          '<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>' +
          odsRow(
            odsText("B"),
            odsText("Bolt"),
            odsNumber("14.8753", "14,88", 'table:number-columns-repeated="2"'),
          ) +
          '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
      ),
    );
    expect(await imported(bytes)).toMatchObject({
      created: 2,
      survey: { file: "ods", sheet: "Liste", rows: 2, mark: "point" },
    });
    expect(await shop.item("0017")).toMatchObject({
      title: "Tom  & Jerry\nmit Deckel",
      cost: eur("12.55"),
      price: eur("24.90"),
    });
    expect(await shop.item("B")).toMatchObject({ cost: eur("14.88"), price: eur("14.88") });
  });

  it("has moments, percentages, booleans and formulas without a result as what they are", async () => {
    const cells = [
      '<table:table-cell office:value-type="date" office:date-value="2026-12-01T06:12:00"/>',
      '<table:table-cell office:value-type="date" office:date-value="2026-12-01"/>',
      '<table:table-cell office:value-type="percentage" office:value="0.19"/>',
      '<table:table-cell office:value-type="boolean" office:boolean-value="true"/>',
      '<table:table-cell table:formula="of:=[.B1]*2"/>',
    ];
    const names = ["sku", "title", "a", "b", "c", "d"].map((name) => odsText(name));
    const bytes = await odsFile(odsTable("Liste", odsRow(...names) + odsRow(odsText("A"), ...cells)));
    const { survey } = await imported(bytes, { dryRun: true });
    expect(survey.samples).toEqual([
      {
        sku: "A",
        title: "2026-12-01T06:12:00",
        a: "2026-12-01",
        b: "19%",
        c: "true",
        d: "of:=[.B1]*2",
      },
    ]);
  });

  it("keeps a known cost where a formula ended in an error, and takes no dollars for euros", async () => {
    await shop.upsert(
      { sku: "A", title: "Mug", cost: eur("1.00") },
      { sku: "B", title: "Pan", cost: eur("2.00") },
    );
    const failed =
      '<table:table-cell table:formula="of:=VLOOKUP([.A2];[.D1:.E9];2;0)" office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>#N/A</text:p></table:table-cell>';
    const dollars =
      '<table:table-cell office:value-type="float" office:value="12.5"><text:p>12,50 $</text:p></table:table-cell>';
    const rows = [
      odsRow(odsText("sku"), odsText("cost")),
      odsRow(odsText("A"), failed),
      odsRow(odsText("B"), dollars),
    ];
    const report = await imported(await odsFile(odsTable("Liste", rows.join(""))), { rows: "good" });
    expect(report).toMatchObject({ refused: 2, updated: 0 });
    expect([(await shop.item("A"))?.["cost"], (await shop.item("B"))?.["cost"]]).toEqual([
      eur("1.00"),
      eur("2.00"),
    ]);
  });

  it("is read from its first sheet with rows, hidden ones last, or from the one that is named", async () => {
    const hidden =
      '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>';
    const of = (sku: string) =>
      HEADER_ROW + odsRow(odsText(sku), odsText("Nut"), odsNumber("1"), odsNumber("2"));
    const tables =
      odsTable("Alt", of("OLD"), 'table:style-name="ta2"') +
      odsTable("Leer", odsRow("<table:table-cell/>")) +
      odsTable("Preise", of("A")) +
      odsTable("Zubehör", of("B"));
    const sheets = ["Alt", "Leer", "Preise", "Zubehör"];
    expect((await imported(await odsFile(tables, hidden))).survey).toMatchObject({ sheet: "Preise", sheets });
    const named = await imported(await odsFile(tables, hidden), { sheet: "zubehör" });
    expect(named.survey).toMatchObject({ sheet: "Zubehör", sheets });
    expect(await shop.count()).toBe(2);
    await expect(imported(await odsFile(tables, hidden), { sheet: "Rest" })).rejects.toMatchObject({
      code: "validation_error",
      message: expect.stringMatching(/no sheet "Rest"/) as string,
    });
    const alone = odsTable("Alt", of("OLD"), 'table:style-name="ta2"');
    expect((await imported(await odsFile(alone, hidden))).survey.sheet).toBe("Alt");
  });

  it("has rows of a merged cell with what stands in it", async () => {
    const names = ["sku", "title", "brand", "cost"].map((name) => odsText(name));
    const bytes = await odsFile(
      odsTable(
        "Liste",
        odsRow(
          odsText("Preisliste", 'table:number-columns-spanned="4"'),
          '<table:covered-table-cell table:number-columns-repeated="3"/>',
        ) +
          odsRow(...names) +
          odsRow(
            odsText("A"),
            odsText("Nut"),
            odsText("Acme", 'table:number-rows-spanned="2"'),
            odsNumber("1"),
          ) +
          odsRow(odsText("B"), odsText("Bolt"), "<table:covered-table-cell/>", odsNumber("2")) +
          odsRow(odsText("C"), odsText("Nail"), "<table:table-cell/>", odsNumber("3")),
      ),
    );
    expect(await imported(bytes)).toMatchObject({ created: 3, survey: { header: { line: 2 } } });
    expect(await shop.item("B")).toMatchObject({ brand: "Acme" });
    expect(await shop.item("C")).toMatchObject({ brand: null });
  });

  it("is read when other programs wrote it", async () => {
    await imported(
      await writeOds({
        sheets: [
          {
            name: "Data",
            rows: [
              ["sku", "title", "cost"],
              ["A", "Nut", 4.2],
            ],
          },
        ],
      }),
    );
    expect(await shop.item("A")).toMatchObject({ title: "Nut", cost: eur("4.20") });
  });
});
