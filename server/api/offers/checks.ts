import { checksOfOffer } from "@/server/db/offers/page-checks";
import { findOffer } from "@/server/db/offers/watched-offers";
import { notFound } from "@/server/domain/errors";
import { readTransaction } from "@/server/usecases/transaction";
import { cutPage, decodeCursor } from "../cursor";
import { query } from "../pipeline";
import { Paging, PathId, page } from "../scalars";
import { exampleCheck, PageCheck, presentCheck } from "./schemas";

export const checks = query(
  {
    method: "GET",
    path: "/offers/{offer_id}/checks",
    scope: "catalog:read",
    tag: "Market",
    summary: "List the checks of a competitor's page with their evidence, newest first",
    input: Paging.extend({ offer_id: PathId }),
    output: page(PageCheck),
    example: {
      request: { offer_id: exampleCheck.offer_id },
      response: { data: [exampleCheck], next_cursor: null },
    },
    mcp: { destructive: false },
  },
  async ({ context, input: { offer_id, limit, cursor } }) => {
    const before = decodeCursor("check", cursor);
    const rows = await readTransaction(context, async (tx) =>
      (await findOffer(tx, offer_id)) ? checksOfOffer(tx, offer_id, { before, limit: limit + 1 }) : null,
    );
    if (rows === null) throw notFound("offer");
    return cutPage(rows, limit, presentCheck);
  },
);
