import { pipeline, Transform } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { parse } from "csv-parse";
import { DomainError } from "@/server/domain/errors";
import type { CsvRow } from "@/server/domain/imports/csv/cells";
import type { Delimiter } from "@/server/domain/imports/csv/delimiter";
import type { ValidationIssue } from "@/server/domain/items/item-patch";
import { type Encoding, type ImportFile, toUtf8 } from "./encoding";
import { unreadableFile } from "./unreadable-file";

/** A data row with the line of the file on which it ends, counted as an editor counts lines. */
export interface NumberedRow {
  readonly line: number;
  readonly row: CsvRow;
  /** Set for a row whose number of cells differs from the header's: its cells may stand under other names. */
  readonly ragged: ValidationIssue | null;
}

/** How the bytes of a file are read as cells. */
export interface CellLayout {
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
}

const MAX_RECORD_BYTES = 1_000_000;
/** Shops' exports have about a hundred columns; the parser takes a minute for a row of millions of empty cells. */
const MAX_CELLS = 1_000;
/** Other requests are answered after so many rows; a file in memory would have none of them answered before its end. */
const ROWS_AT_A_TIME = 100;
/** The parser reads a whole piece before the first row of it is taken. */
const PIECE_BYTES = 8 * 1024;

/**
 * Streams the rows of a CSV file with back-pressure; nothing of it stays in memory, and other work of the process goes
 * on between rows.
 * @throws DomainError validation_error for a file that is empty, in another encoding or not CSV
 */
export async function* csvRows(
  open: ImportFile,
  { encoding, delimiter }: CellLayout,
  onHeader: (columns: readonly string[]) => void,
): AsyncGenerator<NumberedRow> {
  const header: string[] = [];
  const parser = parse({
    bom: true,
    delimiter,
    columns: (names: string[]) => {
      header.push(...names.map((name) => name.trim()));
      onHeader(header);
      return header;
    },
    info: true,
    // `limitCells` counts the same line ends: keep both in step.
    record_delimiter: ["\r\n", "\n", "\r"],
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: MAX_RECORD_BYTES,
  });
  const file = open();
  pipeline(file, toUtf8(encoding), limitCells(delimiter), inPieces, parser, () => undefined);
  let raggedRowsBefore = 0;
  let rows = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRow>) {
      const isRagged = info.invalid_field_length !== raggedRowsBefore;
      raggedRowsBefore = info.invalid_field_length;
      const ragged = isRagged ? columnCountIssue(header.length, delimiter) : null;
      yield { line: info.lines, row: trimmed(record), ragged };
      rows += 1;
      if (rows % ROWS_AT_A_TIME === 0) await turn();
    }
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw unreadableFile(
      error instanceof Error
        ? `The file cannot be read as CSV: ${error.message}`
        : "The file cannot be read as CSV.",
      error,
    );
  } finally {
    file.destroy();
  }
  if (header.length === 0) throw unreadableFile("The file is empty; its first row has to name the columns.");
}

/** The parser trims ASCII only; its hook for cells takes as long as all the rest of an import. */
const trimmed = (row: CsvRow): CsvRow =>
  Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, cell.trim()]));

interface ParsedRow {
  readonly record: CsvRow;
  readonly info: { readonly lines: number; readonly invalid_field_length: number };
}

const DELIMITER_NAMES: Readonly<Record<Delimiter, string>> = {
  ",": "comma",
  ";": "semicolon",
  "\t": "tab",
  "|": "vertical bar",
};

const columnCountIssue = (cells: number, delimiter: Delimiter): ValidationIssue => ({
  path: "",
  code: "cells",
  message: `The row does not have the ${cells} cells of the header; a ${DELIMITER_NAMES[delimiter]} inside a cell needs quotes around it.`,
});

/** Passes a file through in small pieces. */
async function* inPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks)
    for (let from = 0; from < chunk.length; from += PIECE_BYTES)
      yield chunk.subarray(from, from + PIECE_BYTES);
}

const QUOTATION_MARK = 0x22;
const LINE_ENDS: readonly number[] = [0x0a, 0x0d];

/** Passes a file through, and rejects it at the first row with more than MAX_CELLS cells. */
function limitCells(delimiter: Delimiter): Transform {
  const parting = delimiter.charCodeAt(0);
  let quoted = false;
  let cells = 1;
  return new Transform({
    transform: (chunk: Uint8Array, _encoding, done) => {
      for (const byte of chunk) {
        if (byte === QUOTATION_MARK) quoted = !quoted;
        else if (quoted) continue;
        else if (byte === parting) cells += 1;
        else if (LINE_ENDS.includes(byte)) cells = 1;
        if (cells > MAX_CELLS) {
          done(unreadableFile(`The file cannot be read as CSV: a row has more than ${MAX_CELLS} cells.`));
          return;
        }
      }
      done(null, chunk);
    },
  });
}
