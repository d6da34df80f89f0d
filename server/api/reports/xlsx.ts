import { type CellValue, writeXlsxStream } from "hucre/xlsx";
import type { Column } from "./report";

/** A spreadsheet's numbers have fifteen digits; a number with more of them is written as text. */
const EXACT_DIGITS = 15;
/** The most characters that a cell of a spreadsheet may have. */
const MAX_CELL = 32_767;
/** Characters that XML cannot hold: noncharacters and halves of a pair. */
const NOT_IN_XML = /[\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
const REPLACEMENT = "\uFFFD";

/**
 * Writes a report as an XLSX workbook while its rows are read: amounts, ratios and counts as numbers, times as dates
 * in UTC, text as text. A report longer than a sheet goes on in a second one.
 */
export async function* xlsxWorkbook<Row>(
  name: string,
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  const iterator = pages[Symbol.asyncIterator]();
  try {
    const first = await iterator.next();
    const firstRows = first.done ? [] : first.value;
    const workbook = writeXlsxStream(cells(columns, firstRows, iterator), {
      name,
      columns: columns.map((column) => ({
        header: column.name,
        width: column.type === "text" ? 24 : 14,
        ...numberFormat(column, firstRows),
      })),
      freezePane: { rows: 1 },
    });
    yield* workbook;
  } finally {
    await iterator.return?.();
  }
}

async function* cells<Row>(
  columns: readonly Column<Row>[],
  firstRows: readonly Row[],
  rest: AsyncIterator<readonly Row[]>,
): AsyncGenerator<CellValue[]> {
  let rows: readonly Row[] = firstRows;
  for (;;) {
    for (const row of rows) yield columns.map((column) => cell(column, row));
    const next = await rest.next();
    if (next.done) return;
    rows = next.value;
  }
}

function cell<Row>({ type, value }: Column<Row>, row: Row): CellValue {
  const given = value(row);
  if (given === null || typeof given === "number") return given;
  if (type === "text") return given.replace(NOT_IN_XML, REPLACEMENT).slice(0, MAX_CELL);
  if (type === "time") return new Date(given);
  const digits = given.replace(/\D/g, "").replace(/^0+/, "").length;
  return digits > EXACT_DIGITS ? given : Number(given);
}

/**
 * The decimals of amounts are those of the workspace's currency, which the first amount shows; a third one is shown
 * where an amount of another currency has it, and is not lost where the file is read again.
 */
function numberFormat<Row>({ type, value }: Column<Row>, rows: readonly Row[]): { numFmt?: string } {
  if (type === "time") return { numFmt: "yyyy-mm-dd hh:mm:ss" };
  if (type === "ratio") return { numFmt: "0.0%" };
  if (type !== "amount") return {};
  const amount = rows.map(value).find((each) => each !== null);
  const decimals = String(amount ?? "0.00").split(".")[1]?.length ?? 0;
  return { numFmt: decimals === 0 ? "#,##0" : `#,##0.${"0".repeat(decimals)}${decimals < 3 ? "#" : ""}` };
}
