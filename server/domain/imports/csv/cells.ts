import type { ValidationIssue } from "@/server/domain/items/item-patch";
import { AmountError, parseAmount } from "@/server/domain/money";
import { isPlainCode, isReadable, NOT_PLAIN, NOT_READABLE } from "@/server/domain/text";
import type { RowNote } from "./row-notes";

const MAX_TAGS = 100;
const MAX_TAG = 100;

/** A data row of a CSV file by column name, trimmed. */
export type CsvRow = Readonly<Record<string, string>>;

/** Collects the validation issues of one row while its cells are read. */
export interface CellReader {
  readonly issues: ValidationIssue[];
  /** What is said of cells that are read otherwise than they stand there. */
  readonly notes: RowNote[];
  /** Null for an empty cell, undefined where the file has no such column. */
  text(column: string, max: number): string | null | undefined;
  /** A single-line text without invisible characters, such as a sku. */
  singleLine(column: string, max: number): string | null | undefined;
  /** An amount above zero in minor units; an empty cell is unknown, 0 is refused. */
  amount(column: string, currency: string): bigint | null | undefined;
  /** What delivery costs in minor units, 0 where it is free; an empty cell, or a word, is unknown. */
  shipping(column: string, currency: string): bigint | null | undefined;
  /** A whole number; one with decimals, as a stock by weight has, is rounded down. */
  integer(column: string): number | null | undefined;
  link(column: string): string | null | undefined;
  /** True or false in one of the spellings of FLAGS; an empty cell is false. */
  flag(column: string): boolean | undefined;
  /** Tags without empty ones and duplicates; an empty cell has none. */
  tags(column: string, separator: string): string[] | undefined;
}

/** The spellings of true and false in CSV files. */
export const FLAGS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  "1": true,
  false: false,
  no: false,
  "0": false,
};

const refuse = (issues: ValidationIssue[], path: string, code: string, message: string): null => {
  issues.push({ path, code, message });
  return null;
};

/**
 * Returns a reader for the cells of one row. An invalid cell adds an issue and reads as empty, so that all issues of
 * a row are reported at once.
 */
export function cellsOf(row: CsvRow): CellReader {
  const issues: ValidationIssue[] = [];
  const notes: RowNote[] = [];
  const cell = (column: string): string | undefined => row[column];
  const read =
    <T>(parse: (text: string, column: string) => T | null) =>
    (column: string): T | null | undefined => {
      const text = cell(column);
      if (text === undefined) return undefined;
      return text === "" ? null : parse(text, column);
    };
  const textCell = (column: string, max: number, fits: (text: string) => boolean, why: string) =>
    read((text) => {
      if (!fits(text)) return refuse(issues, column, "invalid", `The text ${why}.`);
      if (text.length > max)
        return refuse(issues, column, "too_long", `The text is longer than ${max} characters.`);
      return text;
    })(column);
  return {
    issues,
    notes,
    text: (column, max) => textCell(column, max, isReadable, NOT_READABLE),
    singleLine: (column, max) => textCell(column, max, isPlainCode, NOT_PLAIN),
    amount: (column, currency) => read((text) => readAmount(issues, text, column, currency))(column),
    shipping: (column, currency) => read((text) => readShipping(notes, text, currency))(column),
    integer: read((text, column) => readInteger({ issues, notes }, text, column)),
    link: read((text, column) =>
      text.length <= 2_000 && /^https?:\/\/[^\s\u0000]+$/i.test(text) && URL.canParse(text)
        ? text
        : refuse(issues, column, "invalid", "This is not an http or https address."),
    ),
    flag: (column) =>
      read((text) => {
        const word = text.toLowerCase();
        const known = Object.hasOwn(FLAGS, word) ? FLAGS[word] : undefined;
        return known ?? refuse(issues, column, "invalid", "Write true or false.");
      })(column) ?? (cell(column) === undefined ? undefined : false),
    tags: (column, separator) =>
      read((text) => readTags(issues, text, column, separator))(column) ??
      (cell(column) === undefined ? undefined : []),
  };
}

/** Three decimals are left out: 1.234 may be more than a thousand. */
const WHOLE_NUMBER = /^(-?\d{1,9})(?:[.,](\d{1,2}|\d{4,20}))?$/;

function readInteger(
  { issues, notes }: Pick<CellReader, "issues" | "notes">,
  text: string,
  column: string,
): number | null {
  const [match, whole = "", decimals = ""] = WHOLE_NUMBER.exec(text) ?? [];
  if (match === undefined)
    return refuse(issues, column, "invalid", `"${text.slice(0, 40)}" is not a whole number.`);
  const number = Math.floor(Number(`${whole}.${decimals || "0"}`));
  if (/[1-9]/.test(decimals)) notes.push({ code: "stock_rounded", detail: `${text} to ${number}` });
  return number;
}

function readTags(
  issues: ValidationIssue[],
  text: string,
  column: string,
  separator: string,
): string[] | null {
  const tags = [...new Set(text.split(separator).map((tag) => tag.trim()))].filter((tag) => tag !== "");
  if (!isReadable(text)) return refuse(issues, column, "invalid", `The text ${NOT_READABLE}.`);
  if (tags.length > MAX_TAGS)
    return refuse(issues, column, "too_many", `An item has at most ${MAX_TAGS} tags.`);
  if (tags.some((tag) => tag.length > MAX_TAG))
    return refuse(issues, column, "too_long", `A tag has at most ${MAX_TAG} characters.`);
  return tags;
}

function readAmount(
  issues: ValidationIssue[],
  text: string,
  column: string,
  currency: string,
): bigint | null {
  try {
    const minor = parseAmount(text, currency);
    if (minor > 0n) return minor;
    return refuse(
      issues,
      column,
      "not_positive",
      "An amount of 0 is not accepted; leave the cell empty when unknown.",
    );
  } catch (error) {
    return refuse(
      issues,
      column,
      "invalid",
      error instanceof AmountError ? error.message : "This is not an amount.",
    );
  }
}

/** A column of this name may hold words ("express"), beside which the price is as good as before. */
function readShipping(notes: RowNote[], text: string, currency: string): bigint | null {
  try {
    return parseAmount(text, currency);
  } catch (error) {
    if (!(error instanceof AmountError)) throw error;
    notes.push({ code: "shipping_unread", detail: `"${text.slice(0, 40)}"` });
    return null;
  }
}
