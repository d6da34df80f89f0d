import type { Tx } from "@/server/db/database/transaction";
import { forgetImportedSkus, recordImportedSkus } from "@/server/db/imports/imported-skus";
import { itemsBySku, type KnownItem } from "@/server/db/items/items";
import type { FileForm } from "@/server/domain/imports/csv/file-form";
import { shortenedSkuText } from "@/server/domain/imports/csv/shortened-sku";
import type { ItemPatch, MergeResult } from "@/server/domain/items/item-patch";
import type { ReadRow, RowResult } from "./import-plan";

type CatalogRow = ReadRow<ItemPatch>;

/** How the rows of a catalog file take effect. */
export interface CatalogEffect {
  /** Merges patches of different items into the catalog and returns the result of each, in the same order. */
  readonly merge: (patches: readonly ItemPatch[]) => Promise<readonly MergeResult[]>;
  /** Whether rows of skus that no item has are left out. */
  readonly changesOnly: boolean;
}

/**
 * Applies rows of a catalog file in the given transaction; returns the result of each, in the same order. Of several
 * rows with one sku the first that is taken counts, unless the form's reader adds them up.
 */
export async function applyCatalogRows(
  tx: Tx,
  rows: readonly CatalogRow[],
  form: FileForm<ItemPatch>,
  { merge, changesOnly }: CatalogEffect,
): Promise<RowResult[]> {
  const known = await itemsBySku(tx, [...new Set(rows.map(({ value }) => value.sku))]);
  const results = new Map<CatalogRow, RowResult>();
  for (const row of rows) {
    const result = known.has(row.value.sku) ? null : resultOfNew(row.value.sku, changesOnly);
    if (result !== null) results.set(row, result);
  }
  let left = rows.filter((row) => !results.has(row));
  while (left.length > 0) {
    const earlier = await earlierLines(tx, left, form);
    const taken = left.filter(({ line }) => !earlier.has(line));
    const merges = await merge(taken.map(({ value }) => patchOf(value, known.get(value.sku))));
    for (const [at, row] of taken.entries()) results.set(row, resultAt(merges, at, row));
    // A row that was refused is in nobody's way: the next one with its sku is tried.
    const refused = taken.flatMap((row) => (results.get(row)?.outcome === "refused" ? [row.line] : []));
    if (form.repeatedSkus !== "summed") await forgetImportedSkus(tx, refused);
    const repeated = left.filter(({ line }) => earlier.has(line));
    for (const row of repeated) results.set(row, resultOfRepeated(row, earlier.get(row.line) ?? 0, form));
    left = repeated.filter(({ line }) => refused.includes(earlier.get(line) ?? 0));
  }
  return rows.flatMap((row) => results.get(row) ?? []);
}

/** Returns for each row whose sku occurred before in the file the line of the row that has it. */
const earlierLines = async (
  tx: Tx,
  rows: readonly CatalogRow[],
  form: FileForm<ItemPatch>,
): Promise<ReadonlyMap<number, number>> =>
  form.repeatedSkus === "summed" ? new Map() : recordImportedSkus(tx, skusOf(rows));

function resultAt(merges: readonly MergeResult[], at: number, { line }: CatalogRow): MergeResult {
  const result = merges[at];
  // Nothing is stored rather than a row left out that no count and no fault names.
  if (!result) throw new Error(`row ${line} was given no result`);
  return result;
}

const skusOf = (rows: readonly CatalogRow[]) => rows.map(({ line, value: { sku } }) => ({ line, sku }));

/** Returns why no item is created for a sku; null where one is. */
function resultOfNew(sku: string, changesOnly: boolean): RowResult | null {
  if (changesOnly) return { outcome: "skipped", note: { code: "unknown_item", detail: `"${sku}"` } };
  const message = shortenedSkuText(sku);
  return message === null
    ? null
    : { outcome: "refused", issues: [{ path: "sku", code: "shortened", message }] };
}

/** A connected store says itself whether it sells an item; its file is older than the last sync. */
const patchOf = (patch: ItemPatch, known: KnownItem | undefined): ItemPatch =>
  (known?.integrationId ?? null) === null ? patch : { ...patch, storeState: undefined };

/**
 * Two rows with one sku contradict each other, so the second is a fault; otherwise the last row would win silently.
 * Where the store lets variants share a sku, there is nothing to be put right.
 */
function resultOfRepeated(
  { value: { sku } }: CatalogRow,
  line: number,
  form: FileForm<ItemPatch>,
): RowResult {
  if (form.repeatedSkus === "shared")
    return { outcome: "skipped", note: { code: "shared_sku", detail: `"${sku}" of row ${line}` } };
  const message = `The SKU "${sku}" already stands in row ${line}.`;
  return { outcome: "refused", issues: [{ path: "sku", code: "duplicate", message }] };
}
