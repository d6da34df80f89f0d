import { waitingRecommendations } from "@/server/db/recommendations/effects";
import { cutPage, decodeCursor } from "../cursor";
import { query } from "../pipeline";
import { Paging, page } from "../scalars";
import { presentRecommendationDetail, RecommendationDetailOut } from "./detail-schema";

/** The approvals inbox, oldest first. */
export const inbox = query(
  {
    scope: "recommendations:read",
    summary: "List what awaits approval, oldest first",
    input: Paging,
    output: page(RecommendationDetailOut),
  },
  async ({ context, input }) => {
    const nowMs = context.services.now();
    const rows = await waitingRecommendations(context.services.db, context.tenant, {
      at: new Date(nowMs),
      after: decodeCursor("recommendation", input.cursor),
      limit: input.limit + 1,
    });
    return cutPage(rows, input.limit, (row) => presentRecommendationDetail(row, nowMs));
  },
);
