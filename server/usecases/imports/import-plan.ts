import type { Tx } from "@/server/db/database/transaction";
import type { AuditAction } from "@/server/domain/audit/actions";
import type { FileForm } from "@/server/domain/imports/csv/file-form";
import type { RowNote } from "@/server/domain/imports/csv/row-notes";
import type { ValidationIssue } from "@/server/domain/items/item-patch";
import type { FaultGroup, FileFault } from "./file-faults";
import type { FileChoices, Survey } from "./survey";

export interface ImportOptions extends FileChoices {
  /** Computes the effect by importing and rolling back; nothing is stored. */
  readonly dryRun?: boolean;
  /** `all` imports nothing if a row has a fault (the default), `good` leaves such rows out. */
  readonly rows?: "all" | "good";
  /** `existing` leaves rows out whose sku no item has, so that none is created; `all` by default. */
  readonly items?: "all" | "existing";
  /** Currency of amounts for which the file names none; the workspace's by default. */
  readonly currency?: string;
  /** Called after each batch of rows. */
  readonly onProgress?: (rows: number, of: number) => void;
  /** Called for every fault, in the order of the file. */
  readonly onFault?: (fault: FileFault) => void;
}

export interface RowCounts {
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

/** What came of a file, or would come of it. */
export interface ImportReport<T = unknown> extends RowCounts {
  /** Rows with a fault, which are left out. */
  readonly refused: number;
  /** Rows that are left out without a fault; `notices` says why. */
  readonly skipped: number;
  readonly survey: Survey<T>;
  /** The faults of a dry run, up to a bound, and the first ones of an import; `faultCount` counts all. */
  readonly faults: readonly FileFault[];
  readonly faultCount: number;
  /** All faults, counted by kind. */
  readonly faultGroups: readonly FaultGroup[];
  /** What a person should know of the file that is no fault, in sentences. */
  readonly notices: readonly string[];
}

/** A row of the file that is a record, by its line. */
export interface ReadRow<T> {
  readonly line: number;
  readonly value: T;
}

export type RowResult =
  | { readonly outcome: "created" | "updated" | "unchanged" }
  | { readonly outcome: "skipped"; readonly note: RowNote }
  | { readonly outcome: "refused"; readonly issues: readonly ValidationIssue[] };

/** What is known beside the rows. */
export interface ApplyContext<T> {
  readonly ownCurrency: string;
  readonly form: FileForm<T>;
}

/** One kind of import. */
export interface ImportPlan<T, R extends ImportReport<T>> {
  /** @param currency the currency of amounts without one */
  readonly formFor: (columns: readonly string[], currency: string) => FileForm<T>;
  /** Stores a batch of rows and returns the result of each, in the same order. */
  readonly apply: (
    tx: Tx,
    rows: readonly ReadRow<T>[],
    context: ApplyContext<T>,
  ) => Promise<readonly RowResult[]>;
  /** Completes the report with what is known of this kind only, before the transaction ends. */
  readonly complete: (report: ImportReport<T>) => R;
  /** Action name in the audit log. */
  readonly action: AuditAction;
}
