import { AMOUNT_FIELDS } from "@/server/domain/items/declared-fields";
import type { ItemPatch } from "@/server/domain/items/item-patch";
import type { CsvRow } from "./cells";
import type { FileForm, LeftOutRow, RowReader } from "./file-form";
import { headerKey } from "./header-key";
import { type ParsedRow, readCatalogRow } from "./own-format";
import { PRODUCT_AT_FAULT } from "./product-above";
import { MERCHANTS_OWN_FIELDS, type OwnRow, type StoreReader } from "./store-rows";

export type CatalogForm = FileForm<ItemPatch>;

const WITHOUT_PRODUCT: ParsedRow<ItemPatch> = {
  ok: false,
  issues: [{ path: "", code: "product_fault", message: PRODUCT_AT_FAULT }],
};

const OTHERS = Object.fromEntries(MERCHANTS_OWN_FIELDS.map((field) => [field, field]));

/** Adds what all stores' files share to the declaration of one: columns of the merchant's own, and the amounts. */
export function storeForm(form: Omit<CatalogForm, "amounts">): CatalogForm {
  const fields = { ...OTHERS, ...form.fields };
  const columns = Object.entries(form.columns).map(([column, names]) => [column, names.map(headerKey)]);
  return {
    ...form,
    columns: Object.fromEntries(columns),
    fields,
    amounts: AMOUNT_FIELDS.flatMap((field) => fields[field] ?? []),
  };
}

/** Reads the rows that a store's reader makes of its own as rows of the catalog's format. */
export const asOwnRows =
  (begin: () => StoreReader) =>
  (currency: string): RowReader<ItemPatch> => {
    const reader = begin();
    return {
      ...reader,
      read: (row) => {
        const item = reader.read(row);
        if (item === "orphan") return WITHOUT_PRODUCT;
        if (item === null || isLeftOut(item)) return item;
        const parsed = readCatalogRow(withoutAbsent(item), currency);
        return parsed.ok ? { ...parsed, value: { ...parsed.value, ...stateOf(item.for_sale) } } : parsed;
      },
    };
  };

const isLeftOut = (row: OwnRow | LeftOutRow): row is LeftOutRow => "code" in row;

/**
 * Returns the state of an item whose store says whether it is for sale, as a sync has it; nothing where it does not.
 */
export const stateOf = (isForSale: boolean | undefined): Pick<ItemPatch, "storeState"> =>
  isForSale === undefined ? {} : { storeState: isForSale ? null : "disabled" };

const withoutAbsent = ({ for_sale: _forSale, ...row }: OwnRow): CsvRow =>
  Object.fromEntries(
    Object.entries(row).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
