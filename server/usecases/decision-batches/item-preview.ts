import type { Tx } from "@/server/db/database/transaction";
import type { BatchRow } from "@/server/db/decision-batches/batches";
import { editedItems, findTags } from "@/server/db/decision-batches/item-tags";
import type { NewBatchItem } from "@/server/db/decision-batches/items";
import { ALREADY_DONE, type FallOut, fallOutOf, type TagEdit } from "@/server/domain/decision-batches/batch";
import type { PlannedEntry } from "@/server/domain/decision-batches/groups";
import { notFound } from "@/server/domain/errors";
import { editedTags, MAX_TAGS } from "@/server/domain/items/item-edit";
import { EDITED_SINCE, isAsLeft, undoOf } from "./item-edits";
import { type Foreseen, PAGE_SIZE } from "./preview";

const GONE = fallOutOf(notFound("catalog item"));
const TOO_MANY: FallOut = {
  reason: "validation_error",
  changed: [],
  message: `An item has at most ${MAX_TAGS} tags.`,
};

/** Finds what an edit of tags would change of each item. Changes nothing. @param ids sorted, each once */
export async function foreseeTagEdits(tx: Tx, edit: TagEdit, ids: readonly string[]): Promise<Foreseen> {
  const items: NewBatchItem[] = [];
  const planned: PlannedEntry[] = [];
  for (let from = 0; from < ids.length; from += PAGE_SIZE) {
    const page = ids.slice(from, from + PAGE_SIZE);
    const found = new Map((await findTags(tx, page)).map(({ id, tags }) => [id, tags]));
    for (const id of page) {
      const tags = found.get(id);
      const foreseen = tags ? foreseeEdit(tags, edit) : { fallOut: GONE, planned: [] };
      items.push({ id, version: null, fallOut: foreseen.fallOut });
      planned.push(...foreseen.planned);
    }
  }
  return { items, entries: [], planned };
}

/** Finds what would change if the tags that a batch edited are put back. Changes nothing. */
export async function foreseeTagRestores(tx: Tx, source: BatchRow): Promise<Foreseen> {
  const items: NewBatchItem[] = [];
  const planned: PlannedEntry[] = [];
  for (const row of await editedItems(tx, source.id, null)) {
    const { id, tags, before } = row;
    const foreseen = isAsLeft(row)
      ? foreseeEdit(tags, undoOf(before))
      : { fallOut: EDITED_SINCE, planned: [] };
    items.push({ id, version: null, fallOut: foreseen.fallOut });
    planned.push(...foreseen.planned);
  }
  return { items, entries: [], planned };
}

/** What an edit changes of an item: each tag that it gets or loses is a group of the preview. */
function foreseeEdit(
  tags: readonly string[],
  edit: TagEdit,
): { readonly fallOut: FallOut | null; readonly planned: readonly PlannedEntry[] } {
  const after = editedTags(tags, edit);
  if (after.length > MAX_TAGS) return { fallOut: TOO_MANY, planned: [] };
  const added = after.filter((tag) => !tags.includes(tag)).map((tag) => ({ group: `+${tag}`, money: null }));
  const removed = tags
    .filter((tag) => !after.includes(tag))
    .map((tag) => ({ group: `-${tag}`, money: null }));
  const planned = [...added, ...removed];
  return planned.length === 0 ? { fallOut: ALREADY_DONE, planned } : { fallOut: null, planned };
}
