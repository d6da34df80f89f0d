import type { Tx } from "@/server/db/database/transaction";
import type { AuditAction } from "@/server/domain/audit/actions";
import type { FileForm } from "@/server/domain/imports/csv/file-form";
import type { NoteCode } from "@/server/domain/imports/csv/row-notes";
import { shortenedSkuText, UNKNOWN_SKU } from "@/server/domain/imports/csv/shortened-sku";
import type { CheckedRow, RowOutcome } from "../checked-row";
import type { RequestContext } from "../request-context";
import type { ImportFile } from "./encoding";
import type { ImportOptions, ImportReport, ReadRow, RowResult } from "./import-plan";
import { runImport } from "./run-import";

/** A file whose rows name their item by sku. */
export interface RowsOfItems<T> {
  /** The form of a file with these columns. */
  readonly formFor: (columns: readonly string[]) => FileForm<T>;
  readonly skuOf: (value: T) => string;
  /** Stores rows and returns the outcome of each, in the same order. */
  readonly apply: (context: RequestContext, tx: Tx, rows: readonly CheckedRow<T>[]) => Promise<RowOutcome[]>;
  /** The code of an issue with which a row is left out, and is no fault. */
  readonly leavesOut?: NoteCode;
  /** Action name in the audit log. */
  readonly action: AuditAction;
}

/**
 * Imports a file of rows that belong to items. See `runImport` for faults and dry runs.
 * @throws DomainError validation_error with the invalid rows by number; plan_limit in a suspended workspace
 */
export function importRowsOfItems<T>(
  context: RequestContext,
  file: ImportFile,
  { formFor, skuOf, apply, leavesOut, action }: RowsOfItems<T>,
  options: ImportOptions,
): Promise<ImportReport<T>> {
  const applyRead = async (tx: Tx, rows: readonly ReadRow<T>[]): Promise<RowResult[]> => {
    const outcomes = await apply(
      context,
      tx,
      rows.map(({ value }) => ({ sku: skuOf(value), value })),
    );
    return outcomes.map(({ outcome, issues = [], sku }): RowResult => {
      if (outcome !== "refused") return { outcome };
      const isOther = issues.some(({ code }) => code === UNKNOWN_SKU) && shortenedSkuText(sku ?? "") === null;
      if (isOther && options.items === "existing")
        return { outcome: "skipped", note: { code: "unknown_item", detail: `"${sku}"` } };
      if (leavesOut !== undefined && issues.some(({ code }) => code === leavesOut))
        return { outcome: "skipped", note: { code: leavesOut, detail: `"${sku}"` } };
      return { outcome, issues };
    });
  };
  return runImport(
    context,
    file,
    { formFor, apply: applyRead, complete: (report) => report, action },
    options,
  );
}
