import { listComments } from "@/server/db/recommendations/comments";
import { findRecommendation } from "@/server/db/recommendations/recommendations";
import { notFound } from "@/server/domain/errors";
import { readTransaction } from "@/server/usecases/transaction";
import { cutPage, decodeCursor } from "../cursor";
import { query } from "../pipeline";
import { Paging, PathId, page } from "../scalars";
import { exampleComment, presentComment, RecommendationComment } from "./comment-schema";
import { exampleRecommendation } from "./schemas";

export const comments = query(
  {
    method: "GET",
    path: "/recommendations/{rec_id}/comments",
    scope: "recommendations:read",
    tag: "Recommendations",
    summary: "List what people wrote about a recommendation, newest first",
    description: "The reasons of all its decisions, and comments of their own.",
    input: Paging.extend({ rec_id: PathId }),
    output: page(RecommendationComment),
    example: {
      request: { rec_id: exampleRecommendation.id },
      response: { data: [exampleComment], next_cursor: null },
    },
    mcp: { destructive: false },
  },
  async ({ context, input: { rec_id: id, limit, cursor } }) => {
    const before = decodeCursor("comment", cursor);
    const rows = await readTransaction(context, async (tx) => {
      if ((await findRecommendation(tx, id)) === null) throw notFound("recommendation");
      return listComments(tx, id, { before, limit: limit + 1 });
    });
    return cutPage(rows, limit, presentComment);
  },
);
