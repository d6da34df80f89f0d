import type { Delimiter } from "./delimiter";

/** A part of a CSV file; more of it may follow unless it is its end. */
export interface CsvText {
  readonly text: string;
  readonly isEnd: boolean;
  readonly delimiter: Delimiter;
}

/** A cell that was read: its text, and the delimiter, line end or end of the text behind it. */
interface Cell {
  readonly text: string;
  readonly next: number;
  /** Its opening quotation mark, where its quotes hold a line end. */
  readonly spansFrom: number | null;
}

/** The place of a quotation mark that opens a cell and that nothing closes. */
interface Unclosed {
  readonly unclosed: number;
}

/** The characters around cells that belong to none of them; a tab is one where it is not the delimiter. */
const isBlank = (character: string | undefined): boolean => character === " " || character === "\t";

/**
 * Reads the cell that begins at `at`; null while its end has not come.
 * @param limit the place behind which no quotation mark closes it
 */
export function readCell(csv: CsvText, at: number, limit: number): Cell | Unclosed | null {
  const { text, delimiter } = csv;
  let start = at;
  while (isBlank(text[start]) && text[start] !== delimiter) start++;
  if (text[start] === '"') return readQuoted(csv, start, limit);
  const next = text.startsWith('="', start) ? formulaEnd(csv, start) : cellEnd(csv, start);
  return next === null ? null : { text: formulaText(text.slice(at, next).trim()), next, spansFrom: null };
}

function readQuoted(csv: CsvText, open: number, limit: number): Cell | Unclosed | null {
  const { text, isEnd, delimiter } = csv;
  let from = open + 1;
  for (;;) {
    const first = text.indexOf('"', from);
    if (first < 0 ? isEnd || text.length > limit : first > limit) return { unclosed: open };
    const next = first < 0 ? text.length : marksEnd(text, first);
    if (next === text.length && !isEnd) return null;
    if ((next - first) % 2 === 0) {
      from = next;
      continue;
    }
    const mark = next - 1;
    let after = mark + 1;
    while (isBlank(text[after]) && text[after] !== delimiter) after++;
    if (after === text.length && !isEnd) return null;
    const spans = LINE_END.test(text.slice(open, mark));
    if (after === text.length || isBoundary(text[after], delimiter))
      return {
        text: formulaText(undoubled(text.slice(open + 1, mark)).trim()),
        next: after,
        spansFrom: spans ? open : null,
      };
    return spans ? { unclosed: open } : withMarkWithin(csv, open, mark);
  }
}

/** Returns the place behind the marks that follow one another; of an even number all are doubled. */
function marksEnd(text: string, from: number): number {
  let end = from;
  while (text[end] === '"') end++;
  return end;
}

/**
 * Reads a cell in quotes with a mark within them that is not doubled: up to the quotes that its end has, or with all
 * its quotes as text where it does not end with one.
 */
function withMarkWithin(csv: CsvText, open: number, mark: number): Cell | null {
  const next = cellEnd(csv, mark);
  if (next === null) return null;
  const raw = csv.text.slice(open, next).trim();
  const isQuoted = raw.endsWith('"') && open + raw.length - 1 > mark;
  return { text: isQuoted ? undoubled(raw.slice(1, -1)).trim() : raw, next, spansFrom: null };
}

const undoubled = (text: string): string => (text.includes('"') ? text.replaceAll('""', '"') : text);

/** The formula by which programs keep a spreadsheet from reading a text as a number: `="0017"`. */
const FORMULA = /^="([^"]*(?:""[^"]*)*)"$/;

/** Returns the text that such a formula gives; any other text as it is. */
export const formulaText = (text: string): string =>
  text.startsWith('="') ? undoubled(FORMULA.exec(text)?.[1] ?? text) : text;

const LINE_END = /[\n\r]/;
const BOUNDARIES = {
  ",": /[,\n\r]/g,
  ";": /[;\n\r]/g,
  "\t": /[\t\n\r]/g,
  "|": /[|\n\r]/g,
} as const;

const isBoundary = (character: string | undefined, delimiter: string): boolean =>
  character === delimiter || character === "\n" || character === "\r";

function boundaryIn(text: string, from: number, boundary: RegExp): number {
  boundary.lastIndex = from;
  return boundary.exec(text)?.index ?? text.length;
}

/** A formula that gives a text, which may have delimiters in it, and the spaces behind it. */
const FORMULA_IN_LINE = /="[^"\n\r]*(?:""[^"\n\r]*)*"[ \t]*/y;

/** Returns where a cell that begins like such a formula ends; null while that has not come. */
function formulaEnd(csv: CsvText, start: number): number | null {
  const { text, isEnd, delimiter } = csv;
  FORMULA_IN_LINE.lastIndex = start;
  const formula = FORMULA_IN_LINE.exec(text)?.[0];
  if (formula === undefined) {
    // Its closing mark may come with the rest of its line.
    return isEnd || LINE_END.test(text.slice(start)) ? cellEnd(csv, start) : null;
  }
  if (start + formula.length === text.length && !isEnd) return null;
  for (const end of [start + formula.trimEnd().length, start + formula.length])
    if (end === text.length || isBoundary(text[end], delimiter)) return end;
  return cellEnd(csv, start);
}

/** Returns where a cell without quotes ends; null while that has not come. */
function cellEnd({ text, isEnd, delimiter }: CsvText, from: number): number | null {
  const end = boundaryIn(text, from, BOUNDARIES[delimiter]);
  return end === text.length && !isEnd ? null : end;
}
