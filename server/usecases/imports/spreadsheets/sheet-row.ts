import { MAX_CELLS } from "@/server/domain/imports/csv/csv-records";
import type { TableRow } from "../table";
import { unreadableFile } from "../unreadable-file";

/** What stands in a cell, and whether that is a number. */
export interface SheetCell {
  readonly text: string;
  readonly isNumber: boolean;
}

/** A row of a sheet, of which several of the same content may follow one another. */
export interface SheetRow {
  /** The number of the first of them, counted from 1. */
  readonly line: number;
  readonly times: number;
  /** By their columns, counted from 0; empty cells are left out. */
  readonly cells: ReadonlyMap<number, SheetCell>;
}

/** The last row that spreadsheets have. */
export const LAST_ROW = 1_048_576;
/** No file of a shop has as many sheets; further ones are left out. */
export const MAX_SHEETS = 1_000;
/** 300,000 rows of 60 columns; a few bytes of a sheet can stand for any number of cells. */
const MAX_SHEET_CELLS = 20_000_000;

/** As many characters as a row of a CSV file has. */
const MAX_ROW_LENGTH = 1_000_000;

/** The cells of a row while it is read: no more of them, and no more text, than a table has. */
export class RowCells {
  readonly cells = new Map<number, SheetCell>();
  private length = 0;

  constructor(private readonly line: number) {}

  /** Sets a cell that has anything in it. @throws DomainError validation_error for more than a table has */
  set(column: number, cell: SheetCell): void {
    if (cell.text === "") return;
    this.length += cell.text.length;
    if (column >= MAX_CELLS || this.length > MAX_ROW_LENGTH) throw tooWide(this.line);
    this.cells.set(column, cell);
  }
}

const tooWide = (line: number) =>
  unreadableFile(
    `The sheet cannot be read: row ${line} has more than ${MAX_CELLS} cells or ${MAX_ROW_LENGTH} characters.`,
  );

const LETTERS = 26;
const BEFORE_A = 64;

/** Returns the column of a cell's place or of its letters, counted from 0: that of B7 is 1; -1 for no place. */
export function columnOf(place: string): number {
  let column = 0;
  for (let at = 0; at < place.length; at++) {
    const letter = place.charCodeAt(at) - BEFORE_A;
    if (letter < 1 || letter > LETTERS) break;
    column = LETTERS * column + letter;
  }
  return column - 1;
}

/**
 * Streams the rows of a sheet as those of a table, each of repeated ones.
 * @throws DomainError validation_error for more cells than an import takes
 */
export async function* tableRows(rows: AsyncIterable<SheetRow>): AsyncGenerator<TableRow> {
  let total = 0;
  for await (const { line, times, cells } of rows) {
    if (cells.size === 0) continue;
    const width = Math.max(...cells.keys()) + 1;
    total += width * times;
    if (total > MAX_SHEET_CELLS || line + times - 1 > LAST_ROW)
      throw unreadableFile("The sheet has more cells than an import takes. Split it, or save it as CSV.");
    const texts = Array.from({ length: width }, (_, column) => cells.get(column)?.text ?? "");
    const numbers = new Set([...cells].filter(([, { isNumber }]) => isNumber).map(([column]) => column));
    for (let repeat = 0; repeat < times; repeat++)
      yield { line: line + repeat, cells: texts, numbers, fault: null };
  }
}
