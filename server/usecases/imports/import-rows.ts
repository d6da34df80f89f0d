import type { Readable } from "node:stream";
import type { Tx } from "@/server/db/database/transaction";
import { MINUTE_MS } from "@/server/domain/durations";
import type { CsvRow } from "@/server/domain/imports/csv/cells";
import type { ParsedRow } from "@/server/domain/imports/csv/own-format";
import type { CheckedRow, RowOutcome } from "../checked-row";
import { recordChange } from "../record-change";
import { type RequestContext, requireWritableWorkspace, writeTransaction } from "../request-context";
import { CsvIssueCollector, csvRows } from "./csv-file";
import { batches, requireColumns } from "./import-items";

export interface RowCounts {
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

/** A CSV format whose rows name their item by sku. */
export interface RowFormat<T> {
  readonly columns: readonly string[];
  readonly read: (row: CsvRow) => ParsedRow<T>;
  readonly skuOf: (value: T) => string;
  /** Stores rows and returns the outcome of each, in the same order. */
  readonly apply: (context: RequestContext, tx: Tx, rows: readonly CheckedRow<T>[]) => Promise<RowOutcome[]>;
  /** Action name in the audit log. */
  readonly action: string;
}

const BATCH = 1_000;
const IMPORT_TIMEOUT_MS = 15 * MINUTE_MS;

/**
 * Imports a file of rows that belong to items: completely, or not at all when any row has an issue.
 * @throws DomainError validation_error with the invalid rows by number; plan_limit in a suspended workspace
 */
export function importRows<T>(
  context: RequestContext,
  file: Readable,
  format: RowFormat<T>,
): Promise<RowCounts> {
  return writeTransaction(
    context,
    async (tx) => {
      requireWritableWorkspace(context);
      const fileIssues = new CsvIssueCollector();
      const counts = { rows: 0, created: 0, updated: 0, unchanged: 0 };
      for await (const batch of batches(rowsOf(file, fileIssues, format), BATCH)) {
        const rows = batch.map(({ value }) => ({ sku: format.skuOf(value), value }));
        for (const { index, outcome, issues } of await format.apply(context, tx, rows)) {
          counts.rows++;
          if (issues) fileIssues.add(batch[index]?.line ?? 0, issues);
          else if (outcome !== "refused") counts[outcome]++;
        }
      }
      if (fileIssues.any) throw fileIssues.error();
      const subject = context.tenant.workspaceId;
      await recordChange(context, tx, { action: format.action, subject, after: { ...counts } });
      return counts;
    },
    { timeoutMs: IMPORT_TIMEOUT_MS },
  );
}

async function* rowsOf<T>(
  file: Readable,
  fileIssues: CsvIssueCollector,
  { columns, read }: RowFormat<T>,
): AsyncGenerator<{ line: number; value: T }> {
  for await (const { line, row } of csvRows(file, fileIssues, (header) => requireColumns(header, columns))) {
    const parsed = read(row);
    if (parsed.ok) yield { line, value: parsed.value };
    else fileIssues.add(line, parsed.issues);
  }
}
