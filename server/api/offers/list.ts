import { itemExists } from "@/server/db/items/items";
import { offersOfItem } from "@/server/db/offers/watched-offers";
import { notFound } from "@/server/domain/errors";
import { readTransaction } from "@/server/usecases/transaction";
import { cutPage, decodeCursor } from "../cursor";
import { query } from "../pipeline";
import { Paging, PathId, page } from "../scalars";
import { exampleOffer, Offer, presentOffer } from "./schemas";

export const list = query(
  {
    method: "GET",
    path: "/catalog/items/{item_id}/offers",
    scope: "catalog:read",
    tag: "Market",
    summary: "List the competitors' pages watched for an item, newest first",
    input: Paging.extend({ item_id: PathId }),
    output: page(Offer),
    example: {
      request: { item_id: exampleOffer.item_id },
      response: { data: [exampleOffer], next_cursor: null },
    },
    links: { "offers.checks": { parameter: "offer_id", from: "/data/0/id" } },
    mcp: { destructive: false },
  },
  async ({ context, input: { item_id, limit, cursor } }) => {
    const before = decodeCursor("offer", cursor);
    const rows = await readTransaction(context, async (tx) =>
      (await itemExists(tx, item_id)) ? offersOfItem(tx, item_id, { before, limit: limit + 1 }) : null,
    );
    if (rows === null) throw notFound("catalog item");
    return cutPage(rows, limit, (row) => presentOffer(row, context.services.now()));
  },
);
