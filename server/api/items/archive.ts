import { z } from "zod";
import { type ItemRow, itemById } from "@/server/db/items/pages";
import { archiveItem } from "@/server/usecases/items/archive";
import { mutation } from "../pipeline";
import { PathId, Reason } from "../scalars";
import { exampleItem, ItemStateChanged, presentStateChange } from "./schemas";

export const archive = mutation(
  {
    method: "POST",
    path: "/catalog/items/{item_id}/archive",
    scope: "catalog:write",
    tag: "Catalog",
    summary: "Archive an item",
    description:
      "Runs leave it out, its alerts are cleared, what waits for a decision about it ends, and it counts in no plan. Many at once: `archived` in `POST /catalog/items`.",
    errors: ["plan_limit"],
    repeats: "natural",
    input: z.object({ item_id: PathId, reason: Reason.optional() }),
    output: ItemStateChanged,
    example: {
      request: { item_id: exampleItem.id, reason: "Not sold any more." },
      response: {
        ok: true,
        idempotent: false,
        item: {
          ...exampleItem,
          state: "archived",
          state_reason: "Not sold any more.",
          state_since: "2026-11-21T09:00:00.000Z",
        },
      },
    },
    mcp: { destructive: true, idempotent: true },
  },
  async ({ context, input }): Promise<ItemRow | null> => {
    const { idempotent } = await archiveItem(context, { id: input.item_id, reason: input.reason });
    return idempotent ? null : itemById(context.services.db, context.tenant, input.item_id);
  },
  presentStateChange,
);
