/** The character between whole units and decimals. */
export const DECIMAL_MARKS = ["point", "comma"] as const;
export type DecimalMark = (typeof DECIMAL_MARKS)[number];

/** What one amount says about its decimal mark; `either` is 1.234 or 1,234, which is read in two ways. */
export type MarkEvidence = DecimalMark | "none" | "either";

const DIGITS = /\d[\d.,'’\u00A0\u202F ]*/;
const SPACES = /[\u00A0\u202F ]/g;
const GROUPED = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/;

const markOf = (character: string): DecimalMark => (character === "." ? "point" : "comma");
const other = (mark: DecimalMark): DecimalMark => (mark === "point" ? "comma" : "point");

/** More characters than an amount has with its currency; a cell may hold a megabyte. */
const LONGEST_AMOUNT = 40;

/** Returns what the amount in a cell says about its decimal mark. A cell that holds no amount says nothing. */
export function markEvidence(cell: string): MarkEvidence {
  if (cell.length > LONGEST_AMOUNT) return "none";
  const text = upToLastDigit((DIGITS.exec(cell)?.[0] ?? "").replace(SPACES, ""));
  const [first, ...more] = [...text].filter((character) => character === "." || character === ",");
  const last = more.at(-1);
  if (first === undefined) return "none";
  if (last !== undefined) {
    if (!GROUPED.test(text)) return "none";
    return first === last ? other(markOf(first)) : markOf(last);
  }
  const [whole = "", fraction = ""] = text.split(first);
  const couldBeThousands = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  return couldBeThousands ? "either" : markOf(first);
}

/** Cuts the tail by a loop: an expression for it tries every separator of a run as the tail's beginning. */
function upToLastDigit(text: string): string {
  let end = text.length;
  while (end > 0 && !/\d/.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** How often the amounts of a file say each of these; `eitherComma` counts those of the form 1,234. */
export interface MarkCounts {
  readonly point: number;
  readonly comma: number;
  readonly either: number;
  readonly eitherComma: number;
}

/**
 * Decides the decimal mark of a file from its amounts; null where they leave it open or contradict one another, so
 * that a person is asked and nothing is read a thousand times too high or too low.
 * @param documented whether the file has the form of an export that writes points, separated by commas
 */
export function decideMark(counts: MarkCounts, documented: boolean): DecimalMark | null {
  const { point, comma, either, eitherComma } = counts;
  if (point > 0 && comma > 0) return documented && eitherComma === 0 ? "point" : null;
  if (comma > 0) return "comma";
  if (point > 0) return "point";
  if (either === 0) return "point";
  return documented && eitherComma === 0 ? "point" : null;
}

const SYMBOLS: Readonly<Record<string, readonly string[]>> = {
  EUR: ["€"],
  GBP: ["£"],
  USD: ["$", "US$"],
  CHF: ["Fr.", "SFr."],
  JPY: ["¥"],
  PLN: ["zł"],
  CZK: ["Kč"],
};

/**
 * Rewrites an amount as a plain decimal with a point: "1.234,50 €" is "1234.50" with a comma as decimal mark, in EUR.
 * A text in any other form is returned as it is, so that the fault names what stands in the file.
 */
export function plainAmount(cell: string, mark: DecimalMark, currency: string): string {
  const text = withoutCurrency(cell, currency).replace(SPACES, "'");
  const [decimal, group] = mark === "point" ? ["\\.", ","] : [",", "."];
  const grouped = new RegExp(`^-?(?:\\d+|\\d{1,3}(?:[${group}'’]\\d{3})+)(?:${decimal}\\d+)?$`);
  if (!grouped.test(text)) return cell;
  const ungrouped = text.replaceAll(group, "").replace(/['’]/g, "");
  return mark === "point" ? ungrouped : ungrouped.replace(",", ".");
}

function withoutCurrency(cell: string, currency: string): string {
  for (const sign of [currency, ...(SYMBOLS[currency] ?? [])]) {
    if (sign === "") continue;
    if (cell.startsWith(sign)) return cell.slice(sign.length).trim();
    if (cell.endsWith(sign)) return cell.slice(0, -sign.length).trim();
  }
  return cell;
}
