import type { Tx } from "@/server/db/database/transaction";
import { lockItemsById } from "@/server/db/items/items";
import { notFound } from "@/server/domain/errors";
import {
  CHANGED,
  EDITABLE_AMOUNTS,
  type EditableAmount,
  type ItemEdit,
  patchOfEdit,
} from "@/server/domain/items/item-edit";
import type { ItemPatch, ItemRecord, MergeResult, ValidationIssue } from "@/server/domain/items/item-patch";
import { wireIn } from "@/server/domain/money";
import { recordChanges } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { applyItems } from "./apply";

/** An edit of one item. */
export interface EditRow extends ItemEdit {
  readonly itemId: string;
}

/** What became of one row of an edit; an item that was written is shown before and after. */
export type EditOutcome =
  | {
      readonly itemId: string;
      readonly outcome: "refused";
      readonly issues: readonly ValidationIssue[];
      /** The stored item, where it is another than the person saw. */
      readonly now?: ItemRecord;
    }
  | { readonly itemId: string; readonly outcome: "unchanged" }
  | {
      readonly itemId: string;
      readonly outcome: "updated";
      readonly before: ItemRecord;
      readonly after: ItemRecord;
    };

/**
 * Edits cost, limits and tags of several items in one transaction. A row is refused alone: the workspace has no such
 * item, somebody changed what the person saw, another currency than the item's, a lowest price above the highest.
 * @param rows each item once
 * @returns the outcome of each row, in their order
 * @throws DomainError not_found when the workspace has none of the items; plan_limit in a suspended workspace
 */
export function editItems(context: RequestContext, rows: readonly EditRow[]): Promise<EditOutcome[]> {
  return writeTransaction(context, async (tx) => {
    const outcomes = await editItemsIn(context, tx, rows);
    if (outcomes.every(isMissing)) throw notFound("catalog item");
    return outcomes;
  });
}

/**
 * Edits items like `editItems`, in the caller's transaction; an item that the workspace does not have is refused alone.
 * @throws DomainError plan_limit in a suspended workspace
 */
export async function editItemsIn(
  context: RequestContext,
  tx: Tx,
  rows: readonly EditRow[],
): Promise<EditOutcome[]> {
  requireWritableWorkspace(context);
  const nowMs = context.services.now();
  const stored = await lockItemsById(
    tx,
    rows.map(({ itemId }) => itemId),
  );
  const planned = rows.map((row) => planOf(row, stored.get(row.itemId), nowMs));
  const patches = planned.flatMap((plan) => ("patch" in plan ? [plan.patch] : []));
  const merges = patches.length === 0 ? [] : await applyItems(context, tx, patches, "api");
  const merged = merges[Symbol.iterator]();
  const outcomes = planned.map((plan) =>
    "patch" in plan ? outcomeOf(plan.itemId, merged.next().value) : plan,
  );
  await recordChanges(context, tx, outcomes.flatMap(auditOf));
  return outcomes;
}

const MISSING = "not_found";
const isMissing = (row: EditOutcome): boolean =>
  row.outcome === "refused" && row.issues.some(({ code }) => code === MISSING);

type Plan =
  | { readonly itemId: string; readonly patch: ItemPatch }
  | Extract<EditOutcome, { outcome: "refused" }>;

function planOf(row: EditRow, stored: ItemRecord | undefined, nowMs: number): Plan {
  const { itemId } = row;
  const refused = (issues: readonly ValidationIssue[]) => ({ itemId, outcome: "refused", issues }) as const;
  if (!stored) return refused([{ path: "item_id", code: MISSING, message: "The catalog has no such item." }]);
  const patch = patchOfEdit(stored, row, nowMs);
  if ("sku" in patch) return { itemId, patch };
  return patch.some(({ code }) => code === CHANGED) ? { ...refused(patch), now: stored } : refused(patch);
}

function outcomeOf(itemId: string, merge: MergeResult | undefined): EditOutcome {
  if (!merge) throw new Error("an edit was not applied");
  if (merge.outcome === "refused") return { itemId, outcome: "refused", issues: merge.issues };
  const { before, item: after } = merge;
  if (!before) throw new Error("an edit created an item");
  const isSame = merge.outcome === "unchanged" && before.costUpdatedAtMs === after.costUpdatedAtMs;
  return isSame ? { itemId, outcome: "unchanged" } : { itemId, outcome: "updated", before, after };
}

/** The audit event of an item that was written, with what changed of it; none of another row. */
function auditOf(row: EditOutcome) {
  if (row.outcome !== "updated") return [];
  const { itemId: subject, before, after } = row;
  const { currency } = after;
  const added = after.tags.filter((tag) => !before.tags.includes(tag));
  const removed = before.tags.filter((tag) => !after.tags.includes(tag));
  return [
    {
      action: "catalog.edit" as const,
      subject,
      before: { currency, ...changedFields(before, after, before) },
      after: {
        currency,
        ...changedFields(before, after, after),
        ...(added.length > 0 ? { added_tags: added } : {}),
        ...(removed.length > 0 ? { removed_tags: removed } : {}),
      },
    },
  ];
}

function changedFields(before: ItemRecord, after: ItemRecord, shown: ItemRecord) {
  const amount = (name: EditableAmount) =>
    wireIn(shown.currency)(shown[EDITABLE_AMOUNTS[name]])?.amount ?? null;
  const names = (Object.keys(EDITABLE_AMOUNTS) as EditableAmount[]).filter(
    (name) => before[EDITABLE_AMOUNTS[name]] !== after[EDITABLE_AMOUNTS[name]],
  );
  const isConfirmed = before.costUpdatedAtMs !== after.costUpdatedAtMs;
  const { costUpdatedAtMs: at } = shown;
  return {
    ...Object.fromEntries(names.map((name) => [name, amount(name)])),
    ...(isConfirmed ? { cost_updated_at: at === null ? null : new Date(at).toISOString() } : {}),
  };
}
