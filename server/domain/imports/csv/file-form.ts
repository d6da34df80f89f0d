import type { CsvRow } from "./cells";
import { headerKey } from "./header-key";
import type { ParsedRow } from "./own-format";
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
  /** Whether files of the form, parted by commas, write amounts with a decimal point and no thousands separator. */
  readonly writesPoints: boolean;
  /**
   * Begins a file.
   * @param currency currency of amounts whose row names none
   */
  readonly reader: (currency: string) => RowReader<T>;
}

/** Reads the rows of one file, in their order. */
export interface RowReader<T> {
  /** Reads a row, with cells by column; null for a row that is no record. */
  read(row: CsvRow): ParsedRow<T> | null;
  /**
   * Tells, before the next row is read, that a row is left out; absent where no row depends on those above.
   * @param row the row as it was read, or null for one that cannot be read at all
   */
  refused?(row: CsvRow | null): void;
}

/** Declares columns that are called as their fields are. */
export const ownNames = (columns: readonly string[]): Record<string, readonly string[]> =>
  Object.fromEntries(columns.map((column) => [column, [headerKey(column)]]));

/** Declares fields that are read from the columns of the same name. */
export const ownFields = (columns: readonly ImportField[]): Partial<Record<ImportField, string>> =>
  Object.fromEntries(columns.map((column) => [column, column]));
