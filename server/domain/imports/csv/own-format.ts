import { isCurrency } from "@/server/domain/currency";
import {
  AMOUNT_FIELDS,
  type DeclaredFields,
  declaredFields,
  fieldOf,
  ITEM_FIELD_NAMES,
  type ItemField,
} from "@/server/domain/items/declared-fields";
import type { TextForm } from "@/server/domain/items/item-fields";
import type { ItemPatch, ValidationIssue } from "@/server/domain/items/item-patch";
import { type CellReader, type CsvRow, cellsOf } from "./cells";
import type { RowNote } from "./row-notes";
import type { ImportField } from "./spellings";
import { utcMs, whyNoTime } from "./time-cell";

/** A row as a patch for the catalog, with what is said of it, or all of its validation issues. */
export type ParsedRow<T> =
  | { readonly ok: true; readonly value: T; readonly notes?: readonly RowNote[] }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

/** Columns of the catalog's own format. Only the sku is required, so that a file can be a price list alone. */
export const CATALOG_COLUMNS: readonly ImportField[] = [
  "sku",
  "title",
  ...ITEM_FIELD_NAMES.flatMap((name) => (name === "price" ? [name, "currency" as const] : [name])),
  "cost_updated_at",
  "archived",
];

const OTHER_THAN_AMOUNTS = ITEM_FIELD_NAMES.filter((name) => fieldOf(name).kind !== "amount");

/**
 * Reads these fields of an item from the columns of their names.
 * @param currency the currency of amounts
 */
export const readFields = (
  cells: CellReader,
  names: readonly ItemField[],
  currency: string,
): Partial<DeclaredFields> =>
  declaredFields(names, (name) => {
    const field = fieldOf(name);
    switch (field.kind) {
      case "text":
        return formed(cells, name, cells.text(name, field.max), field.form);
      case "link":
        return cells.link(name);
      case "amount":
        return cells.amount(name, currency);
      case "integer":
        return cells.integer(name);
      case "tags":
        return cells.tags(name, "|");
    }
  });

/** Reads a code of a form; one that is none adds an issue and reads as empty, and a rounded one as an absent column. */
function formed(
  { issues }: CellReader,
  path: ItemField,
  text: string | null | undefined,
  form: TextForm | undefined,
): string | null | undefined {
  if (!text || !form) return text;
  if (form.isRounded(text)) return undefined;
  const reading = form.read(text);
  if ("value" in reading) return reading.value;
  issues.push({ path, code: "invalid", message: reading.fault });
  return null;
}

/**
 * Reads a row of the own catalog format. An empty cell clears the value, an absent column keeps it.
 * @param workspaceCurrency used when the row names no currency
 */
export function readCatalogRow(row: CsvRow, workspaceCurrency: string): ParsedRow<ItemPatch> {
  const cells = cellsOf(row);
  const sku = cells.singleLine("sku", 200);
  const ownCurrency = cells.text("currency", 3);
  const currency = ownCurrency ?? workspaceCurrency;
  if (!sku) cells.issues.push({ path: "sku", code: "required", message: "The row has no SKU." });
  if (!isCurrency(currency)) {
    cells.issues.push({
      path: "currency",
      code: "invalid",
      message: `"${currency}" is not a currency we know.`,
    });
    return { ok: false, issues: cells.issues };
  }
  const amounts = readFields(cells, AMOUNT_FIELDS, currency);
  const value: ItemPatch = {
    sku: sku ?? "",
    title: cells.text("title", 500) ?? undefined,
    ...amounts,
    ...readFields(cells, OTHER_THAN_AMOUNTS, currency),
    ...(ownCurrency || hasAmount(amounts) ? { currency } : {}),
    costReportedAtMs: reportedAt(cells),
    archived: cells.flag("archived"),
  };
  if (cells.issues.length > 0) return { ok: false, issues: cells.issues };
  return { ok: true, value, notes: cells.notes };
}

/** When the row's cost was told, as our own report says it; undefined without a time. */
function reportedAt({ text, issues }: CellReader): number | undefined {
  const cell = text("cost_updated_at", 60);
  if (!cell) return undefined;
  const ms = utcMs(cell);
  if (!Number.isNaN(ms)) return ms;
  issues.push({ path: "cost_updated_at", code: "invalid", message: whyNoTime(cell) });
  return undefined;
}

/** Whether any amount is given; the currency it was parsed in must then be the item's. */
export const hasAmount = (fields: Partial<DeclaredFields>): boolean =>
  Object.values(fields).some((value) => typeof value === "bigint");
