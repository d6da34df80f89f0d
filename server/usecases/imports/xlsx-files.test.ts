import { writeXlsx } from "hucre/xlsx";
import { beforeEach, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { type Importer, openImporter } from "@/server/testing/importer";
import { startTestService } from "@/server/testing/service";
import {
  numberCell,
  textCell,
  textRow,
  xlsxFile,
  xlsxParts,
  xlsxRow,
} from "@/server/testing/spreadsheet-files";
import { zipOf } from "@/server/testing/zip-file";
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

const HEADER = textRow("sku", "title", "cost", "price");
const sheet = (rows: string, behind = "") => ({ name: "Liste", rows, behind });

describe("an XLSX file", () => {
  it("is read with numbers as a person sees them, and with texts that are numbers", async () => {
    const bytes = await xlsxFile({
      formats: ["0000", "0.00"],
      sheets: [
        sheet(
          [
            HEADER,
            xlsxRow(
              numberCell("17", 1),
              textCell("Nut"),
              numberCell("12.549999999999999"),
              numberCell("24.9"),
            ),
            xlsxRow(
              numberCell("4006381333931"),
              textCell("Bolt"),
              numberCell("1.2E1"),
              numberCell("14.8753", 2),
            ),
            xlsxRow(textCell("0018"), textCell("Nail"), textCell("12,50"), textCell("1.999,00")),
            xlsxRow(textCell("0019"), textCell("Pin"), numberCell("1.234"), numberCell("2")),
          ].join(""),
        ),
      ],
    });
    const report = await imported(bytes);
    expect(report).toMatchObject({
      created: 4,
      survey: {
        file: "xlsx",
        sheet: "Liste",
        sheets: ["Liste"],
        encoding: null,
        delimiter: null,
        mark: "comma",
      },
    });
    expect(await shop.item("0017")).toMatchObject({ cost: eur("12.55"), price: eur("24.90") });
    expect(await shop.item("4006381333931")).toMatchObject({ cost: eur("12.00"), price: eur("14.88") });
    expect(await shop.item("0018")).toMatchObject({ cost: eur("12.50"), price: eur("1999.00") });
    expect(await shop.item("0019")).toMatchObject({ cost: eur("1.24"), price: eur("2.00") });
  });

  it("has shared and rich texts, escapes, gaps, results of formulas and booleans", async () => {
    const bytes = await xlsxFile({
      texts:
        "<si><t>sku</t></si><si><t>title</t></si><si><r><t>co</t></r><r><t>st</t></r><rPh><t>x</t></rPh></si>" +
        '<si><t xml:space="preserve"> Tom &amp; Jerry_x000D_ </t></si><si><t>archived</t></si>',
      sheets: [
        sheet(
          '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="D2" t="s"><v>2</v></c><c r="E2" t="s"><v>4</v></c></row>' +
            '<row r="5"><c r="A5" t="str"><f>"A"&amp;1</f><v>A1</v></c><c r="B5" t="s"><v>3</v></c><c r="C5" t="inlineStr"><is><t>ignored</t></is></c><c r="D5"><f>B1*2</f><v>4.2</v></c><c r="E5" t="b"><v>1</v></c><c r="F5" s="0"/></row>',
        ),
      ],
    });
    expect(await imported(bytes)).toMatchObject({ created: 1, survey: { header: { line: 2 }, rows: 1 } });
    expect(await shop.item("A1")).toMatchObject({
      title: "Tom & Jerry",
      cost: eur("4.20"),
      state: "archived",
    });
  });

  it("does not read a formula whose result is not in it as empty", async () => {
    await shop.upsert({ sku: "A", title: "Nut", cost: eur("1.00") });
    const formula = xlsxRow(textCell("A"), textCell("Nut"), "<c><f>B1*1.19</f></c>", numberCell("2"));
    const bytes = await xlsxFile({ sheets: [sheet(HEADER + formula)] });
    const report = await imported(bytes, { dryRun: true });
    expect(report.faults).toMatchObject([{ line: 2, column: "cost", value: "=B1*1.19" }]);
    expect(await shop.item("A")).toMatchObject({ cost: eur("1.00") });
  });

  it("does not read an amount in another currency as the workspace's", async () => {
    const bytes = await xlsxFile({
      formats: ["#,##0.00\\ [$$-409]", '#,##0.00\\ "€"'],
      sheets: [
        sheet(
          HEADER +
            xlsxRow(textCell("A"), textCell("Nut"), numberCell("1.5", 1), numberCell("2")) +
            xlsxRow(textCell("B"), textCell("Nut"), numberCell("1.5", 2), numberCell("2")),
        ),
      ],
    });
    const report = await imported(bytes, { rows: "good" });
    expect(report.faults).toMatchObject([{ line: 2, column: "cost", value: "1.5 $" }]);
    expect(await shop.item("B")).toMatchObject({ cost: eur("1.50") });
  });

  it("has the moments of competitors' prices as ISO 8601 without an offset", async () => {
    await shop.upsert({ sku: "A", title: "Nut", price: eur("9.90") });
    const bytes = await xlsxFile({
      formats: ["dd/mm/yyyy hh:mm"],
      sheets: [
        sheet(
          textRow("sku", "seller", "price", "currency", "observed_at") +
            xlsxRow(
              textCell("A"),
              textCell("a.example"),
              numberCell("9.5"),
              textCell("EUR"),
              numberCell("45962.25", 1),
            ),
        ),
      ],
    });
    const report = await own.observations(bytes, { dryRun: true });
    expect(report.survey.samples).toMatchObject([{ observed_at: "2025-11-01T06:00:00" }]);
  });

  it("is read from its first sheet with rows, hidden ones last, or from the one that is named", async () => {
    const of = (sku: string) =>
      HEADER + xlsxRow(textCell(sku), textCell("Nut"), numberCell("1"), numberCell("2"));
    const sheets = [
      { name: "Alt", rows: of("OLD"), isHidden: true },
      { name: "Leer", rows: '<row><c s="0"/></row>' },
      { name: "Preise & mehr", rows: of("A") },
      { name: "Zubehör", rows: of("B") },
    ];
    const report = await imported(await xlsxFile({ sheets }));
    expect(report.survey).toMatchObject({
      sheet: "Preise & mehr",
      sheets: ["Alt", "Leer", "Preise & mehr", "Zubehör"],
    });
    expect((await imported(await xlsxFile({ sheets }), { sheet: "zubehör" })).survey.sheet).toBe("Zubehör");
    expect(await shop.item("B")).toMatchObject({ cost: eur("1.00") });
    expect(await shop.count()).toBe(2);
    await expect(imported(await xlsxFile({ sheets }), { sheet: "Rest" })).rejects.toMatchObject({
      code: "validation_error",
      message: expect.stringMatching(/no sheet "Rest".*Alt, Leer, Preise & mehr, Zubehör/) as string,
    });
    expect((await imported(await xlsxFile({ sheets: sheets.slice(0, 2) }))).survey.sheet).toBe("Alt");
  });

  it("is read from its header below a title in merged cells, and rows of a merged cell have what stands in it", async () => {
    const bytes = await xlsxFile({
      sheets: [
        sheet(
          '<row r="1"><c r="A1" t="inlineStr"><is><t>Preisliste Muster GmbH</t></is></c></row>' +
            `<row r="3">${["Art.-Nr.", "Bezeichnung", "Marke", "EK netto"].map(textCell).join("")}</row>` +
            `<row r="4">${textCell("A")}${textCell("Nut")}${textCell("Acme")}${numberCell("1.5")}</row>` +
            '<row r="5"><c r="A5" t="inlineStr"><is><t>B</t></is></c><c r="B5" t="inlineStr"><is><t>Bolt</t></is></c><c r="D5"><v>2</v></c></row>' +
            '<row r="6"><c r="A6" t="inlineStr"><is><t>C</t></is></c><c r="B6" t="inlineStr"><is><t>Nail</t></is></c><c r="D6"><v>3</v></c></row>',
          '<mergeCells count="2"><mergeCell ref="A1:D2"/><mergeCell ref="C4:C5"/></mergeCells>',
        ),
      ],
    });
    expect(await imported(bytes)).toMatchObject({ created: 3, survey: { header: { line: 3 } } });
    expect(await shop.item("B")).toMatchObject({ brand: "Acme", cost: eur("2.00") });
    expect(await shop.item("C")).toMatchObject({ brand: null });
  });

  it("is read when other programs wrote it, with prefixes and dates that count from 1904", async () => {
    const parts = xlsxParts({ sheets: [sheet("")], is1904: true });
    const rows = `<x:row><x:c t="inlineStr"><x:is><x:t>sku</x:t></x:is></x:c><x:c t="inlineStr"><x:is><x:t>title</x:t></x:is></x:c></x:row>`;
    const data = `<x:row><x:c t="inlineStr"><x:is><x:t>A</x:t></x:is></x:c><x:c s="1"><x:v>44895</x:v></x:c></x:row>`;
    const bytes = await zipOf({
      ...parts,
      "xl/worksheets/sheet1.xml": `<x:worksheet xmlns:x="m"><x:sheetData>${rows}${data}</x:sheetData></x:worksheet>`,
      "xl/styles.xml": '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    });
    await imported(bytes);
    expect(await shop.item("A")).toMatchObject({ title: "2026-12-01" });
    const made = await writeXlsx({
      sheets: [
        {
          name: "Data",
          rows: [
            ["sku", "cost"],
            ["A", 4.2],
          ],
        },
      ],
    });
    await imported(made);
    expect(await shop.item("A")).toMatchObject({ cost: eur("4.20") });
  });
});

describe("the report of margins as XLSX", () => {
  it("is read without a mapping, and changes nothing when it comes back", async () => {
    await shop.upsert(
      { sku: "0017", title: 'Nut, 1/2"', price: eur("9.90"), cost: eur("4.20"), stock: 3 },
      { sku: "=B", title: "'Bolt", price: eur("1234567.89"), tags: ["a", "b"] },
      { sku: "4006381333931", title: "Nail", gtin: "4006381333931" },
    );
    const response = await fetch(`${service.url}/reports/export?format=xlsx&report=margins`, {
      headers: { authorization: `Bearer ${shop.token}` },
    });
    const report = await imported(new Uint8Array(await response.arrayBuffer()));
    expect(report).toMatchObject({ rows: 3, created: 0, updated: 0, unchanged: 3, faultCount: 0 });
    expect(report.survey.problems).toEqual([]);
    expect(await shop.item("0017")).toMatchObject({ title: 'Nut, 1/2"', cost: eur("4.20"), stock: 3 });
  });
});
