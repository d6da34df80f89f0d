import type { ItemPast } from "@/server/domain/pricing/lanes";
import { MOST_EDIT_HOURS } from "@/server/domain/pricing/policy-lanes";
import type { Tx } from "../database/transaction";
import { priceChangesSql } from "./price-changes";

export interface ItemPastColumns {
  readonly firstSeenAt: Date;
  readonly lastEditAt: Date | null;
}

/**
 * SQL: the select list of `ItemPastColumns`. A regular price is changed by hand by everything but a write of the
 * engine's price: in the store, in a file, over REST, on the pages, and by a person's own price or a price taken back,
 * which are written too. A sync may see such a write before it is known to have taken effect. What an item came with
 * changes nothing.
 * @param item alias of a row of `catalog_items`
 * @param at SQL of the time from which it is looked back
 * @param options.isPast whether there may be later changes, which do not count
 * @param options.withEdits SQL: whether to look for changes by hand, of which there are none otherwise
 */
export const itemPastSql = (
  item: string,
  at: string,
  { isPast = false, withEdits = "true" }: { readonly isPast?: boolean; readonly withEdits?: string } = {},
): string => {
  const recent = (time: string): string =>
    `${time} > ${at} - interval '${MOST_EDIT_HOURS} hours'${isPast ? ` AND ${time} <= ${at}` : ""}`;
  return `${item}.created_at AS "firstSeenAt", CASE WHEN ${withEdits} THEN GREATEST(
    (SELECT c.at FROM ${priceChangesSql(item)} AND c.source <> 'write_back' AND ${recent("c.at")}
        AND NOT EXISTS (
          SELECT FROM write_backs w
          WHERE w.workspace_id = c.workspace_id AND w.item_id = c.item_id AND w.target_price = c.price
            AND w.first_sent_at <= c.at AND (w.finished_at IS NULL OR w.finished_at >= c.at))
      ORDER BY c.at DESC, c.id DESC LIMIT 1),
    (SELECT max(w.finished_at) FROM write_backs w
      JOIN recommendations o ON o.workspace_id = w.workspace_id AND o.id = w.recommendation_id
      WHERE w.workspace_id = ${item}.workspace_id AND w.item_id = ${item}.id AND w.status = 'applied'
        AND (w.revert_of IS NOT NULL OR o.engine_price IS NOT NULL OR o.by_hand)
        AND ${recent("w.finished_at")})) END AS "lastEditAt"`;
};

/** Builds the past of an item from its columns. */
export const itemPastOf = ({ firstSeenAt, lastEditAt }: ItemPastColumns): ItemPast => ({
  firstSeenMs: firstSeenAt.getTime(),
  lastEditMs: lastEditAt?.getTime() ?? null,
});

const OF_ITEMS = `
  SELECT i.id, ${itemPastSql("i", "$3::timestamptz")} FROM unnest($2::text[]) AS named (id)
  JOIN LATERAL (SELECT * FROM catalog_items c WHERE c.workspace_id = $1 AND c.id = named.id OFFSET 0) i ON true`;

/** Returns the past of these items at a time, by id. */
export async function pastOfItems(
  tx: Tx,
  itemIds: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, ItemPast>> {
  type Row = ItemPastColumns & { id: string };
  const rows = await tx.sql<Row & Record<string, unknown>>(OF_ITEMS, [tx.tenant.workspaceId, itemIds, at]);
  return new Map(rows.map((row) => [row.id, itemPastOf(row)]));
}
