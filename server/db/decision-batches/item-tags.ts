import { z } from "zod";
import { boundValues } from "../database/bind";
import type { Tx } from "../database/transaction";
import { type ItemCriteria, itemCriteriaSql } from "../items/criteria";

/** An item of the catalog with its tags. */
export interface TaggedItem {
  readonly id: string;
  readonly tags: readonly string[];
}

/** Returns the ids of the items that match at `at`, at most `limit`, in their order. */
export async function selectItemIds(
  tx: Tx,
  criteria: ItemCriteria,
  { at, limit }: { readonly at: Date; readonly limit: number },
): Promise<string[]> {
  const { values, bind } = boundValues(tx.tenant.workspaceId);
  const where = ["workspace_id = $1", ...itemCriteriaSql(criteria, bind, at)].join(" AND ");
  const rows = await tx.sql<{ id: string }>(
    `SELECT id FROM catalog_items WHERE ${where} ORDER BY id LIMIT ${bind(limit)}`,
    values,
  );
  return rows.map(({ id }) => id);
}

// OFFSET 0 makes the planner look every id up by its key, however many rows it expects.
const TAGS = `
  SELECT i.id, i.tags FROM unnest($2::text[]) AS chosen (id)
  JOIN LATERAL (SELECT * FROM catalog_items c WHERE c.workspace_id = $1 AND c.id = chosen.id OFFSET 0) i ON true`;

/** Returns the items with these ids that exist, in no particular order. */
export const findTags = (tx: Tx, ids: readonly string[]): Promise<TaggedItem[]> =>
  tx.sql<TaggedItem>(TAGS, [tx.tenant.workspaceId, ids]);

/** Which tags an edit really added to an item and removed from it. */
const TagsBefore = z.object({ added: z.array(z.string()), removed: z.array(z.string()) });

/** An item that a batch edited, its tags of now, and what the edit changed of them. */
export interface EditedItem extends TaggedItem {
  /** Null where it is not stored. */
  readonly before: z.output<typeof TagsBefore> | null;
}

const editedSql = (items: string): string => `
  SELECT i.recommendation_id AS id, i.before, c.tags FROM ${items}
  JOIN LATERAL (SELECT * FROM catalog_items c WHERE c.workspace_id = $1 AND c.id = i.recommendation_id OFFSET 0) c
    ON true
  ORDER BY i.recommendation_id`;

const ALL_EDITED = editedSql(`(SELECT * FROM decision_batch_items
  WHERE workspace_id = $1 AND batch_id = $2 AND outcome = 'done' OFFSET 0) i`);

// An older planner looks through the whole batch for a list of ids; each is looked up by its key.
const CHOSEN_EDITED = editedSql(`unnest($3::text[]) AS chosen (id)
  JOIN LATERAL (SELECT * FROM decision_batch_items d WHERE d.workspace_id = $1 AND d.batch_id = $2
    AND d.recommendation_id = chosen.id AND d.outcome = 'done' OFFSET 0) i ON true`);

/**
 * Returns the items that a batch edited, in the order of their ids.
 * @param ids restricts them; null for all
 */
export async function editedItems(
  tx: Tx,
  batchId: string,
  ids: readonly string[] | null,
): Promise<EditedItem[]> {
  const rows = await tx.sql<EditedItem>(ids === null ? ALL_EDITED : CHOSEN_EDITED, [
    tx.tenant.workspaceId,
    batchId,
    ...(ids === null ? [] : [ids]),
  ]);
  return rows.map((row) => ({ ...row, before: row.before && TagsBefore.parse(row.before) }));
}
