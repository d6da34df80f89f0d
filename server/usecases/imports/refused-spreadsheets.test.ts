import { beforeEach, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { type Importer, openImporter } from "@/server/testing/importer";
import { startTestService } from "@/server/testing/service";
import {
  numberCell,
  odsFile,
  odsNumber,
  odsParts,
  odsTable,
  textCell,
  textRow,
  xlsxFile,
  xlsxParts,
  xlsxRow,
} from "@/server/testing/spreadsheet-files";
import { zipOf } from "@/server/testing/zip-file";

const service = duringTests(() => startTestService());
let own: Importer;
let shop: Importer["shop"];

beforeEach(async () => {
  own = await openImporter(service);
  ({ shop } = own);
});

const imported = (bytes: Uint8Array) => own.catalog(Buffer.from(bytes));

const HEADER = textRow("sku", "title", "cost", "price");
const sheet = (rows: string, behind = "") => ({ name: "Liste", rows, behind });

describe("a spreadsheet that cannot be read is refused, and says why:", () => {
  const rows = HEADER + xlsxRow(textCell("A"), textCell("Nut"), numberCell("1"), numberCell("2"));
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
      "a row of endless cells",
      () =>
        withSheet(
          `<worksheet><sheetData><row>${numberCell("1").repeat(200_000)}</row></sheetData></worksheet>`,
        ),
      /more than 1000 cells/,
    ],
    [
      "a row of endless text",
      () =>
        xlsxFile({
          texts: `<si><t>${"x".repeat(60_000)}</t></si>`,
          sheets: [sheet(`<row>${'<c t="s"><v>0</v></c>'.repeat(999)}</row>`)],
        }),
      /1000000 characters/,
    ],
    [
      "a text longer than any cell's",
      () => xlsxFile({ texts: `<si><t>${"x".repeat(70_000)}</t></si>`, sheets: [sheet(rows)] }),
      /more than 65535 characters/,
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
    const message = expect.stringMatching(pattern) as string;
    await expect(imported(await make())).rejects.toMatchObject({ code: "validation_error", message });
    expect(await shop.count()).toBe(0);
  });
});
