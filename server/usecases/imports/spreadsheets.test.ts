import { Readable } from "node:stream";
import { writeOds } from "hucre/ods";
import { writeXlsx } from "hucre/xlsx";
import { beforeEach, describe, expect, it } from "vitest";
import { DomainError } from "@/server/domain/errors";
import { type Cataloguer, openCatalog } from "@/server/testing/cataloguer";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import {
  odsFile,
  odsNumber,
  odsParts,
  odsRow,
  odsTable,
  odsText,
  textCell,
  textRow,
  xlsxFile,
  xlsxParts,
} from "@/server/testing/spreadsheet-files";
import { zipOf } from "@/server/testing/zip-file";
import { importObservations } from "../observations/import-observations";
import { operatorContext } from "../operator-context";
import type { RequestContext } from "../request-context";
import { importCatalog } from "./import-items";
import type { ImportOptions } from "./import-plan";

const service = duringTests(() => startTestService());
let shop: Cataloguer;
let context: RequestContext;

beforeEach(async () => {
  shop = await openCatalog(service);
  context = await operatorContext(service.services, shop.workspace.id);
});

const eur = (amount: string) => ({ amount, currency: "EUR" });
const opened = (bytes: Uint8Array) => () => Readable.from([Buffer.from(bytes)]);
const imported = (bytes: Uint8Array, options: ImportOptions = {}) =>
  importCatalog(context, opened(bytes), options);

/** Returns the message that refused a file. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DomainError) || error.code !== "validation_error")
    throw new Error(`not refused: ${String(error)}`);
  return error.message;
}

const HEADER = textRow("sku", "title", "cost", "price");
const row = (...cells: readonly string[]): string => `<row>${cells.join("")}</row>`;
const number = (value: string, style = 0): string => `<c s="${style}"><v>${value}</v></c>`;
const sheet = (rows: string, behind = "") => ({ name: "Liste", rows, behind });

describe("an XLSX file", () => {
  it("is read with numbers as a person sees them, and with texts that are numbers", async () => {
    const bytes = await xlsxFile({
      formats: ["0000", "0.00"],
      sheets: [
        sheet(
          [
            HEADER,
            row(number("17", 1), textCell("Nut"), number("12.549999999999999"), number("24.9")),
            row(number("4006381333931"), textCell("Bolt"), number("1.2E1"), number("14.8753", 2)),
            row(textCell("0018"), textCell("Nail"), textCell("12,50"), textCell("1.999,00")),
          ].join(""),
        ),
      ],
    });
    const report = await imported(bytes);
    expect(report).toMatchObject({
      created: 3,
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

  it("with a formula whose result is not in it does not read it as empty", async () => {
    await shop.upsert({ sku: "A", title: "Nut", cost: eur("1.00") });
    const formula = row(textCell("A"), textCell("Nut"), "<c><f>B1*1.19</f></c>", number("2"));
    const bytes = await xlsxFile({ sheets: [sheet(HEADER + formula)] });
    const report = await imported(bytes, { dryRun: true });
    expect(report.faults).toMatchObject([{ line: 2, column: "cost", value: "=B1*1.19" }]);
    expect(await shop.item("A")).toMatchObject({ cost: eur("1.00") });
  });

  it("with an amount in another currency is not read as the workspace's", async () => {
    const bytes = await xlsxFile({
      formats: ["#,##0.00\\ [$$-409]", '#,##0.00\\ "€"'],
      sheets: [
        sheet(
          HEADER +
            row(textCell("A"), textCell("Nut"), number("1.5", 1), number("2")) +
            row(textCell("B"), textCell("Nut"), number("1.5", 2), number("2")),
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
            row(textCell("A"), textCell("a.example"), number("9.5"), textCell("EUR"), number("45962.25", 1)),
        ),
      ],
    });
    const report = await importObservations(context, opened(bytes), { dryRun: true });
    expect(report.survey.samples).toMatchObject([{ observed_at: "2025-11-01T06:00:00" }]);
  });

  it("is read from its first sheet with rows, hidden ones last, or from the one that is named", async () => {
    const of = (sku: string) => HEADER + row(textCell(sku), textCell("Nut"), number("1"), number("2"));
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
    expect(await refusal(imported(await xlsxFile({ sheets }), { sheet: "Rest" }))).toMatch(
      /no sheet "Rest".*Alt, Leer, Preise & mehr, Zubehör/,
    );
    expect((await imported(await xlsxFile({ sheets: sheets.slice(0, 2) }))).survey.sheet).toBe("Alt");
  });

  it("with a title in merged cells is read from its header, and rows of a merged cell have what stands in it", async () => {
    const bytes = await xlsxFile({
      sheets: [
        sheet(
          '<row r="1"><c r="A1" t="inlineStr"><is><t>Preisliste Muster GmbH</t></is></c></row>' +
            `<row r="3">${["Art.-Nr.", "Bezeichnung", "Marke", "EK netto"].map(textCell).join("")}</row>` +
            `<row r="4">${textCell("A")}${textCell("Nut")}${textCell("Acme")}${number("1.5")}</row>` +
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

  it("written by other programs is read, with prefixes and dates that count from 1904", async () => {
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
    expect(await refusal(imported(await odsFile(tables, hidden), { sheet: "Rest" }))).toMatch(
      /no sheet "Rest"/,
    );
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

  it("written by other programs is read", async () => {
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

describe("a spreadsheet that cannot be read is refused, and says why:", () => {
  const rows = HEADER + row(textCell("A"), textCell("Nut"), number("1"), number("2"));
  const whole = () => xlsxFile({ sheets: [sheet(rows)] });
  const withSheet = (content: string) =>
    zipOf({ ...xlsxParts({ sheets: [sheet("")] }), "xl/worksheets/sheet1.xml": content });
  const SHEET = "xl/worksheets/sheet1.xml";
  const megabytes = function* (count: number) {
    for (let n = 0; n < count; n++) yield " ".repeat(1_000_000);
  };

  it.each<[string, () => Promise<Uint8Array>, RegExp]>([
    [
      "one that was cut off",
      async () => (await whole()).subarray(0, -30),
      /broken: .*Open it in a spreadsheet/,
    ],
    [
      "one whose content was changed",
      () => zipOf(xlsxParts({ sheets: [sheet(rows)] }), { [SHEET]: { checksum: 7 } }),
      /broken: .*sheet1\.xml is damaged/,
    ],
    ["a sheet that ends early", () => withSheet("<worksheet><sheetData><row><c>"), /broken: .*ends early/],
    [
      "rows in no order",
      () => withSheet('<worksheet><sheetData><row r="3"/><row r="2"/></sheetData></worksheet>'),
      /broken: row 2/,
    ],
    [
      "a text that is not there",
      () => xlsxFile({ sheets: [sheet('<row><c t="s"><v>7</v></c></row>')] }),
      /no text 7/,
    ],
    ["no rows", () => xlsxFile({ sheets: [sheet("")] }), /is empty/],
    ["deep nesting", () => withSheet("<a>".repeat(100)), /nested too deep/],
    ["a tag without an end", () => withSheet(`<worksheet ${"a".repeat(2_000_000)}`), /does not end/],
    ["an archive of something else", () => zipOf({ "list.csv": "sku,title" }), /an archive or a document/],
    [
      "a protected ODS file",
      () => zipOf({ ...odsParts(""), "META-INF/manifest.xml": "<m><manifest:encryption-data/></m>" }),
      /password/,
    ],
    [
      "a binary workbook",
      () =>
        zipOf({
          ...xlsxParts({ sheets: [] }),
          "_rels/.rels": '<R><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.bin"/></R>',
        }),
      /\(xlsb\)/,
    ],
    [
      "more columns than a table",
      () => xlsxFile({ sheets: [sheet('<row><c r="ZZZ1"><v>1</v></c></row>')] }),
      /more than 1000 cells/,
    ],
    [
      "more cells than an import takes",
      () =>
        odsFile(
          odsTable(
            "L",
            `<table:table-row table:number-rows-repeated="1000000">${odsNumber("1", "1", 'table:number-columns-repeated="900"')}</table:table-row>`,
          ),
        ),
      /more cells than an import takes/,
    ],
    [
      "a sheet that unpacks to much more",
      () => zipOf({ ...xlsxParts({ sheets: [sheet("")] }), [SHEET]: megabytes(40) }),
      /unpacks to more than a table has: 40 MB/,
    ],
    [
      "one that hides how much it unpacks to",
      () =>
        zipOf(
          { ...xlsxParts({ sheets: [sheet("")] }), [SHEET]: megabytes(40) },
          { [SHEET]: { size: 1_000 } },
        ),
      /broken/,
    ],
    [
      "names that unpack to much more",
      () => zipOf({ ...xlsxParts({ sheets: [] }), "xl/workbook.xml": megabytes(40) }),
      /unpacks to more/,
    ],
  ])("%s", async (_, make, pattern) => {
    expect(await refusal(imported(await make()))).toMatch(pattern);
    expect(await shop.count()).toBe(0);
  });
});
