import { type CsvText, formulaText, readCell } from "./csv-cell";
import { type Delimiter, separatorLine } from "./delimiter";

/** One row of a CSV file. */
export interface CsvRecord {
  /** The line of the file on which it ends, counted as an editor counts lines. */
  readonly line: number;
  /** Its cells without the spaces around them; of an unclosed row, as they stand there. */
  readonly cells: readonly string[];
  /** Whether a quotation mark opens a cell and none closes it; such a row ends with its line. */
  readonly isUnclosed: boolean;
}

/** A row that is longer, or has more cells, than any table's. */
export class RecordLimitError extends Error {}

/** The longest row, in characters. */
const MAX_RECORD = 1_000_000;
/** Shops' exports have about a hundred columns. */
export const MAX_CELLS = 1_000;
/** The line `sep=;` is no longer. */
const SEPARATOR_LENGTH = 20;

/**
 * Reads the rows of a CSV text that comes in pieces. A quotation mark that stands within a cell is text; one that opens
 * a cell and is not closed makes its own row faulty and no other one.
 */
export class CsvRecords {
  private rest = "";
  /** Nothing is read before as much has come, so that a long row is not read again with every piece. */
  private wanted = SEPARATOR_LENGTH;
  private lines = 0;
  private isBeginning = true;
  /** The number of cells of the row above. */
  private above = 0;

  constructor(private readonly delimiter: Delimiter) {}

  /** Returns the rows that are complete with this piece. @throws RecordLimitError */
  *read(piece: string): Generator<CsvRecord> {
    this.rest += piece;
    if (this.rest.length >= this.wanted) yield* this.records(false);
  }

  /** Returns the rows that the end of the file completes. @throws RecordLimitError */
  *end(): Generator<CsvRecord> {
    yield* this.records(true);
  }

  private *records(isEnd: boolean): Generator<CsvRecord> {
    const text = this.rest;
    let at = this.isBeginning ? (separatorLine(text)?.length ?? 0) : 0;
    if (at > 0) this.lines++;
    this.isBeginning = false;
    while (at < text.length) {
      const row = readRow({ text, isEnd, delimiter: this.delimiter }, at, this.above);
      if (row === null) break;
      this.lines += row.lines;
      if (row.cells.length > 1 && !row.isUnclosed) this.above = row.cells.length;
      at = row.next;
      yield { line: this.lines, cells: row.cells, isUnclosed: row.isUnclosed };
    }
    this.rest = text.slice(at);
    this.wanted = Math.min(2 * this.rest.length, MAX_RECORD + 1);
    requireShort(this.rest.length);
  }
}

function requireShort(length: number): void {
  if (length > MAX_RECORD) throw new RecordLimitError(`a row has more than ${MAX_RECORD} characters`);
}

interface Row {
  readonly cells: readonly string[];
  /** Where the next row begins. */
  readonly next: number;
  /** How many lines it takes. */
  readonly lines: number;
  readonly isUnclosed: boolean;
}

/**
 * Reads the row that begins at `from`; null while its end has not come.
 * @param above the number of cells of the row above; 0 where there is none
 */
function readRow(csv: CsvText, from: number, above: number): Row | null {
  const { text, isEnd } = csv;
  const cells: string[] = [];
  /** The first quotation mark whose cell goes on in another line. */
  let spanning: number | null = null;
  let at = from;
  for (;;) {
    const cell = readCell(csv, at, from + MAX_RECORD);
    if (cell === null) return null;
    if ("unclosed" in cell) return unclosedRow(csv, from, cells, cell.unclosed);
    cells.push(cell.text);
    if (cells.length > MAX_CELLS) throw new RecordLimitError(`a row has more than ${MAX_CELLS} cells`);
    spanning ??= cell.spansFrom;
    at = cell.next;
    if (text[at] !== csv.delimiter) break;
    at++;
  }
  requireShort(at - from);
  const next = afterLineEnd(text, at);
  // Whether a line feed follows is not known yet.
  if (!isEnd && next === text.length && text[at] === "\r") return null;
  if (spanning === null) return { cells, next, lines: 1, isUnclosed: false };
  if (isTwoRows(csv, { from, spanning, end: at }, above)) return unclosedRow(csv, from, [], spanning);
  return { cells, next, lines: linesIn(text, from, at), isUnclosed: false };
}

/** Ends a row with the line of its unclosed quotation mark. @param cells those before that mark's cell */
function unclosedRow(
  { text, isEnd, delimiter }: CsvText,
  from: number,
  cells: readonly string[],
  mark: number,
): Row | null {
  const end = lineEnd(text, mark);
  requireShort(end - from);
  const next = afterLineEnd(text, end);
  if (!isEnd && next === text.length && text[end] !== "\n") return null;
  const rest = text.slice(cells.length === 0 ? from : mark, end).split(delimiter, MAX_CELLS);
  const all = [...cells, ...rest.map((cell) => formulaText(cell.trim()))];
  return { cells: all, next, lines: linesIn(text, from, end), isUnclosed: true };
}

/**
 * Whether a row of several lines is rather two rows, the first of which has a quotation mark that nothing closes: with
 * the mark taken as text, its first line and its last one have as many cells as the row above, parted by delimiters
 * that no space follows, as in prose.
 */
function isTwoRows(
  { text, delimiter }: CsvText,
  { from, spanning, end }: { readonly from: number; readonly spanning: number; readonly end: number },
  above: number,
): boolean {
  if (above < 2) return false;
  const first = text.slice(lineStart(text, spanning, from), lineEnd(text, spanning));
  const last = text.slice(lineStart(text, end, from), end);
  const isRow = (line: string): boolean => line.split(delimiter, above + 1).length === above;
  const within = text.slice(spanning, lineEnd(text, spanning));
  return isRow(first) && isRow(last) && new RegExp(`[${delimiter}]\\S`).test(within);
}

const LINE_ENDS = /\r\n|\n|\r/g;

/** Returns where the line of `at` ends, without the characters that end it. */
function lineEnd(text: string, at: number): number {
  LINE_ENDS.lastIndex = at;
  return LINE_ENDS.exec(text)?.index ?? text.length;
}

const lineStart = (text: string, at: number, from: number): number =>
  Math.max(from, text.lastIndexOf("\n", at - 1) + 1, text.lastIndexOf("\r", at - 1) + 1);

const afterLineEnd = (text: string, end: number): number =>
  end === text.length ? end : end + (text.startsWith("\r\n", end) ? 2 : 1);

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Counts the lines of a text; a row may have as many of them as characters. */
function linesIn(text: string, from: number, end: number): number {
  let lines = 1;
  for (let at = from; at < end; at++) {
    const character = text.charCodeAt(at);
    const isSecond = character === LINE_FEED && at > from && text.charCodeAt(at - 1) === CARRIAGE_RETURN;
    if (!isSecond && (character === LINE_FEED || character === CARRIAGE_RETURN)) lines++;
  }
  return lines;
}
