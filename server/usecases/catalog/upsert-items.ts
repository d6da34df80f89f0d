import type { ItemPatch, Refusal } from "@/server/domain/catalog/item-patch";
import { type Acting, change, requireLive } from "../acting";
import { recordChange } from "../audit";
import { applyItems } from "./apply-items";

/** A row as its transport checked it: something to lay over the catalog, or why it cannot be. */
export type CheckedRow =
  | { readonly sku: string; readonly patch: ItemPatch }
  | { readonly sku: string | null; readonly issues: readonly Refusal[] };

export interface RowOutcome {
  readonly index: number;
  readonly sku: string | null;
  readonly outcome: "created" | "updated" | "unchanged" | "refused";
  readonly issues?: readonly Refusal[];
}

export interface BulkOutcome {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
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

/**
 * Creates and updates items; a bad row refuses that row alone.
 * @throws DomainError plan_limit when the new items would exceed the plan's cap, or in a suspended workspace
 */
export function upsertItems(acting: Acting, rows: readonly CheckedRow[]): Promise<BulkOutcome> {
  return change(acting, async (tx) => {
    requireLive(acting);
    const good = rows.flatMap((row, index) => ("patch" in row ? [{ index, patch: row.patch }] : []));
    const merges = await applyItems(
      acting,
      tx,
      good.map(({ patch }) => patch),
      "api",
    );
    const merged = new Map(good.map(({ index }, i) => [index, merges[i]]));
    const outcome = tally(rows.map((row, index) => outcomeOf(row, index, merged.get(index))));
    const { rows: _rows, ...counts } = outcome;
    if (counts.created + counts.updated > 0)
      await recordChange(acting, tx, {
        action: "catalog.upsert",
        subject: acting.tenant.workspaceId,
        after: counts,
      });
    return outcome;
  });
}

type Merged = Awaited<ReturnType<typeof applyItems>>[number];

function outcomeOf(row: CheckedRow, index: number, merge: Merged | undefined): RowOutcome {
  if ("issues" in row) return { index, sku: row.sku, outcome: "refused", issues: row.issues };
  if (!merge) throw new Error("a checked row was not applied");
  return merge.outcome === "refused"
    ? { index, sku: row.sku, outcome: "refused", issues: merge.issues }
    : { index, sku: row.sku, outcome: merge.outcome };
}
