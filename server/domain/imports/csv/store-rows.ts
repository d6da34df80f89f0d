import { fieldOf, ITEM_FIELD_NAMES } from "@/server/domain/items/declared-fields";
import { type CsvRow, FLAGS } from "./cells";
import type { LeftOutRow } from "./file-form";
import type { ImportField } from "./spellings";

/**
 * A row of a store's export as a row of the catalog's own format; an absent field keeps what is stored. `for_sale`
 * says whether shoppers see the product.
 */
export type OwnRow = FieldCells & { readonly for_sale?: boolean | undefined };

type FieldCells = Readonly<Partial<Record<ImportField, string | undefined>>>;

/** Reads the rows of a store's file; `orphan` is a row whose product stands in a row that is left out. */
export interface StoreReader {
  read(row: CsvRow): OwnRow | LeftOutRow | "orphan" | null;
  refused?(row: CsvRow | null): void;
  end?(): readonly string[];
}

/** Fields that no store exports and that its file may have all the same, in a column of the merchant's own. */
export const MERCHANTS_OWN_FIELDS = ITEM_FIELD_NAMES.filter((name) => fieldOf(name).isMerchantsOwn);

/** Returns the cells of those fields; amounts of zero are unknown. */
export const othersOf = (row: CsvRow): FieldCells =>
  Object.fromEntries(MERCHANTS_OWN_FIELDS.map((field) => [field, unlessZero(row[field])]));

/** Stores export 0 for a field that was never filled in, which means unknown. */
export const unlessZero = (cell: string | undefined): string | undefined =>
  cell !== undefined && /^0+([.,]0+)?$/.test(cell) ? "" : cell;

/** Whether shoppers see a product, by the store's word for it; undefined without a word. */
export const isForSale = (word: string | undefined, words: readonly string[]): boolean | undefined =>
  word ? words.includes(word.toLowerCase()) : undefined;

/**
 * Whether a store's switch is on: 1 among numbers, also as programs write it that take a column for decimals (1.0),
 * true or yes; undefined for any other word, which says nothing.
 */
export function isOn(cell: string | undefined): boolean | undefined {
  const word = cell?.toLowerCase() ?? "";
  const [, number] = /^(-?\d+)(?:[.,]0+)?$/.exec(word) ?? [];
  if (number !== undefined) return number === "1";
  return Object.hasOwn(FLAGS, word) ? FLAGS[word] : undefined;
}

/** Whether a store says yes in a cell. */
export const isYes = (cell: string | undefined): boolean => FLAGS[cell?.toLowerCase() ?? ""] === true;

/** Returns the first part of a list in a cell; undefined where the file has no such column. */
export const firstOf = (cell: string | undefined, separator: string): string | undefined =>
  cell?.split(separator, 1)[0]?.trim();

/** Rewrites a list of tags with the own format's separator; undefined where the file has no such column. */
export const tagsFrom = (cell: string | undefined, separator: string): string | undefined =>
  cell?.split(separator).join("|");
