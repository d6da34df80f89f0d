import type { Readable } from "node:stream";
import type { Tx } from "@/server/db/database/transaction";
import { recordImportedSkus } from "@/server/db/imports/imported-skus";
import { workspaceCurrency } from "@/server/db/members/memberships";
import { MINUTE_MS } from "@/server/domain/durations";
import { DomainError } from "@/server/domain/errors";
import { CATALOG_COLUMNS, readCatalogRow } from "@/server/domain/imports/csv/own-format";
import {
  readShopifyRow,
  SHOPIFY_COLUMNS,
  type ShopifyProduct,
  type ShopifyRow,
} from "@/server/domain/imports/csv/shopify-format";
import type { ChangeSource, ItemPatch, ValidationIssue } from "@/server/domain/items/item-patch";
import { countOthers, type OtherCurrencies } from "@/server/domain/items/other-currency";
import { applyItems, type CatalogSize, currenciesOf } from "../items/apply";
import { recordChange } from "../record-change";
import { type RequestContext, requireWritableWorkspace, writeTransaction } from "../request-context";
import { CsvIssueCollector, csvRows } from "./csv-file";

export const CATALOG_FORMATS = ["auto", "own", "shopify"] as const;
export type CatalogFormat = (typeof CATALOG_FORMATS)[number];

export interface ImportCounts {
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** How many items of the file are priced in a currency other than the workspace's. */
  readonly otherCurrencies: OtherCurrencies;
}

const BATCH = 1_000;
const IMPORT_TIMEOUT_MS = 30 * MINUTE_MS;

/**
 * Imports a catalog file in the own format or as a Shopify product export: completely, or not at all when any row has
 * an issue.
 * @param options.currency currency of prices for which the file names none; defaults to the workspace's
 * @throws DomainError validation_error with the invalid rows by number; plan_limit beyond the plan's items
 */
export function importCatalog(
  context: RequestContext,
  file: Readable,
  options: {
    readonly format?: CatalogFormat;
    readonly currency?: string;
    readonly source?: ChangeSource;
  } = {},
): Promise<ImportCounts> {
  return writeTransaction(
    context,
    async (tx) => {
      requireWritableWorkspace(context);
      const ownCurrency = await workspaceCurrency(tx);
      const currency = options.currency ?? ownCurrency;
      const fileIssues = new CsvIssueCollector();
      const counts = { rows: 0, created: 0, updated: 0, unchanged: 0 };
      const progress: Progress = {
        source: options.source ?? "import",
        size: { items: null },
        fileIssues,
        counts,
        ownCurrency,
        otherCurrencies: {},
      };
      const patches = patchesOf(file, options.format ?? "auto", currency, fileIssues);
      for await (const batch of batches(patches, BATCH)) await applyBatch(context, tx, batch, progress);
      if (fileIssues.any) throw fileIssues.error();
      await recordChange(context, tx, {
        action: "catalog.import",
        subject: context.tenant.workspaceId,
        after: { ...counts },
      });
      return { ...counts, otherCurrencies: progress.otherCurrencies };
    },
    { timeoutMs: IMPORT_TIMEOUT_MS },
  );
}

interface NumberedPatch {
  readonly line: number;
  readonly patch: ItemPatch;
}

interface Progress {
  readonly source: ChangeSource;
  readonly size: CatalogSize;
  readonly fileIssues: CsvIssueCollector;
  readonly counts: { rows: number; created: number; updated: number; unchanged: number };
  /** The workspace's currency. */
  readonly ownCurrency: string;
  otherCurrencies: OtherCurrencies;
}

async function applyBatch(
  context: RequestContext,
  tx: Tx,
  batch: readonly NumberedPatch[],
  progress: Progress,
): Promise<void> {
  const { source, size, fileIssues, counts } = progress;
  const earlier = await recordImportedSkus(
    tx,
    batch.map(({ line, patch: { sku } }) => ({ line, sku })),
  );
  const first = batch.filter(({ line }) => !earlier.has(line));
  for (const { line, patch } of batch) {
    const before = earlier.get(line);
    if (before !== undefined) fileIssues.add(line, [repeatedSku(patch.sku, before)]);
  }
  const merges = await applyItems(
    context,
    tx,
    first.map(({ patch }) => patch),
    source,
    size,
  );
  for (const [i, merge] of merges.entries()) {
    counts.rows++;
    if (merge.outcome === "refused") fileIssues.add(first[i]?.line ?? 0, merge.issues);
    else counts[merge.outcome]++;
  }
  progress.otherCurrencies = countOthers(
    progress.otherCurrencies,
    currenciesOf(merges),
    progress.ownCurrency,
  );
}

/** Yields the file's items with their line; the issues of invalid rows are added to `faults`. */
async function* patchesOf(
  file: Readable,
  format: CatalogFormat,
  currency: string,
  fileIssues: CsvIssueCollector,
): AsyncGenerator<NumberedPatch> {
  let shopify = format === "shopify";
  let product: ShopifyProduct | null = null;
  const rows = csvRows(file, fileIssues, (columns) => {
    if (format === "auto") shopify = columns.includes("Handle");
    requireColumns(columns, shopify ? SHOPIFY_COLUMNS : ["sku"]);
    requireOnce(columns);
    if (!shopify) requireSomething(columns);
  });
  for await (const { line, row } of rows) {
    const parsed: ShopifyRow = shopify
      ? readShopifyRow(row, product, currency)
      : { product, variant: readCatalogRow(row, currency) };
    product = parsed.product;
    if (!parsed.variant) continue;
    if (!parsed.variant.ok) fileIssues.add(line, parsed.variant.issues);
    else yield { line, patch: parsed.variant.value };
  }
}

/**
 * Two rows with one sku contradict each other, so the file is rejected; otherwise the last row would win silently.
 */
const repeatedSku = (sku: string, line: number): ValidationIssue => ({
  path: "sku",
  code: "duplicate",
  message: `The sku "${sku}" already stands in row ${line}.`,
});

/** Rejects a file without these columns, with one sentence that names them. */
export function requireColumns(columns: readonly string[], needed: readonly string[]): void {
  const missing = needed.filter((name) => !columns.includes(name));
  if (missing.length === 0) return;
  const message = `The file lacks the ${missing.length === 1 ? "column" : "columns"} ${missing.join(", ")}.`;
  throw new DomainError("validation_error", message, {
    issues: missing.map((path) => ({
      path,
      code: "missing_column",
      message: `The column ${path} is missing.`,
    })),
  });
}

/** Rejects a repeated column: its two cells could contradict each other. */
function requireOnce(columns: readonly string[]): void {
  const parsed = new Set<string>([...CATALOG_COLUMNS, ...SHOPIFY_COLUMNS]);
  const twice = columns.filter((name, i) => parsed.has(name) && columns.indexOf(name) < i);
  if (twice.length === 0) return;
  throw new DomainError("validation_error", `The file has the column ${twice[0]} twice.`, {
    issues: twice.map((path) => ({
      path,
      code: "repeated_column",
      message: `The column ${path} stands twice.`,
    })),
  });
}

function requireSomething(columns: readonly string[]): void {
  if (CATALOG_COLUMNS.some((name) => name !== "sku" && columns.includes(name))) return;
  const message = `The file says nothing beside the sku. Columns that are read: ${CATALOG_COLUMNS.join(", ")}.`;
  throw new DomainError("validation_error", message, {
    issues: [{ path: "file", code: "missing_column", message }],
  });
}

/** Groups the values of a source into arrays of up to `size`. */
export async function* batches<T>(source: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const each of source) {
    batch.push(each);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
