import type { Delimiter } from "@/server/domain/imports/csv/delimiter";
import type { Encoding } from "@/server/domain/imports/csv/encodings";
import type { ValidationIssue } from "@/server/domain/items/item-patch";

/** One row of a file's table as it stands there, above, at or below the header. */
export interface TableRow {
  /** The line of a CSV file on which it ends, or the row's number in a sheet. */
  readonly line: number;
  /** Trimmed. */
  readonly cells: readonly string[];
  /** The places of cells that a spreadsheet holds as numbers: they have a decimal point, whatever its texts have. */
  readonly numbers?: ReadonlySet<number>;
  /** Set for a row that cannot be told into cells with certainty. */
  readonly fault: ValidationIssue | null;
}

/** What a person says about where the table of a file is, and how its bytes are read. */
export interface TableChoices {
  readonly encoding?: Encoding;
  readonly delimiter?: Delimiter;
  /** The name of a sheet. */
  readonly sheet?: string;
}

export const FILE_KINDS = ["csv", "xlsx", "ods", "xml"] as const;

/** What a file is, and where its table was found. */
export interface TablePlace {
  readonly file: (typeof FILE_KINDS)[number];
  /** Null for a spreadsheet. */
  readonly encoding: Encoding | null;
  /** Whether the encoding is the likeliest of several. */
  readonly isGuess: boolean;
  /** Null for a file that is no CSV. */
  readonly delimiter: Delimiter | null;
  /** Null for a CSV file. */
  readonly sheet: string | null;
  /** The names of all sheets that can be read; none for a CSV file. */
  readonly sheets: readonly string[];
}

/** A file's table, which is read any number of times. */
export interface Table {
  /** Complete once all rows were read. */
  readonly place: () => TablePlace;
  /** Reads the first rows that have anything in them. */
  readonly first: (count: number) => Promise<readonly TableRow[]>;
  readonly rows: () => AsyncGenerator<TableRow>;
  readonly close: () => Promise<void>;
}

/** Reads the first rows that have anything in them. */
export async function firstOf(
  rows: AsyncIterable<TableRow> | Iterable<TableRow>,
  count: number,
): Promise<TableRow[]> {
  const found: TableRow[] = [];
  for await (const row of rows) {
    if (hasContent(row)) found.push(row);
    if (found.length >= count) break;
  }
  return found;
}

/** Whether anything stands in a row. */
export const hasContent = ({ cells }: Pick<TableRow, "cells">): boolean => cells.some((cell) => cell !== "");
