import { stringify } from "csv-stringify/sync";
import { safeCell } from "@/server/domain/imports/csv/safe-cell";
import type { ReportFormat } from "@/server/domain/reports/report";
import type { Column } from "./report";
import { xlsxWorkbook } from "./xlsx";

/** An output format of reports: its media type and a generator of its bytes or text. */
export interface Format {
  readonly mediaType: string;
  readonly extension: string;
  write<Row>(
    name: string,
    columns: readonly Column<Row>[],
    pages: AsyncIterable<readonly Row[]>,
    options: { readonly bom: boolean },
  ): AsyncGenerator<string | Uint8Array>;
}

export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const cell = <Row>(column: Column<Row>, row: Row): string => {
  const value = column.value(row);
  if (value === null) return "";
  return column.type === "text" ? safeCell(String(value)) : String(value);
};

const asObject = <Row>(columns: readonly Column<Row>[], row: Row): string =>
  JSON.stringify(Object.fromEntries(columns.map((column) => [column.name, column.value(row)])));

const csv: Format = {
  mediaType: "text/csv; charset=utf-8",
  extension: "csv",
  async *write(_name, columns, pages, { bom }) {
    yield (bom ? "\uFEFF" : "") + stringify([columns.map(({ name }) => name)], { record_delimiter: "\r\n" });
    for await (const rows of pages)
      yield stringify(
        rows.map((row) => columns.map((column) => cell(column, row))),
        { record_delimiter: "\r\n" },
      );
  },
};

const ndjson: Format = {
  mediaType: "application/x-ndjson; charset=utf-8",
  extension: "ndjson",
  async *write(_name, columns, pages) {
    for await (const rows of pages) yield rows.map((row) => `${asObject(columns, row)}\n`).join("");
  },
};

const json: Format = {
  mediaType: "application/json; charset=utf-8",
  extension: "json",
  async *write(name, columns, pages) {
    yield `{"report":${JSON.stringify(name)},"columns":${JSON.stringify(columns.map((column) => column.name))},"data":[`;
    let before = "";
    for await (const rows of pages) {
      if (rows.length === 0) continue;
      yield before + rows.map((row) => asObject(columns, row)).join(",");
      before = ",";
    }
    yield "]}";
  },
};

const xlsx: Format = {
  mediaType: XLSX,
  extension: "xlsx",
  write: xlsxWorkbook,
};

/** The formats by their wire names. */
export const FORMATS: Readonly<Record<ReportFormat, Format>> = { json, csv, ndjson, xlsx };
