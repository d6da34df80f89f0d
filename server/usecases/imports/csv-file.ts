import { pipeline, type Readable, Transform } from "node:stream";
import { parse } from "csv-parse";
import { DomainError, type FieldIssue } from "@/server/domain/errors";
import type { CsvRow } from "@/server/domain/imports/csv/cells";
import type { ValidationIssue } from "@/server/domain/items/item-patch";

/** A data row with the line of the file on which it ends, counted as an editor counts lines. */
export interface NumberedRow {
  readonly line: number;
  readonly row: CsvRow;
}

const MAX_REPORTED_ISSUES = 100;
const MAX_RECORD_BYTES = 1_000_000;
/** Shops' exports have about a hundred columns; the parser takes a minute for a row of millions of empty cells. */
const MAX_CELLS = 1_000;

/** Collects the validation issues of a file; lists the first 100, counts all. */
export class CsvIssueCollector {
  private readonly reported: FieldIssue[] = [];
  private count = 0;

  add(line: number, issues: readonly ValidationIssue[]): void {
    this.count += issues.length;
    for (const { path, code, message } of issues)
      if (this.reported.length < MAX_REPORTED_ISSUES)
        this.reported.push({ path: path === "" ? `row ${line}` : `row ${line}.${path}`, code, message });
  }

  get any(): boolean {
    return this.count > 0;
  }

  /** Returns the validation_error that rejects the whole file. */
  error(): DomainError {
    const more = this.count > this.reported.length ? ` The first ${this.reported.length} are listed.` : "";
    return new DomainError(
      "validation_error",
      `Nothing was imported: ${this.count} ${this.count === 1 ? "fault" : "faults"} in the file.${more}`,
      { issues: this.reported },
    );
  }
}

const unreadableFile = (message: string, cause?: unknown): DomainError =>
  new DomainError(
    "validation_error",
    message,
    { issues: [{ path: "file", code: "unreadable", message }] },
    { cause },
  );

/**
 * Streams the rows of a CSV file with back-pressure; nothing of it stays in memory. Rows whose number of cells
 * differs from the header are added to `fileIssues`.
 * @throws DomainError validation_error for a file that is empty, not UTF-8 or not CSV
 */
export async function* csvRows(
  file: Readable,
  fileIssues: CsvIssueCollector,
  onHeader: (columns: readonly string[]) => void,
): AsyncGenerator<NumberedRow> {
  const header: string[] = [];
  const parser = parse({
    bom: true,
    columns: (names: string[]) => {
      header.push(...names.map((name) => name.trim()));
      requireCommas(header);
      onHeader(header);
      return header;
    },
    info: true,
    // `limitCells` counts the same line ends: keep both in step.
    record_delimiter: ["\r\n", "\n", "\r"],
    trim: true,
    cast: (cell: string) => cell.trim(),
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: MAX_RECORD_BYTES,
  });
  pipeline(file, requireUtf8(), limitCells(), parser, () => undefined);
  let raggedRowsBefore = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRow>) {
      if (info.invalid_field_length === raggedRowsBefore) yield { line: info.lines, row: record };
      else fileIssues.add(info.lines, [columnCountIssue(header.length)]);
      raggedRowsBefore = info.invalid_field_length;
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

interface ParsedRow {
  readonly record: CsvRow;
  readonly info: { readonly lines: number; readonly invalid_field_length: number };
}

const columnCountIssue = (cells: number): ValidationIssue => ({
  path: "",
  code: "cells",
  message: `The row does not have the ${cells} cells of the header; a comma inside a cell needs quotes around it.`,
});

/** Rejects files separated by semicolons, as spreadsheets of many countries write them: they parse as one column. */
function requireCommas(header: readonly string[]): void {
  const [only] = header;
  if (header.length === 1 && only && /[;\t|]/.test(only))
    throw unreadableFile("The cells of the file are not separated by commas. Save it as CSV with commas.");
}

/** Passes UTF-8 through and rejects anything else, so that no name is imported with damaged letters. */
function requireUtf8(): Transform {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const decoded = (done: (error: Error | null, text?: string) => void, decode: () => string) => {
    try {
      done(null, decode());
    } catch (cause) {
      done(unreadableFile("The file is not UTF-8. Save it as CSV UTF-8 and send it again.", cause));
    }
  };
  return new Transform({
    transform: (chunk: Uint8Array, _encoding, done) =>
      decoded(done, () => decoder.decode(chunk, { stream: true })),
    flush: (done) => decoded(done, () => decoder.decode()),
  });
}

const QUOTATION_MARK = 0x22;
const LINE_ENDS: readonly number[] = [0x0a, 0x0d];
const COMMA = 0x2c;

/** Passes a file through, and rejects it at the first row with more than MAX_CELLS cells. */
function limitCells(): Transform {
  let quoted = false;
  let cells = 1;
  return new Transform({
    transform: (chunk: Uint8Array, _encoding, done) => {
      for (const byte of chunk) {
        if (byte === QUOTATION_MARK) quoted = !quoted;
        else if (quoted) continue;
        else if (byte === COMMA) cells += 1;
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
