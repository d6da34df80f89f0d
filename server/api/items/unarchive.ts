import { z } from "zod";
import { type ItemRow, itemById } from "@/server/db/items/pages";
import { unarchiveItem } from "@/server/usecases/items/archive";
import { mutation } from "../pipeline";
import { PathId } from "../scalars";
import { exampleItem, ItemStateChanged, presentStateChange } from "./schemas";

export const unarchive = mutation(
  {
    method: "POST",
    path: "/catalog/items/{item_id}/unarchive",
    scope: "catalog:write",
    tag: "Catalog",
    summary: "Watch an archived item again",
    description:
      "What its store says of it still stands: one that the store no longer has is watched again once the store shows it.",
    errors: ["conflict", "plan_limit"],
    repeats: "natural",
    input: z.object({ item_id: PathId }),
    output: ItemStateChanged,
    example: {
      request: { item_id: exampleItem.id },
      response: {
        ok: true,
        idempotent: false,
        item: exampleItem,
      },
    },
    mcp: { destructive: false, idempotent: true },
  },
  async ({ context, input }): Promise<ItemRow | null> => {
    const { idempotent } = await unarchiveItem(context, { id: input.item_id });
    return idempotent ? null : itemById(context.services.db, context.tenant, input.item_id);
  },
  presentStateChange,
);
