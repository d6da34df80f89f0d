import { z } from "zod";
import { ITEM_FACETS, itemCounts } from "@/server/db/items/counts";
import { ItemCriteriaInput, requestedItems } from "@/server/usecases/items/criteria";
import { query } from "../pipeline";

/** The totals beside the filters of the catalog, over everything that matches. */
export const counts = query(
  {
    scope: "catalog:read",
    summary: "Count items, by each filter's values",
    input: ItemCriteriaInput,
    output: z.object({
      total: z.int(),
      facets: z.record(z.enum(ITEM_FACETS), z.array(z.object({ value: z.string(), count: z.int() }))),
    }),
  },
  async ({ context, input }) => {
    const { services, tenant } = context;
    return itemCounts(services.db, tenant, {
      criteria: await requestedItems(context, input),
      at: new Date(services.now()),
    });
  },
);
