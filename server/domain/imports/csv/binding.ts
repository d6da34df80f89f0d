import type { CsvRow } from "./cells";
import type { FileForm } from "./file-form";
import { amountKey, headerKey } from "./header-key";
import { GROSS_PRICE_SPELLINGS, type ImportField, SPELLINGS } from "./spellings";

/** The file's own column for each column of its form that it has. */
export type Binding = ReadonlyMap<string, string>;

/** A person's mapping: the file's column by field; empty for a field that is not taken from the file. */
export type ColumnMap = Readonly<Partial<Record<ImportField, string>>>;

/** A person's values by field, for rows that have none of their own. */
export type FieldValues = Readonly<Partial<Record<ImportField, string>>>;

/** What the workspace says of its amounts. */
export interface ShopAmounts {
  /** The currency of amounts for which the file names none. */
  readonly currency: string;
  readonly pricesIncludeVat: boolean;
}

type Columns = Pick<FileForm<unknown>, "columns" | "fields" | "amounts">;

const SPELLED = new Map(
  Object.entries(SPELLINGS).map(([field, lists]) => [
    field,
    lists.flatMap((names) => names.split(",")).map(headerKey),
  ]),
);

const GROSS_PRICES = GROSS_PRICE_SPELLINGS.split(",").map(headerKey);

/**
 * Finds the file's column for each column of the form: the one a person chose, else the one with its name, else the
 * only one with a known spelling of its field. Where two could be meant, none is taken; nor is a name with a sign of
 * percent or a currency, except that of the amounts in a file without a column of currencies.
 * A price that says it includes VAT is taken only where the workspace's prices do; one without VAT is left to a person.
 */
export function bindColumns(
  names: readonly string[],
  form: Columns,
  map: ColumnMap,
  { currency, pricesIncludeVat }: ShopAmounts,
): Map<string, string> {
  const binding = new Map<string, string>();
  for (const [column, keys] of Object.entries(form.columns)) {
    const found = keys.flatMap((key) => names.find((name) => headerKey(name) === key) ?? [])[0];
    if (found !== undefined) binding.set(column, found);
  }
  const certain = new Set(binding.values());
  const isCurrencyColumn = (name: string) => SPELLED.get("currency")?.includes(headerKey(name)) === true;
  const namesCurrency = Boolean(map.currency) || names.some(isCurrencyColumn);
  for (const [field, column] of Object.entries(form.fields)) {
    if (binding.has(column)) continue;
    const gross = field === "price" && pricesIncludeVat ? GROSS_PRICES : [];
    const keys = [...(SPELLED.get(field) ?? []), ...gross];
    const isOwnAmount = !namesCurrency && form.amounts.includes(column);
    const keyOf = (name: string) => (isOwnAmount ? amountKey(name, currency) : headerKey(name));
    const spelled = names.filter((name) => !certain.has(name) && keys.includes(keyOf(name)));
    if (spelled[0] !== undefined && new Set(spelled).size === 1) binding.set(column, spelled[0]);
  }
  for (const [field, chosen] of Object.entries(map)) {
    const column = form.fields[field as ImportField];
    if (column === undefined) continue;
    if (chosen === "") binding.delete(column);
    else binding.set(column, columnCalled(names, chosen) ?? chosen);
  }
  return binding;
}

/** Returns the file's column of that name, else the one that differs from it only in case, accents or punctuation. */
export const columnCalled = (names: readonly string[], name: string): string | undefined =>
  names.find((each) => each === name) ?? names.find((each) => headerKey(each) === headerKey(name));

/** Returns the names in `binding` that the header repeats: their two cells could contradict each other. */
export function repeatedNames(names: readonly string[], binding: Binding): string[] {
  const taken = new Set([...binding.values()].map(headerKey));
  const keys = names.map(headerKey);
  return names.filter((_, i) => taken.has(keys[i] ?? "") && keys.indexOf(keys[i] ?? "") < i);
}

/** Returns the cells of a row by the form's columns; a column that the file does not have is absent. */
export function boundCells(row: CsvRow, binding: Binding): Record<string, string> {
  const cells: Record<string, string> = {};
  for (const [column, name] of binding) cells[column] = row[name] ?? "";
  return cells;
}
