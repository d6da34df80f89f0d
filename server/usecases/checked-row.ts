import type { ValidationIssue } from "@/server/domain/items/item-patch";

/** A row of a request after validation: its value, or its issues. */
export type CheckedRow<T> =
  | { readonly sku: string; readonly value: T }
  | { readonly sku: string | null; readonly issues: readonly ValidationIssue[] };

export interface RowOutcome {
  readonly index: number;
  readonly sku: string | null;
  readonly outcome: "created" | "updated" | "unchanged" | "refused";
  readonly issues?: readonly ValidationIssue[];
}

export interface BulkOutcome {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
  /** Remarks on accepted rows, one sentence each. */
  readonly notices?: readonly string[];
  readonly rows: readonly RowOutcome[];
}

/** Counts the outcomes of a bulk change. */
export function tally(rows: readonly RowOutcome[]): BulkOutcome {
  const count = (outcome: RowOutcome["outcome"]) => rows.filter((row) => row.outcome === outcome).length;
  return {
    created: count("created"),
    updated: count("updated"),
    unchanged: count("unchanged"),
    refused: count("refused"),
    rows,
  };
}
