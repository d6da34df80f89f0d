import { z } from "zod";
import { MAX_BATCH_SIZE, type TagEdit } from "@/server/domain/decision-batches/batch";
import { looksLikeId } from "@/server/domain/ids";
import { fieldError } from "../input";
import { ItemCriteriaInput, requestedItems } from "../items/criteria";
import { Tag } from "../items/tag";
import type { RequestContext } from "../request-context";
import type { RequestedDecision } from "./create";
import { storedFilter, undescribed } from "./stored-filter";

export const ItemIds = z
  .array(z.string().refine((id) => looksLikeId("item", id), "This is not the id of a catalog item."))
  .min(1)
  .max(MAX_BATCH_SIZE)
  .meta({ description: "The catalog items; one that is named twice counts once." });

// A misspelled field is refused, because a filter that restricts less than it seems to would edit too much.
export const ItemBatchFilter = z.strictObject(undescribed(ItemCriteriaInput.shape)).meta({
  description: "The filter of the list of catalog items.",
});

/** The same as it was sent and stored. */
export const StoredItemFilter = storedFilter(ItemBatchFilter);

const MAX_TAGS_OF_EDIT = 20;
const Tags = z.array(Tag).max(MAX_TAGS_OF_EDIT).default([]);

/** The tags that are added and removed. */
export const TagEditInput = z
  .object({ add_tags: Tags, remove_tags: Tags })
  .meta({ description: "For `edit`: the tags that items get and lose." });

interface NamedItems {
  readonly ids?: z.output<typeof ItemIds> | undefined;
  readonly filter?: z.output<typeof ItemBatchFilter> | undefined;
  readonly edit?: z.output<typeof TagEditInput> | undefined;
}

/**
 * Returns the edit with the items that are named by ids, or by a filter.
 * @throws DomainError validation_error unless exactly one of both is given, and an edit of at least one tag
 */
export async function requestedEdit(
  context: RequestContext,
  { ids, filter, edit }: NamedItems,
): Promise<Extract<RequestedDecision, { of: "items" }>> {
  const tags: TagEdit = { addTags: edit?.add_tags ?? [], removeTags: edit?.remove_tags ?? [] };
  if (tags.addTags.length + tags.removeTags.length === 0)
    throw fieldError("edit", "required", "Name the tags that are added or removed.");
  const named = { of: "items", action: "edit", edit: tags } as const;
  if (ids !== undefined && filter === undefined) return { ...named, subject: { ids } };
  if (filter === undefined || ids !== undefined)
    throw fieldError("item_ids", "either_or", "Send either item_ids or an item_filter.");
  return { ...named, subject: { filter, matching: await requestedItems(context, filter) } };
}
