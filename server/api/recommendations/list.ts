import { z } from "zod";
import { recommendationPage } from "@/server/db/recommendations/pages";
import { looksLikeId } from "@/server/domain/ids";
import { withPeopleNeeded } from "@/server/usecases/approvals/people-needed";
import { Criteria, requestedCriteria } from "@/server/usecases/recommendations/criteria";
import { cutPage, decodeCursor } from "../cursor";
import { query } from "../pipeline";
import { Paging, page, TimestampInput } from "../scalars";
import {
  exampleRecommendation,
  presentRecommendation,
  Recommendation,
  RecommendationStatusOut,
} from "./schemas";

export const list = query(
  {
    method: "GET",
    path: "/recommendations",
    scope: "recommendations:read",
    tag: "Recommendations",
    summary: "List recommendations, newest first",
    input: Paging.extend({
      status: RecommendationStatusOut.optional(),
      ...Criteria.shape,
      item_id: z
        .string()
        .refine((id) => looksLikeId("item", id), "is not the id of a catalog item")
        .optional(),
      updated_since: TimestampInput.optional(),
    }),
    output: page(Recommendation),
    example: { request: { status: "new" }, response: { data: [exampleRecommendation], next_cursor: null } },
    links: {
      "recommendations.accept": { parameter: "rec_id", from: "/data/0/id" },
      "recommendations.approve": { parameter: "rec_id", from: "/data/0/id" },
    },
    mcp: { destructive: false },
  },
  async ({ context, input }) => {
    const nowMs = context.services.now();
    const { status, item_id: itemId, updated_since: since } = input;
    const filter = {
      before: decodeCursor("recommendation", input.cursor),
      limit: input.limit + 1,
      status: status ?? null,
      itemId: itemId ?? null,
      updatedSince: since === undefined ? null : new Date(since),
      criteria: await requestedCriteria(context, input),
    };
    const rows = await recommendationPage(context.services.db, context.tenant, filter, nowMs);
    const shown = await withPeopleNeeded(context, rows);
    return cutPage(shown, input.limit, (row) => presentRecommendation(row, nowMs));
  },
);
