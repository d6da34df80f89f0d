import { z } from "zod";
import { itemExists } from "@/server/db/items/items";
import { observationsOfItem, type SeenObservationRow } from "@/server/db/observations/pages";
import { notFound } from "@/server/domain/errors";
import { readTransaction } from "@/server/usecases/transaction";
import { cutPage, decodeCursor } from "../cursor";
import { query } from "../pipeline";
import { Paging, PathId, page } from "../scalars";
import { exampleObservation, Observation, presentObservation } from "./schemas";

const SeenObservation = Observation.extend({
  evidence: z
    .object({ method: z.string(), confidence: z.string().nullable(), snippet: z.string().nullable() })
    .nullable()
    .meta({
      description:
        "How and where the price was read on the seller's page; null where it was not, or the check is not kept any more.",
    }),
}).meta({ id: "SeenObservation" });

const presentSeen = (row: SeenObservationRow): z.input<typeof SeenObservation> => ({
  ...presentObservation(row),
  evidence:
    row.method === null ? null : { method: row.method, confidence: row.confidence, snippet: row.snippet },
});

export const ofItem = query(
  {
    method: "GET",
    path: "/catalog/items/{item_id}/observations",
    scope: "catalog:read",
    tag: "Market",
    summary: "List every observed price of an item, newest first",
    description: "Those reported as wrong are in it.",
    input: Paging.extend({ item_id: PathId }),
    output: page(SeenObservation),
    example: {
      request: { item_id: exampleObservation.item_id },
      response: {
        data: [
          {
            ...exampleObservation,
            evidence: { method: "json_ld", confidence: "0.9600", snippet: '"price": "9.49"' },
          },
        ],
        next_cursor: null,
      },
    },
    links: { "observations.get": { parameter: "observation_id", from: "/data/0/id" } },
    mcp: { destructive: false },
  },
  async ({ context, input: { item_id, limit, cursor } }) => {
    const before = decodeCursor("observation", cursor);
    const rows = await readTransaction(context, async (tx) =>
      (await itemExists(tx, item_id)) ? observationsOfItem(tx, item_id, { before, limit: limit + 1 }) : null,
    );
    if (rows === null) throw notFound("catalog item");
    return cutPage(rows, limit, presentSeen);
  },
);
