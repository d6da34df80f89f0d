import { withoutCurrency } from "./currency-words";

/** The character between whole units and decimals. */
export const DECIMAL_MARKS = ["point", "comma"] as const;
export type DecimalMark = (typeof DECIMAL_MARKS)[number];

/** What one amount says about its decimal mark; `either` is 1.234 or 1,234, which is read in two ways. */
export type MarkEvidence = DecimalMark | "none" | "either";

/** An amount with at most a short word, as a currency is, before and behind it; no mark ends it. */
const AMOUNT = /^[^\d,%]{0,5}(\d(?:[\d.,'’\u00A0\u202F ]*\d)?)(?:\s*[^\d\s.,%][^\d,%]{0,4})?$/;
/** An amount whose decimals are a dash: the mark before it tells the decimal mark beside another one alone. */
const DASH_BEHIND = /(\d[\d.,'’\u00A0\u202F ]*)([.,])(?:--?|[–—])/;
const SPACES = /[\u00A0\u202F ]/g;
const GROUPED = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/;

const markOf = (character: string): DecimalMark => (character === "." ? "point" : "comma");
/** The mark that a decimal mark is not. */
export const otherMark = (mark: DecimalMark): DecimalMark => (mark === "point" ? "comma" : "point");

/** More characters than an amount has with its currency; a cell may hold a megabyte. */
const LONGEST_AMOUNT = 40;

/** Returns what the amount in a cell says about its decimal mark. A cell that holds no amount says nothing. */
export function markEvidence(cell: string): MarkEvidence {
  if (cell.length > LONGEST_AMOUNT) return "none";
  const [, before, mark] = DASH_BEHIND.exec(cell) ?? [];
  if (before !== undefined && mark !== undefined)
    return /[.,]/.test(before) && !before.includes(mark) ? markOf(mark) : "none";
  const text = (AMOUNT.exec(cell)?.[1] ?? "").replace(SPACES, "");
  const [first, ...more] = [...text].filter((character) => character === "." || character === ",");
  const last = more.at(-1);
  if (first === undefined) return "none";
  if (last !== undefined) {
    if (!GROUPED.test(text)) return "none";
    return first === last ? otherMark(markOf(first)) : markOf(last);
  }
  const [whole = "", fraction = ""] = text.split(first);
  const couldBeThousands = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  return couldBeThousands ? "either" : markOf(first);
}

/** How often the amounts of a column say each of these; `eitherComma` counts those of the form 1,234. */
export interface MarkCounts {
  readonly point: number;
  readonly comma: number;
  readonly either: number;
  readonly eitherComma: number;
}

/**
 * Decides the decimal mark of a file from its columns of amounts; null where they leave it open or contradict one
 * another, so that a person is asked and nothing is read a thousand times too high or too low. One column says nothing
 * about another: 1.234 beside 12,50 may come from another program.
 * @param documented whether the file has the form of an export that writes points, separated by commas
 */
export function decideMark(columns: readonly MarkCounts[], documented: boolean): DecimalMark | null {
  const total = (kind: keyof MarkCounts) => columns.reduce((sum, counts) => sum + counts[kind], 0);
  const hasPoint = total("point") > 0;
  const hasComma = total("comma") > 0;
  const isPoint = documented && total("eitherComma") === 0;
  if (hasPoint && hasComma) return isPoint ? "point" : null;
  if (!hasComma && isPoint) return "point";
  if (columns.some(isOpen)) return null;
  return hasComma ? "comma" : "point";
}

/** Whether a column has an amount that is read in two ways, and none that shows which is right. */
export const isOpen = ({ point, comma, either }: MarkCounts): boolean =>
  either > 0 && point === 0 && comma === 0;

/**
 * Rewrites an amount as a plain decimal with a point: "1.234,50 €" is "1234.50" with a comma as decimal mark, in EUR,
 * and "12.–" is "12". A text in any other form is returned as it is, so that the fault names what stands in the file.
 */
export function plainAmount(cell: string, mark: DecimalMark, currency: string): string {
  const [decimal, group] = mark === "point" ? [".", ","] : [",", "."];
  const text = withoutDash(withoutCurrency(cell, currency).replace(SPACES, "'"), decimal);
  const grouped = new RegExp(`^-?(?:\\d+|\\d{1,3}(?:[${group}'’]\\d{3})+)(?:[${decimal}]\\d+)?$`);
  if (!grouped.test(text)) return cell;
  const ungrouped = text.replaceAll(group, "").replace(/['’]/g, "");
  return mark === "point" ? ungrouped : ungrouped.replace(",", ".");
}

/** A dash in place of decimals, as in "12.-", "7,--" and "12.–". */
const DASHED = /^(-?\d[\d.,'’]*)([.,])(?:--?|[–—])$/;

/**
 * Takes the dash off; where thousands are separated by a mark, the one before the dash has to be the decimal mark
 * and another one: 1.290.- is about a thousand, and not 1.29.
 */
function withoutDash(text: string, decimal: string): string {
  const [, whole, before] = (text.length <= LONGEST_AMOUNT && DASHED.exec(text)) || [];
  if (whole === undefined) return text;
  const isDecimalMark = before === decimal && !whole.includes(decimal);
  return isDecimalMark || !/[.,]/.test(whole) ? whole : text;
}
