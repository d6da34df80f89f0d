import type { FieldIssue } from "@/server/domain/errors";
import {
  type Binding,
  bindColumns,
  boundCells,
  type ColumnMap,
  columnCalled,
  type FieldValues,
  repeatedNames,
  type ShopAmounts,
} from "@/server/domain/imports/csv/binding";
import type { CsvRow } from "@/server/domain/imports/csv/cells";
import { type DecimalMark, decideMark, otherMark } from "@/server/domain/imports/csv/decimal-mark";
import type { FileForm } from "@/server/domain/imports/csv/file-form";
import { headerKey } from "@/server/domain/imports/csv/header-key";
import { HeaderNotices } from "@/server/domain/imports/csv/header-notices";
import type { ImportField } from "@/server/domain/imports/csv/spellings";
import { type DayOrder, dayOrderOf } from "@/server/domain/imports/csv/time-cell";
import { AmountSurvey } from "./amount-survey";
import { dataRows, type Header, numberColumns } from "./data-rows";
import { headerIn } from "./header";
import type { Table, TableChoices, TablePlace } from "./table";

/** What a person says about a file; everything else is read from it. */
export interface FileChoices extends TableChoices {
  readonly map?: ColumnMap;
  readonly decimal?: DecimalMark;
  /** The number of the row that names the columns. */
  readonly headerRow?: number;
  /** Values for rows without one of their own, by field. */
  readonly set?: FieldValues;
}

/** How a file is read, before any of its rows takes effect. */
export interface Survey<T> extends TablePlace {
  readonly header: Header;
  readonly columns: readonly string[];
  readonly form: FileForm<T>;
  readonly binding: Binding;
  /** Null where the amounts leave it open. */
  readonly mark: DecimalMark | null;
  /** Columns of amounts that do not show the mark themselves; none where a person said it. */
  readonly openColumns: ReadonlySet<string>;
  /** Which number of a date is the day; null where the file's dates leave it open or contradict one another. */
  readonly dayOrder: DayOrder | null;
  /** The values for rows without one of their own, by the form's columns. */
  readonly values: CsvRow;
  readonly rows: number;
  /** The first rows, by the file's columns. */
  readonly samples: readonly CsvRow[];
  /** What a person should know of the columns, in sentences. */
  readonly notices: readonly string[];
  /** Why the file cannot be imported as it is read; empty when it can. */
  readonly problems: readonly FieldIssue[];
}

const SAMPLES = 3;
const SAMPLE_LENGTH = 60;

/**
 * Reads a whole file without effect: header row, form, columns and decimal mark.
 * @param formFor the form of a file with these columns
 * @throws DomainError validation_error for a file that cannot be read at all
 */
export async function surveyFile<T>(
  table: Table,
  formFor: (columns: readonly string[]) => FileForm<T>,
  choices: FileChoices,
  amountsOfShop: ShopAmounts,
): Promise<Survey<T>> {
  const map = choices.map ?? {};
  const header = await headerIn(table, formFor, { map, headerRow: choices.headerRow, shop: amountsOfShop });
  const { columns } = header;
  const form = formFor(columns);
  const binding: Binding = bindColumns(columns, form, map, amountsOfShop);
  const amounts = new AmountSurvey();
  const orders = new Set<DayOrder | null>();
  const samples: CsvRow[] = [];
  const notices = new HeaderNotices(columns, form, binding);
  let rows = 0;
  for await (const { line, row, numbers, ragged } of dataRows(table, header)) {
    rows++;
    if (samples.length < SAMPLES) samples.push(short(row));
    if (ragged) continue;
    notices.add(row);
    const cells = boundCells(row, binding);
    amounts.add(line, cells, form, numberColumns(binding, numbers));
    for (const column of form.times ?? []) orders.add(dayOrderOf(cells[column] ?? ""));
  }
  const place = table.place();
  const isDocumented = form.writesPoints && place.delimiter === "," && calledAsDocumented(form, binding);
  const mark = choices.decimal ?? decideMark(amounts.columns, isDocumented);
  orders.delete(null);
  const [dayOrder = null] = orders.size === 1 ? orders : [];
  // The mark that a person names is not that of a column which shows the other one.
  const openColumns =
    choices.decimal === undefined ? amounts.openColumns : amounts.columnsOf(otherMark(choices.decimal));
  const values = valuesByColumn(form, choices.set ?? {});
  const problems = [
    ...mapProblems(columns, form, map),
    ...valueProblems(form, choices.set ?? {}),
    ...columnProblems(columns, form, new Set([...binding.keys(), ...Object.keys(values)]), binding),
    ...(mark === null ? [amounts.problem(binding)] : []),
  ];
  const read = { ...place, header, columns, form, binding, mark, openColumns, dayOrder, values };
  return { ...read, rows, samples, notices: notices.texts, problems };
}

const valuesByColumn = (form: FileForm<unknown>, set: FieldValues): CsvRow =>
  Object.fromEntries(
    (form.settable ?? []).flatMap((field) => {
      const column = form.fields[field];
      const value = set[field]?.trim();
      return column && value ? [[column, value]] : [];
    }),
  );

const valueProblems = (form: FileForm<unknown>, set: FieldValues): FieldIssue[] =>
  Object.keys(set)
    .filter((field) => !form.settable?.includes(field as ImportField))
    .map((field) => {
      const fields = form.settable?.join(", ") || "none";
      const message = `No value for the whole file can be given to "${field}"; fields that take one: ${fields}.`;
      return { path: field, code: "unknown_field", message };
    });

const short = (row: CsvRow): CsvRow =>
  Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, cell.slice(0, SAMPLE_LENGTH)]));

/** Whether the amounts stand under the names of the form, as programs write them, not under a merchant's own. */
const calledAsDocumented = (form: FileForm<unknown>, binding: Binding): boolean =>
  form.amounts.every((column) => {
    const name = binding.get(column);
    return name === undefined || (form.columns[column] ?? []).includes(headerKey(name));
  });

function mapProblems(columns: readonly string[], form: FileForm<unknown>, map: ColumnMap): FieldIssue[] {
  return Object.entries(map).flatMap(([field, name]): FieldIssue[] => {
    if (form.fields[field as ImportField] === undefined) {
      const message = `A file of this kind has no field "${field}"; fields are ${Object.keys(form.fields).join(", ")}.`;
      return [{ path: field, code: "unknown_field", message }];
    }
    if (name === "" || columnCalled(columns, name) !== undefined) return [];
    return [{ path: field, code: "unknown_column", message: `The file has no column "${name}".` }];
  });
}

function columnProblems(
  columns: readonly string[],
  form: FileForm<unknown>,
  known: ReadonlySet<string>,
  binding: Binding,
): FieldIssue[] {
  const missing = form.needed.filter((column) => !known.has(column));
  const repeated = repeatedNames(columns, binding);
  const fields = Object.values(form.fields);
  const says = fields.some((column) => column !== "sku" && binding.has(column));
  return [
    ...missing.map((path) => ({ path, code: "missing_column", message: `The column ${path} is missing.` })),
    ...repeated.map((path) => ({
      path,
      code: "repeated_column",
      message: `The file has the column ${path} twice.`,
    })),
    ...(missing.length === 0 && !says
      ? [{ path: "file", code: "missing_column", message: nothingBesideSku(columns, form) }]
      : []),
  ];
}

function nothingBesideSku(columns: readonly string[], form: FileForm<unknown>): string {
  const found = `The file says nothing beside the SKU: no other column is known of ${columns.slice(0, 30).join(", ")}.`;
  return [found, "Map those that are to be read.", form.hint ?? ""].join(" ").trim();
}
