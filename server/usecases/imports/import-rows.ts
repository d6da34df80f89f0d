import type { Tx } from "@/server/db/database/transaction";
import type { AuditAction } from "@/server/domain/audit/actions";
import type { FileForm } from "@/server/domain/imports/csv/file-form";
import type { CheckedRow, RowOutcome } from "../checked-row";
import type { RequestContext } from "../request-context";
import type { ImportFile } from "./encoding";
import { type ImportOptions, type ImportReport, type ReadRow, type RowResult, runImport } from "./run-import";

/** A file whose rows name their item by sku. */
export interface RowsOfItems<T> {
  readonly form: FileForm<T>;
  readonly skuOf: (value: T) => string;
  /** Stores rows and returns the outcome of each, in the same order. */
  readonly apply: (context: RequestContext, tx: Tx, rows: readonly CheckedRow<T>[]) => Promise<RowOutcome[]>;
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
  { form, skuOf, apply, action }: RowsOfItems<T>,
  options: ImportOptions,
): Promise<ImportReport<T>> {
  const applyRead = async (tx: Tx, rows: readonly ReadRow<T>[]): Promise<RowResult[]> => {
    const outcomes = await apply(
      context,
      tx,
      rows.map(({ value }) => ({ sku: skuOf(value), value })),
    );
    return outcomes.map(
      ({ outcome, issues = [] }): RowResult => (outcome === "refused" ? { outcome, issues } : { outcome }),
    );
  };
  return runImport(
    context,
    file,
    { formFor: () => form, apply: applyRead, complete: (report) => report, action },
    options,
  );
}
