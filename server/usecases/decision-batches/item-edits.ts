import type { Json } from "@/server/db/database/canonical-json";
import type { Tx } from "@/server/db/database/transaction";
import type { BatchRow } from "@/server/db/decision-batches/batches";
import { type EditedItem, editedItems } from "@/server/db/decision-batches/item-tags";
import { type BatchItemRow, recordEdited, recordFallOut } from "@/server/db/decision-batches/items";
import { lockItemsById } from "@/server/db/items/items";
import { ALREADY_DONE, type FallOut, type TagEdit } from "@/server/domain/decision-batches/batch";
import { type EditOutcome, editItemsIn } from "../items/edit";
import type { RequestContext } from "../request-context";

/** How many items one transaction edits. */
export const ITEMS_AT_ONCE = 100;

/** Edits items of a batch as the edit of a list does, or takes that back, and stores what came of each. */
export async function editBatchItems(
  context: RequestContext,
  tx: Tx,
  batch: BatchRow,
  items: readonly BatchItemRow[],
): Promise<void> {
  const at = new Date(context.services.now());
  const editOf = await editsOf(tx, batch, items);
  const rows = items.flatMap(({ id: itemId }) => {
    const edit = editOf(itemId);
    return edit === null ? [] : [{ itemId, amounts: {}, seen: {}, ...edit }];
  });
  const outcomes = await editItemsIn(context, tx, rows);
  for (const { id } of items)
    if (editOf(id) === null) await recordFallOut(tx, batch.id, id, EDITED_SINCE, at);
  const edited = outcomes.flatMap((row) =>
    row.outcome === "updated" ? [{ id: row.itemId, before: changedTags(row) }] : [],
  );
  await recordEdited(tx, batch.id, edited, at);
  for (const row of outcomes)
    if (row.outcome !== "updated") await recordFallOut(tx, batch.id, row.itemId, fallOutOfEdit(row), at);
}

const NO_EDIT: TagEdit = { addTags: [], removeTags: [] };

/**
 * Which tags each item gets and loses: those of the batch, or for a batch that takes another back what that changed;
 * null for an item whose tags somebody edited since.
 */
async function editsOf(
  tx: Tx,
  { edit, sourceBatchId }: BatchRow,
  items: readonly BatchItemRow[],
): Promise<(id: string) => TagEdit | null> {
  if (sourceBatchId === null) return () => edit ?? NO_EDIT;
  const ids = items.map(({ id }) => id);
  await lockItemsById(tx, ids);
  const left = new Map((await editedItems(tx, sourceBatchId, ids)).map((row) => [row.id, row]));
  return (id) => {
    const row = left.get(id);
    if (row === undefined) return NO_EDIT;
    return isAsLeft(row) ? undoOf(row.before) : null;
  };
}

/** Whether the tags that an edit added are still there, and those that it removed are not. */
export const isAsLeft = ({ tags, before }: Pick<EditedItem, "tags" | "before">): boolean =>
  before === null ||
  (before.added.every((tag) => tags.includes(tag)) && !before.removed.some((tag) => tags.includes(tag)));

export const EDITED_SINCE: FallOut = {
  reason: "conflict",
  changed: [],
  message: "Its tags were edited since.",
};

/** Returns the edit that takes another one back. */
export const undoOf = (
  before: { readonly added: readonly string[]; readonly removed: readonly string[] } | null,
): TagEdit => (before === null ? NO_EDIT : { addTags: before.removed, removeTags: before.added });

/** The tags that an edit really added and removed. */
function changedTags({ before, after }: Extract<EditOutcome, { outcome: "updated" }>): Json {
  return {
    added: after.tags.filter((tag) => !before.tags.includes(tag)),
    removed: before.tags.filter((tag) => !after.tags.includes(tag)),
  };
}

function fallOutOfEdit(row: Exclude<EditOutcome, { outcome: "updated" }>): FallOut {
  if (row.outcome === "unchanged") return ALREADY_DONE;
  const [issue] = row.issues;
  const reason = issue?.code === "not_found" ? "not_found" : "validation_error";
  return { reason, changed: [], message: issue?.message ?? "It was refused." };
}
