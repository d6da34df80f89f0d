import { setImmediate as turn } from "node:timers/promises";
import { DomainError } from "@/server/domain/errors";
import { type CsvRecord, CsvRecords } from "@/server/domain/imports/csv/csv-records";
import type { Delimiter } from "@/server/domain/imports/csv/delimiter";
import type { Encoding } from "@/server/domain/imports/csv/encodings";
import { decodedText, type ImportFile } from "./encoding";
import type { TableRow } from "./table";
import { unreadableFile } from "./unreadable-file";

/** How the bytes of a file are read as cells. */
export interface CellLayout {
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
}

/** Other requests are answered after so many rows; a file in memory would have none of them answered before its end. */
const ROWS_AT_A_TIME = 100;
/** The same for pieces of the file that complete no row. */
const PIECES_AT_A_TIME = 16;

/**
 * Streams the rows of a CSV file with back-pressure, those without anything in them too; nothing of it stays in memory,
 * and other work of the process goes on between rows.
 * @throws DomainError validation_error for a file that is in another encoding or not CSV
 */
export async function* csvRows(
  open: ImportFile,
  { encoding, delimiter }: CellLayout,
): AsyncGenerator<TableRow> {
  const records = new CsvRecords(delimiter);
  let rows = 0;
  let pieces = 0;
  try {
    for await (const text of decodedText(open, encoding)) {
      for (const record of records.read(text)) {
        yield rowOf(record);
        rows += 1;
        if (rows % ROWS_AT_A_TIME === 0) await turn();
      }
      pieces += 1;
      if (pieces % PIECES_AT_A_TIME === 0) await turn();
    }
    for (const record of records.end()) yield rowOf(record);
  } catch (error) {
    throw asUnreadable(error);
  }
}

/** Reads the rows at the beginning of a CSV file. @param isWhole whether that is all of it */
export function* csvRowsOf(start: string, delimiter: Delimiter, isWhole: boolean): Generator<TableRow> {
  const records = new CsvRecords(delimiter);
  try {
    for (const record of records.read(start)) yield rowOf(record);
    if (isWhole) for (const record of records.end()) yield rowOf(record);
  } catch (error) {
    throw asUnreadable(error);
  }
}

const rowOf = ({ line, cells, isUnclosed }: CsvRecord): TableRow => ({
  line,
  cells,
  fault: isUnclosed ? UNCLOSED : null,
});

const UNCLOSED = {
  path: "",
  code: "quote",
  message:
    "A quotation mark opens a cell of this row and none closes it; the mark of a text has to be doubled.",
} as const;

function asUnreadable(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  return unreadableFile(
    error instanceof Error
      ? `The file cannot be read as CSV: ${error.message}.`
      : "The file cannot be read as CSV.",
    error,
  );
}
