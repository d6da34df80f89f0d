import { z } from "zod";
import { itemPage } from "@/server/db/items/pages";
import { ITEM_STATES } from "@/server/domain/items/item-state";
import { parseStoredPolicy } from "@/server/domain/pricing/stored-policy";
import { cutPage, decodeCursor } from "../cursor";
import { query } from "../pipeline";
import { Paging, page, TimestampInput } from "../scalars";
import { CatalogItem, exampleItem, presentItem } from "./schemas";

export const list = query(
  {
    method: "GET",
    path: "/catalog/items",
    scope: "catalog:read",
    tag: "Catalog",
    summary: "List catalog items, newest first",
    input: Paging.extend({
      tag: z.string().min(1).max(200).optional().meta({ description: "Items that carry this tag." }),
      q: z.string().min(1).max(200).optional().meta({ description: "Part of a sku or title." }),
      updated_since: TimestampInput.optional(),
      state: z.enum(ITEM_STATES).optional().meta({
        description: "Only active items are in runs. Every state where it is left out.",
      }),
    }),
    output: page(CatalogItem),
    presented: true,
    example: { request: { limit: 50 }, response: { data: [exampleItem], next_cursor: null } },
    links: { "catalog.get": { parameter: "item_id", from: "/data/0/id" } },
    mcp: { destructive: false },
  },
  async ({ context, input }) => {
    const rows = await itemPage(context.services.db, context.tenant, {
      before: decodeCursor("item", input.cursor),
      limit: input.limit + 1,
      tag: input.tag ?? null,
      q: input.q ?? null,
      updatedSince: input.updated_since === undefined ? null : new Date(input.updated_since),
      updatedBefore: null,
      state: input.state ?? null,
    });
    if (!rows[0]) return { data: [], next_cursor: null };
    const stored = parseStoredPolicy(rows[0].policy);
    const now = context.services.now();
    return cutPage(rows, input.limit, (row) => presentItem(row, stored, now));
  },
);
