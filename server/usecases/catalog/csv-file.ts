import { type Readable, Transform, pipeline } from "node:stream";
import { parse } from "csv-parse";
import type { CsvRow } from "@/server/domain/catalog/csv/cells";
import type { Refusal } from "@/server/domain/catalog/item-patch";
import { DomainError, type FieldIssue } from "@/server/domain/errors";

/** A data row with the line of the file it ends on, as an editor counts lines. */
export interface NumberedRow {
  readonly line: number;
  readonly row: CsvRow;
}

const MAX_TOLD = 100;
const MAX_RECORD_BYTES = 1_000_000;

/** What is wrong with a file, a row at a time; the first hundred are told, all are counted. */
export class FileFaults {
  private readonly told: FieldIssue[] = [];
  private count = 0;

  add(line: number, issues: readonly Refusal[]): void {
    this.count += issues.length;
    for (const { path, code, message } of issues)
      if (this.told.length < MAX_TOLD)
        this.told.push({ path: path === "" ? `row ${line}` : `row ${line}.${path}`, code, message });
  }

  get any(): boolean {
    return this.count > 0;
  }

  /** The error that refuses the whole file. */
  error(): DomainError {
    const more = this.count > this.told.length ? ` The first ${this.told.length} are listed.` : "";
    return new DomainError(
      "validation_error",
      `Nothing was imported: ${this.count} ${this.count === 1 ? "fault" : "faults"} in the file.${more}`,
      { issues: this.told },
    );
  }
}

const unreadable = (message: string, cause?: unknown): DomainError =>
  new DomainError(
    "validation_error",
    message,
    { issues: [{ path: "file", code: "unreadable", message }] },
    { cause },
  );

/**
 * Reads a CSV file row by row at the reader's pace; nothing of it stays in memory.
 * @throws DomainError validation_error for a file that is no UTF-8, no CSV or has no header row
 */
export async function* csvRows(
  file: Readable,
  onHeader: (columns: readonly string[]) => void,
): AsyncGenerator<NumberedRow> {
  const parser = parse({
    bom: true,
    columns: (header: string[]) => {
      const columns = header.map((name) => name.trim());
      onHeader(columns);
      return columns;
    },
    info: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: false,
    max_record_size: MAX_RECORD_BYTES,
  });
  pipeline(file, utf8(), parser, () => undefined);
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: CsvRow; info: { lines: number } }>)
      yield { line: info.lines, row: record };
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw unreadable(
      error instanceof Error
        ? `The file cannot be read as CSV: ${error.message}`
        : "The file cannot be read as CSV.",
      error,
    );
  } finally {
    file.destroy();
  }
}

/** Passes UTF-8 on and refuses anything else, so that no name is imported with its letters broken. */
function utf8(): Transform {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const decoded = (done: (error: Error | null, text?: string) => void, decode: () => string) => {
    try {
      done(null, decode());
    } catch (cause) {
      done(unreadable("The file is not UTF-8. Save it as CSV UTF-8 and send it again.", cause));
    }
  };
  return new Transform({
    transform: (chunk: Uint8Array, _encoding, done) =>
      decoded(done, () => decoder.decode(chunk, { stream: true })),
    flush: (done) => decoded(done, () => decoder.decode()),
  });
}
