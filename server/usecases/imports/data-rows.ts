import type { Binding } from "@/server/domain/imports/csv/binding";
import type { CsvRow } from "@/server/domain/imports/csv/cells";
import type { Delimiter } from "@/server/domain/imports/csv/delimiter";
import type { ValidationIssue } from "@/server/domain/items/item-patch";
import { hasContent, type Table, type TableRow } from "./table";

/** A data row with its number: the line of the file on which it ends, or the row of its sheet. */
export interface NumberedRow {
  readonly line: number;
  readonly row: CsvRow;
  /** The columns whose cells are numbers of a spreadsheet, with a decimal point. */
  readonly numbers: ReadonlySet<string>;
  /** Set for a row whose cells may stand under other names than the header's. */
  readonly ragged: ValidationIssue | null;
}

/** The row of a file that names its columns. */
export interface Header {
  readonly line: number;
  /** The names up to the last one. */
  readonly columns: readonly string[];
  /** How many cells the row has, with those behind the last name. */
  readonly width: number;
}

/** Returns a row as a header. */
export function headerOf({ line, cells }: Pick<TableRow, "line" | "cells">): Header {
  return {
    line,
    columns: cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1),
    width: cells.length,
  };
}

const NO_NUMBERS: ReadonlySet<string> = new Set();

/**
 * Reads the rows below the header by its names. Rows without anything in them are left out, and empty cells behind the
 * header's last one are none. A row of a CSV file that lacks cells is ragged: it may have been cut off, and an empty
 * cell would clear what is known. In a sheet every cell has its column.
 */
export async function* dataRows(table: Table, header: Header): AsyncGenerator<NumberedRow> {
  const { delimiter } = table.place();
  const { columns, width } = header;
  for await (const row of table.rows()) {
    if (row.line <= header.line || !hasContent(row)) continue;
    const { line, cells, fault, numbers } = row;
    const isRagged = cells.length < columns.length || cells.slice(width).some((cell) => cell !== "");
    yield {
      line,
      row: Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ""])),
      numbers:
        numbers === undefined ? NO_NUMBERS : new Set([...numbers].map((index) => columns[index] ?? "")),
      ragged: fault ?? (delimiter !== null && isRagged ? columnCountIssue(columns.length, delimiter) : null),
    };
  }
}

/** Returns the form's columns whose cells in this row are numbers of a spreadsheet. */
export const numberColumns = (binding: Binding, numbers: ReadonlySet<string>): ReadonlySet<string> =>
  numbers.size === 0
    ? NO_NUMBERS
    : new Set([...binding].filter(([, name]) => numbers.has(name)).map(([column]) => column));

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
