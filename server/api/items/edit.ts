import { z } from "zod";
import { MAX_EDITED_ITEMS } from "@/server/domain/items/item-edit";
import { editItems } from "@/server/usecases/items/edit";
import { mutation } from "../pipeline";
import { EditResponse, EditRowInput, editOf, presentEdit } from "./edit-rows";
import { exampleItem } from "./schemas";

const { cost, cost_updated_at, map_price, min_price, max_price, tags } = exampleItem;
const exampleBefore = { cost, cost_updated_at, map_price, min_price, max_price, tags: [...tags] };

export const edit = mutation(
  {
    method: "POST",
    path: "/catalog/items/edit",
    scope: "catalog:write",
    tag: "Catalog",
    summary: "Edit cost, limits and tags of up to 500 items",
    description:
      "An amount that is left out stays, null clears it. A refused row does not stop the others. Each written row is answered with what it was before, to take it back.",
    errors: ["not_found", "plan_limit"],
    repeats: "replay",
    input: z.object({
      items: z
        .array(EditRowInput)
        .min(1)
        .max(MAX_EDITED_ITEMS)
        .refine(
          (rows) => new Set(rows.map(({ item_id }) => item_id)).size === rows.length,
          "Name each item once.",
        ),
    }),
    output: EditResponse,
    example: {
      request: {
        items: [
          {
            item_id: exampleItem.id,
            cost: { amount: "61.20", currency: "EUR" },
            seen: { cost },
            add_tags: ["sale"],
          },
        ],
      },
      response: {
        ok: true,
        updated: 1,
        unchanged: 0,
        refused: 0,
        rows: [
          {
            item_id: exampleItem.id,
            outcome: "updated",
            before: exampleBefore,
            after: {
              ...exampleBefore,
              cost: { amount: "61.20", currency: "EUR" },
              cost_updated_at: "2026-11-21T09:00:00.000Z",
              tags: [...tags, "sale"],
            },
          },
        ],
      },
    },
    links: { "catalog.get": { parameter: "item_id", from: "/rows/0/item_id" } },
    mcp: { destructive: true, idempotent: true },
  },
  ({ context, input }) => editItems(context, input.items.map(editOf)),
  presentEdit,
);
