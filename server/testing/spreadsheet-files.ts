import { type PartContent, zipOf } from "./zip-file";

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** A sheet of an XLSX file: the elements of its rows, and those behind them. */
export interface XlsxSheet {
  readonly name: string;
  readonly rows: PartContent;
  readonly behind?: string;
  readonly isHidden?: boolean;
}

/** An XLSX file as Excel lays it out. */
export interface XlsxFile {
  readonly sheets: readonly XlsxSheet[];
  /** The items of its shared strings. */
  readonly texts?: PartContent;
  /** Codes of its number formats; the cells of style 1 have the first one. */
  readonly formats?: readonly string[];
  readonly is1904?: boolean;
}

const within = function* (before: string, content: PartContent, after: string): Iterable<string> {
  yield before;
  if (typeof content === "string") yield content;
  else yield* content;
  yield after;
};

/** Returns the parts of an XLSX file, by which a test can spoil one. */
export function xlsxParts({ sheets, texts = "", formats = [], is1904 = false }: XlsxFile) {
  const numbered = sheets.map((sheet, index) => ({ ...sheet, id: index + 1 }));
  const relation = (id: string, kind: string, target: string): string =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`;
  return {
    "[Content_Types].xml": `${HEAD}<Types xmlns="${PACKAGE}/content-types"/>`,
    "_rels/.rels": `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relation("rId1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    "xl/workbook.xml": `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr${is1904 ? ' date1904="1"' : ""}/><sheets>${numbered
      .map(
        ({ name, id, isHidden }) =>
          `<sheet name="${escaped(name)}" sheetId="${id}" r:id="rId${id}"${isHidden ? ' state="hidden"' : ""}/>`,
      )
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${[
      ...numbered.map(({ id }) => relation(`rId${id}`, "worksheet", `worksheets/sheet${id}.xml`)),
      relation("styles", "styles", "styles.xml"),
      relation("texts", "sharedStrings", "/xl/sharedStrings.xml"),
    ].join("")}</Relationships>`,
    ...Object.fromEntries(
      numbered.map(({ id, rows, behind = "" }) => [
        `xl/worksheets/sheet${id}.xml`,
        within(`${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`, rows, `</sheetData>${behind}</worksheet>`),
      ]),
    ),
    "xl/styles.xml": `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts>${formats
      .map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code)}"/>`)
      .join("")}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
      .map((_, index) => `<xf numFmtId="${164 + index}"/>`)
      .join("")}</cellXfs></styleSheet>`,
    "xl/sharedStrings.xml": within(`${HEAD}<sst xmlns="${MAIN}">`, texts, "</sst>"),
  };
}

/** Makes an XLSX file. */
export const xlsxFile = (file: XlsxFile): Promise<Buffer> => zipOf(xlsxParts(file));

/** Returns a cell with a text of its own. */
export const textCell = (text: string): string => `<c t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;
/** Returns a cell with a number. @param style 1 for the first of the file's number formats, and so on */
export const numberCell = (value: string, style = 0): string => `<c s="${style}"><v>${value}</v></c>`;
/** Returns a row of cells. */
export const xlsxRow = (...cells: readonly string[]): string => `<row>${cells.join("")}</row>`;
/** Returns a row of texts of its own. */
export const textRow = (...texts: readonly string[]): string => xlsxRow(...texts.map(textCell));

const ODS_NAMES = ["office", "table", "text", "style"]
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(" ");

/** Returns the parts of an ODS file with these tables, by which a test can spoil one. */
export const odsParts = (tables: PartContent, styles = "") => ({
  mimetype: "application/vnd.oasis.opendocument.spreadsheet",
  "content.xml": within(
    `${HEAD}<office:document-content ${ODS_NAMES}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>`,
    tables,
    "</office:spreadsheet></office:body></office:document-content>",
  ),
  "META-INF/manifest.xml": `${HEAD}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>`,
});

/** Makes an ODS file with these tables. */
export const odsFile = (tables: PartContent, styles = ""): Promise<Buffer> => zipOf(odsParts(tables, styles));

/** Returns a cell of an ODS sheet with a text. */
export const odsText = (text: string, attributes = ""): string =>
  `<table:table-cell office:value-type="string" ${attributes}><text:p>${escaped(text)}</text:p></table:table-cell>`;
/** Returns a cell of an ODS sheet with a number. @param shown how the program showed it */
export const odsNumber = (value: string, shown = value, attributes = ""): string =>
  `<table:table-cell office:value-type="float" office:value="${value}" ${attributes}><text:p>${shown}</text:p></table:table-cell>`;
/** Returns a row of an ODS sheet. */
export const odsRow = (...cells: readonly string[]): string =>
  `<table:table-row>${cells.join("")}</table:table-row>`;
/** Returns a sheet of an ODS file. */
export const odsTable = (name: string, rows: string, attributes = ""): string =>
  `<table:table table:name="${escaped(name)}" ${attributes}>${rows}</table:table>`;
