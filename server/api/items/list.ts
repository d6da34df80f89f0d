import { z } from "zod";
import { itemPage, type OrderedItemRow } from "@/server/db/items/pages";
import { ITEM_SORTS, SORT_ORDERS, usualOrder } from "@/server/domain/items/item-list";
import { ItemCriteriaInput, requestedItems } from "@/server/usecases/items/criteria";
import { fixedFeesFor } from "@/server/usecases/items/fixed-fees";
import { readStoredPolicy } from "@/server/usecases/items/stored-policies";
import { listName, MAX_SORTED_CURSOR } from "../cursor";
import { query } from "../pipeline";
import { Paging, page, TimestampInput } from "../scalars";
import { decodeItemCursor, encodeItemCursor, type ItemCursor } from "./item-cursor";
import { CatalogItem, exampleItem, presentItem } from "./schemas";

/** A page of items. */
export const ItemPage = page(CatalogItem).extend({
  previous_cursor: z.string().nullable().meta({
    description: "The cursor of the page before this one; null on the first one.",
  }),
});

export const list = query(
  {
    method: "GET",
    path: "/catalog/items",
    scope: "catalog:read",
    tag: "Catalog",
    summary: "List catalog items, newest first or in another order",
    description:
      "A cursor belongs to the order and the filters of its list. What is unknown comes last in both directions.",
    input: Paging.extend({
      ...ItemCriteriaInput.shape,
      cursor: z.string().max(MAX_SORTED_CURSOR).optional().meta({
        description: "`next_cursor` of the page before, or `previous_cursor` of the page after.",
      }),
      updated_since: TimestampInput.optional(),
      sort: z.enum(ITEM_SORTS).default("newest").meta({
        description:
          "`margin` is that of what shoppers pay now. `price_index` is the one that was last computed, as for `market_position`, and unknown for as long.",
      }),
      order: z.enum(SORT_ORDERS).optional().meta({
        description: "Descending for `newest` and `changed` where it is left out, else ascending.",
      }),
    }),
    output: ItemPage,
    presented: true,
    example: {
      request: { limit: 50 },
      response: { data: [exampleItem], next_cursor: null, previous_cursor: null },
    },
    links: { "catalog.get": { parameter: "item_id", from: "/data/0/id" } },
    mcp: { destructive: false },
  },
  async ({ context, input }) => {
    const { cursor, limit, sort, order: asked, updated_since: since, ...filters } = input;
    const order = { sort, order: asked ?? usualOrder(sort) };
    const name = listName(order, { ...filters, since });
    const place = decodeItemCursor(order, name, cursor);
    const now = context.services.now();
    const rows = await itemPage(context.services.db, context.tenant, {
      criteria: {
        ...(await requestedItems(context, filters)),
        updatedSince: since === undefined ? undefined : new Date(since),
      },
      order,
      ...place,
      limit: limit + 1,
      at: new Date(now),
      fixed: await fixedFeesFor(sort, context.services.db, context.tenant),
    });
    const stored = rows[0] && readStoredPolicy(rows[0].policy);
    const { shown, hasPrevious, hasNext } = cut(rows, limit, place);
    const cursorOf = (row: OrderedItemRow | undefined, isBackwards: boolean) =>
      row === undefined ? null : encodeItemCursor(order, name, row, isBackwards);
    return {
      data: stored ? shown.map((row) => presentItem(row, stored, now)) : [],
      next_cursor: hasNext ? cursorOf(shown.at(-1), false) : null,
      previous_cursor: hasPrevious ? cursorOf(shown[0], true) : null,
    };
  },
);

/** Cuts a page from rows that were read with a limit of one more, on the side to which they were read. */
function cut(rows: readonly OrderedItemRow[], limit: number, { after, isBackwards }: ItemCursor) {
  const isMore = rows.length > limit;
  return isBackwards
    ? { shown: rows.slice(isMore ? 1 : 0), hasPrevious: isMore, hasNext: true }
    : { shown: rows.slice(0, limit), hasPrevious: after !== null, hasNext: isMore };
}
