import type { Tx } from "@/server/db/database/transaction";
import { recordImportedSkus } from "@/server/db/imports/imported-skus";
import { type CatalogFormat, catalogForm } from "@/server/domain/imports/csv/catalog-forms";
import type { ChangeSource, ItemPatch, MergeResult, ValidationIssue } from "@/server/domain/items/item-patch";
import { countOthers, type OtherCurrencies } from "@/server/domain/items/other-currency";
import { applyItems, type CatalogSize, currenciesOf } from "../items/apply";
import type { RequestContext } from "../request-context";
import type { ImportFile } from "./encoding";
import { type ItemEffect, ItemEffects } from "./item-effects";
import { type ImportOptions, type ImportReport, type ReadRow, type RowResult, runImport } from "./run-import";

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
  const apply = async (tx: Tx, rows: readonly ReadRow<ItemPatch>[], ownCurrency: string) => {
    const earlier = await recordImportedSkus(
      tx,
      rows.map(({ line, value: { sku } }) => ({ line, sku })),
    );
    const first = rows.filter(({ line }) => !earlier.has(line));
    const patches = first.map(({ value }) => value);
    const merges = await applyItems(context, tx, patches, options.source ?? "import", size);
    for (const merge of merges) effects.add(merge);
    otherCurrencies = countOthers(otherCurrencies, currenciesOf(merges), ownCurrency);
    return resultsOf(rows, earlier, merges);
  };
  return runImport(
    context,
    file,
    {
      formFor: (columns, currency) => catalogForm(columns, currency, options.format ?? "auto"),
      apply,
      complete: (report): CatalogReport => ({ ...report, otherCurrencies, effect: effects.report }),
      action: "catalog.import",
    },
    options,
  );
}

/** Returns the result of each row: a repeated sku, or that of its merge. */
function resultsOf(
  rows: readonly ReadRow<ItemPatch>[],
  earlier: ReadonlyMap<number, number>,
  merges: readonly MergeResult[],
): RowResult[] {
  const merged = merges.values();
  return rows.map(({ line, value }): RowResult => {
    const before = earlier.get(line);
    if (before !== undefined) return { outcome: "refused", issues: [repeatedSku(value.sku, before)] };
    const merge = merged.next().value;
    // Nothing is stored rather than a row left out that no count and no fault names.
    if (!merge) throw new Error(`row ${line} was given no result`);
    return merge;
  });
}

/**
 * Two rows with one sku contradict each other, so the second is a fault; otherwise the last row would win silently.
 */
const repeatedSku = (sku: string, line: number): ValidationIssue => ({
  path: "sku",
  code: "duplicate",
  message: `The sku "${sku}" already stands in row ${line}.`,
});
