import type { Tx } from "@/server/db/database/transaction";
import { type CatalogFormat, catalogForm } from "@/server/domain/imports/csv/catalog-forms";
import type { ChangeSource, ItemPatch } from "@/server/domain/items/item-patch";
import { countOthers, type OtherCurrencies, otherCurrencyText } from "@/server/domain/items/other-currency";
import { applyItems, type CatalogSize, currenciesOf } from "../items/apply";
import type { RequestContext } from "../request-context";
import { applyCatalogRows } from "./catalog-rows";
import type { ImportFile } from "./encoding";
import type { ImportOptions, ImportReport } from "./import-plan";
import { type ItemEffect, ItemEffects } from "./item-effects";
import { runImport } from "./run-import";

export interface CatalogOptions extends ImportOptions {
  /** Form of the file; recognised by its header by default. */
  readonly format?: CatalogFormat;
  readonly source?: ChangeSource;
}

export interface CatalogReport extends ImportReport<ItemPatch> {
  /** How many items of the file are priced in a currency other than the workspace's. */
  readonly otherCurrencies: OtherCurrencies;
  readonly effect: ItemEffect;
}

/**
 * Imports a catalog file: a list, or the product export of a store. See `runImport` for faults and dry runs.
 * @throws DomainError validation_error with the invalid rows by number; plan_limit beyond the plan's items
 */
export function importCatalog(
  context: RequestContext,
  file: ImportFile,
  options: CatalogOptions = {},
): Promise<CatalogReport> {
  const size: CatalogSize = { items: null };
  const effects = new ItemEffects();
  let otherCurrencies: OtherCurrencies = {};
  const merge = async (tx: Tx, patches: readonly ItemPatch[], ownCurrency: string) => {
    const merges = await applyItems(context, tx, patches, options.source ?? "import", size);
    for (const each of merges) effects.add(each);
    otherCurrencies = countOthers(otherCurrencies, currenciesOf(merges), ownCurrency);
    return merges;
  };
  return runImport(
    context,
    file,
    {
      formFor: (columns, currency) => catalogForm(columns, currency, options.format ?? "auto"),
      apply: (tx, rows, { ownCurrency, form }) =>
        applyCatalogRows(tx, rows, form, {
          merge: (patches) => merge(tx, patches, ownCurrency),
          changesOnly: form.changesOnly === true || options.items === "existing",
        }),
      complete: (report): CatalogReport => ({
        ...report,
        notices: [...report.notices, ...otherCurrencyText(otherCurrencies)],
        otherCurrencies,
        effect: effects.report,
      }),
      action: "catalog.import",
    },
    options,
  );
}
