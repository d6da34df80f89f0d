import type { CsvRow } from "./cells";
import { headerKey } from "./header-key";
import type { ParsedRow } from "./own-format";
import type { NoteCode, RowNote } from "./row-notes";
import type { ImportField } from "./spellings";

/** A kind of file that is known: what its columns are called, and how a row of it is read. */
export interface FileForm<T> {
  readonly id: string;
  /** What the file is, for people. */
  readonly title: string;
  /** Each column that is read, with the keys (`headerKey`) of the names it has in such files. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** The column of each field that a person can map; the column's cells are what the field is read from. */
  readonly fields: Readonly<Partial<Record<ImportField, string>>>;
  /** Columns without which a file of the form cannot be read. */
  readonly needed: readonly string[];
  /** A sentence for a file that lacks a column: which files are known. */
  readonly hint?: string;
  /** Columns that hold amounts of money. */
  readonly amounts: readonly string[];
  /** Columns that hold times, and those that hold two with a slash between them. */
  readonly times?: readonly string[];
  readonly periods?: readonly string[];
  /** Those of the columns with a time in which a date alone is the end of its day. */
  readonly ends?: readonly string[];
  /** Fields for which a value can be given that holds for rows without one of their own. */
  readonly settable?: readonly ImportField[];
  /** The column of amounts beside which a row may name its currency, where it has no other cell for that. */
  readonly amountNamesCurrency?: string;
  /** Whether files of the form, parted by commas, write amounts with a decimal point and no thousands separator. */
  readonly writesPoints: boolean;
  /**
   * What a sku means that stands in several rows: a fault (the default), variants that the store lets share it, of
   * which the first is taken, or parts of one item whose stocks the reader adds up.
   */
  readonly repeatedSkus?: "shared" | "summed";
  /** Whether its rows change items that exist and create none. */
  readonly changesOnly?: boolean;
  /** Returns why no column is read as the price, in a sentence, where the form knows more than that it is missing. */
  readonly whyNoPrice?: (columns: readonly string[]) => string | null;
  /**
   * Begins a file.
   * @param currency currency of amounts whose row names none
   */
  readonly reader: (currency: string) => RowReader<T>;
}

/** A row that is left out without a fault, and why. */
export interface LeftOutRow extends RowNote {
  readonly ok: null;
}

/** Reads the rows of one file, in their order. */
export interface RowReader<T> {
  /** Reads a row, with cells by column; null for a row that is no record. */
  read(row: CsvRow): ParsedRow<T> | LeftOutRow | null;
  /**
   * Tells, before the next row is read, that a row is left out; absent where no row depends on those above.
   * @param row the row as it was read, or null for one that cannot be read at all
   */
  refused?(row: CsvRow | null): void;
  /** Returns, behind the last row, what is said of the file as a whole, in sentences. */
  end?(): readonly string[];
}

/** Leaves a row out without a fault. @param detail what stands in the row */
export const leftOut = (code: NoteCode, detail: string): LeftOutRow => ({ ok: null, code, detail });

/** Declares columns that are called as their fields are. */
export const ownNames = (columns: readonly string[]): Record<string, readonly string[]> =>
  Object.fromEntries(columns.map((column) => [column, [headerKey(column)]]));

/** Declares fields that are read from the columns of the same name. */
export const ownFields = (columns: readonly ImportField[]): Partial<Record<ImportField, string>> =>
  Object.fromEntries(columns.map((column) => [column, column]));
