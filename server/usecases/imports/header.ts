import { bindColumns, type ColumnMap, type ShopAmounts } from "@/server/domain/imports/csv/binding";
import type { FileForm } from "@/server/domain/imports/csv/file-form";
import { findHeader, HEADER_WITHIN, type KnownColumns } from "@/server/domain/imports/csv/header-row";
import { type Header, headerOf } from "./data-rows";
import type { Table } from "./table";
import { unreadableFile } from "./unreadable-file";

/** The farthest row that may be named as the header. */
export const MAX_HEADER_ROW = 1_000;

/** What a person says that leads to the header. */
interface HeaderChoices {
  readonly map: ColumnMap;
  readonly headerRow: number | undefined;
  readonly shop: ShopAmounts;
}

/**
 * Finds the row that names the columns: the one that a person names, else the one of the first rows that the form
 * knows.
 * @throws DomainError validation_error for a file without rows, and for a named row without names
 */
export async function headerIn(
  table: Table,
  formFor: (columns: readonly string[]) => FileForm<unknown>,
  { map, headerRow, shop }: HeaderChoices,
): Promise<Header> {
  const rows = await table.first(headerRow ?? HEADER_WITHIN);
  if (rows.length === 0) throw unreadableFile("The file is empty; a row of it has to name the columns.");
  const found =
    headerRow === undefined
      ? findHeader(rows, (names) => knownIn(names, formFor(names), map, shop))
      : rows.find(({ line }) => line === headerRow);
  if (found === undefined)
    throw unreadableFile(`Row ${headerRow} of the file is empty and names no columns.`);
  return headerOf(found);
}

function knownIn(
  cells: readonly string[],
  form: FileForm<unknown>,
  map: ColumnMap,
  shop: ShopAmounts,
): KnownColumns {
  const names = new Set(cells);
  const bound = [...bindColumns(cells, form, map, shop)].filter(([, name]) => names.has(name));
  const columns = new Set(bound.map(([column]) => column));
  return { isComplete: form.needed.every((column) => columns.has(column)), count: columns.size };
}
