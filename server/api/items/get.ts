import { z } from "zod";
import { itemById } from "@/server/db/items/pages";
import { notFound } from "@/server/domain/errors";
import { readStoredPolicy } from "@/server/usecases/items/stored-policies";
import { query } from "../pipeline";
import { PathId } from "../scalars";
import { CatalogItem, exampleItem, presentItem } from "./schemas";

export const get = query(
  {
    method: "GET",
    path: "/catalog/items/{item_id}",
    scope: "catalog:read",
    tag: "Catalog",
    summary: "Read one catalog item",
    input: z.object({ item_id: PathId }),
    output: CatalogItem,
    example: { request: { item_id: exampleItem.id }, response: exampleItem },
    links: { "catalog.history": { parameter: "item_id", from: "/id" } },
    mcp: { destructive: false },
  },
  async ({ context, input }) => {
    const row = await itemById(context.services.db, context.tenant, input.item_id);
    if (!row) throw notFound("catalog item");
    return presentItem(row, readStoredPolicy(row.policy), context.services.now());
  },
);
