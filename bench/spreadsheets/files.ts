import {
  odsFile,
  odsNumber,
  odsRow,
  odsTable,
  odsText,
  textRow,
  xlsxFile,
  xlsxParts,
} from "@/server/testing/spreadsheet-files";
import { zipOf } from "@/server/testing/zip-file";

const COLUMNS = ["sku", "title", "brand", "category", "price", "cost", "stock", "url"] as const;
const MEGABYTE = 1_000_000;

const textsOf = (n: number): readonly string[] => [
  `SKU-${n}`,
  `Item no. ${n}, an oak shelf with three boards, ${(n * 7919) % 100_003}`,
  `Maker ${n % 500}`,
  `Category ${n % 80}`,
];
const price = (n: number): string => `${(n % 90) + 10}.99`;
const cost = (n: number): string => `${(n % 50) + 4}.${10 + (n % 89)}`;
const url = (n: number): string => `https://shop.example/items/${n}`;
const TEXTS_A_ROW = 5;

/** Makes an XLSX file as Excel writes it: every text is one of its shared strings. */
export function xlsxOfRows(rows: number): Promise<Buffer> {
  const texts = function* () {
    for (let n = 0; n < rows; n++)
      yield [...textsOf(n), url(n)].map((text) => `<si><t>${text}</t></si>`).join("");
  };
  const sheet = function* () {
    yield textRow(...COLUMNS);
    for (let n = 0; n < rows; n++) {
      const line = n + 2;
      const shared = (column: string, index: number) =>
        `<c r="${column}${line}" t="s"><v>${TEXTS_A_ROW * n + index}</v></c>`;
      const number = (column: string, value: string) => `<c r="${column}${line}" s="1"><v>${value}</v></c>`;
      yield `<row r="${line}" spans="1:8">${["A", "B", "C", "D"].map(shared).join("")}${number("E", price(n))}${number("F", cost(n))}${number("G", String(n % 40))}${shared("H", 4)}</row>`;
    }
  };
  return xlsxFile({ formats: ["0.00"], texts: texts(), sheets: [{ name: "Items", rows: sheet() }] });
}

/** Makes an ODS file. */
export function odsOfRows(rows: number): Promise<Buffer> {
  const table = function* () {
    yield '<table:table table:name="Items">';
    yield odsRow(...COLUMNS.map((name) => odsText(name)));
    for (let n = 0; n < rows; n++)
      yield odsRow(
        ...textsOf(n).map((text) => odsText(text)),
        odsNumber(price(n), price(n).replace(".", ",")),
        odsNumber(cost(n), cost(n).replace(".", ",")),
        odsNumber(String(n % 40)),
        odsText(url(n)),
      );
    yield "</table:table>";
  };
  return odsFile(table());
}

const blanks = function* (megabytes: number) {
  for (let n = 0; n < megabytes; n++) yield " ".repeat(MEGABYTE);
};
const SHEET = "xl/worksheets/sheet1.xml";
const withSheet = (content: Iterable<string>, stated = {}) =>
  zipOf({ ...xlsxParts({ sheets: [{ name: "Items", rows: "" }] }), [SHEET]: content }, { [SHEET]: stated });

/** Files that unpack to much more than they are, and that are to be refused. */
export const BOMBS: readonly (() => Promise<Buffer>)[] = [
  () => withSheet(blanks(300)),
  () => withSheet(blanks(300), { size: MEGABYTE }),
  () =>
    odsFile(
      odsTable(
        "Items",
        `<table:table-row table:number-rows-repeated="1048576">${odsNumber("1", "1", 'table:number-columns-repeated="16384"')}</table:table-row>`,
      ),
    ),
  () =>
    odsFile(
      odsTable(
        "Items",
        `<table:table-row table:number-rows-repeated="1048576">${odsText("sku", 'table:number-columns-repeated="900"')}</table:table-row>`,
      ),
    ),
];

/** Files that are broken, protected or of another kind. */
export const BROKEN: readonly (() => Promise<Buffer>)[] = [
  async () => (await xlsxOfRows(20_000)).subarray(0, -1_000),
  () => withSheet(["<worksheet><sheetData><row>"]),
  () => Promise.resolve(Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(20 * MEGABYTE)])),
  () => Promise.resolve(Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(20 * MEGABYTE, 0xe4)])),
];
