import { CsvRecords, RecordLimitError } from "./csv-records";
import { DELIMITERS, type Delimiter, separatorLine } from "./delimiter";

/** As many rows as a header is searched in. */
const ROWS = 20;

/**
 * Returns the character that parts a file's cells: the one that its first line names, else the one by which most of
 * its first rows have equally many cells. Rows above the header, a comma in prose and decimal commas differ from row to
 * row. A file of one column is taken as parted by commas.
 * @param start the file's beginning
 * @param isWhole whether that is all of it
 */
export function delimiterOf(start: string, isWhole: boolean): Delimiter {
  const named = separatorLine(start);
  if (named !== null) return named.delimiter;
  const [best] = DELIMITERS.map((delimiter) => evidenceFor(delimiter, start, isWhole)).sort(
    (a, b) => b.share - a.share || a.marks - b.marks || b.cells - a.cells,
  );
  return best !== undefined && best.share > 0 ? best.delimiter : ",";
}

interface Evidence {
  readonly delimiter: Delimiter;
  /** The share of rows that it parts, and the share of those with the most usual number of cells, added. */
  readonly share: number;
  /** The number of cells with quotation marks in them; the wrong character parts texts in quotes. */
  readonly marks: number;
  /** The most usual number of cells of a row that it parts. */
  readonly cells: number;
}

function evidenceFor(delimiter: Delimiter, start: string, isWhole: boolean): Evidence {
  const rows = firstRows(delimiter, start, isWhole);
  const counts = rows.map((cells) => cells.length).filter((count) => count > 1);
  const marks = rows.flat().filter((cell) => cell.includes('"')).length;
  const times = (cells: number): number => counts.filter((count) => count === cells).length;
  const [cells] = counts.toSorted((a, b) => times(b) - times(a) || b - a);
  if (cells === undefined) return { delimiter, share: 0, marks, cells: 1 };
  return { delimiter, share: (counts.length + times(cells)) / rows.length, marks, cells };
}

/** Returns the cells of the first rows that have anything in them. */
function firstRows(delimiter: Delimiter, start: string, isWhole: boolean): (readonly string[])[] {
  const records = new CsvRecords(delimiter);
  const rows: (readonly string[])[] = [];
  try {
    for (const { cells } of records.read(start)) {
      if (cells.some((cell) => cell !== "")) rows.push(cells);
      if (rows.length === ROWS) return rows;
    }
    // A beginning that ends within its first row is that row.
    if (isWhole || rows.length === 0) for (const { cells } of records.end()) rows.push(cells);
  } catch (error) {
    if (!(error instanceof RecordLimitError)) throw error;
  }
  return rows;
}
