import { currencyDecimals } from "@/server/domain/currency";
import type { ValidationIssue } from "@/server/domain/items/item-patch";
import { roundedUp } from "@/server/domain/money";
import type { CsvRow } from "./cells";
import { currencyBeside, currencyCode } from "./currency-words";
import { type DecimalMark, markEvidence, plainAmount } from "./decimal-mark";
import type { FileForm } from "./file-form";
import type { RowNote } from "./row-notes";
import { withoutSafeMark } from "./safe-cell";
import { type Clock, readTime } from "./time-cell";

/** What is known of a file before its cells are read. */
export interface CellRules extends Clock {
  readonly mark: DecimalMark;
  /** Currency of amounts for which the row names none. */
  readonly currency: string;
  /** Columns whose own amounts do not show the decimal mark. */
  readonly openColumns: ReadonlySet<string>;
  /** The values for cells that are empty or missing, by the form's columns. */
  readonly values: CsvRow;
}

/** A row's cells in the writing in which forms read them, and what is said of the changes. */
export interface PlainRow {
  readonly cells: CsvRow;
  readonly notes: readonly RowNote[];
  /** Amounts that are read in two ways. */
  readonly issues: readonly ValidationIssue[];
}

/**
 * Rewrites the cells of a row as forms read them: without the mark against formulas, currencies as codes, amounts as
 * plain decimals with a point, costs with no more decimals than their currency has, and times in UTC. A cell in any
 * other writing stays as it is, so that its fault names what stands in the file.
 * @param inFile the cells by the form's columns
 * @param numbers the columns whose cells are numbers of a spreadsheet, which have a decimal point
 */
export function plainCells(
  inFile: CsvRow,
  form: FileForm<unknown>,
  rules: CellRules,
  numbers: ReadonlySet<string>,
): PlainRow {
  const cells: Record<string, string> = {};
  for (const [column, cell] of Object.entries(inFile)) cells[column] = withoutSafeMark(cell);
  const currency = nameCurrency(cells, form, rules.values) || rules.currency;
  for (const [column, value] of Object.entries(rules.values)) cells[column] ||= value;
  for (const column of form.times ?? [])
    cells[column] = utcTime(cells[column] ?? "", rules, form.ends?.includes(column) ? "end" : "begin");
  for (const column of form.periods ?? [])
    if (cells[column])
      cells[column] = cells[column]
        .split("/")
        .map((time) => utcTime(time.trim(), rules))
        .join("/");
  const notes: RowNote[] = [];
  const issues: ValidationIssue[] = [];
  for (const column of form.amounts) {
    const cell = cells[column];
    if (!cell) continue;
    const isNumber = numbers.has(column);
    const plain = plainAmount(cell, isNumber ? "point" : rules.mark, currency);
    if (!isNumber && rules.openColumns.has(column) && mayBeThousands(cell, currency))
      issues.push(unclear(column, cell));
    const rounded = column === form.fields.cost ? roundedUp(plain, currency) : null;
    if (rounded !== null) notes.push({ code: "cost_rounded", detail: `${plain} to ${rounded}` });
    cells[column] = rounded ?? plain;
  }
  return { cells, notes, issues };
}

/** Three decimals of a currency that has fewer are more likely thousands than decimals. */
const mayBeThousands = (cell: string, currency: string): boolean =>
  markEvidence(cell) === "either" && (currencyDecimals(currency) ?? 0) < 3;

const unclear = (path: string, cell: string): ValidationIssue => ({
  path,
  code: "invalid",
  message: `"${cell}" may be about one or a thousand: say which decimal mark the file uses.`,
});

/**
 * Rewrites the row's currency as its code: its own, else the one beside its amount, else the one of the whole file.
 * @returns the code; an empty text where none is named
 */
function nameCurrency(cells: Record<string, string>, form: FileForm<unknown>, values: CsvRow): string {
  const column = form.fields.currency;
  if (column === undefined) return "";
  const beside = currencyBeside(cells[form.amountNamesCurrency ?? ""] ?? "");
  const cell = cells[column] || (beside ?? values[column]);
  if (cell) cells[column] = currencyCode(cell);
  return cells[column] ?? "";
}

/** Rewrites a time in UTC; any other text stays as it is. */
function utcTime(cell: string, clock: Clock, dateIs: "begin" | "end" = "begin"): string {
  const ms = cell === "" ? null : readTime(cell, clock, dateIs);
  return ms === null ? cell : new Date(ms).toISOString();
}
