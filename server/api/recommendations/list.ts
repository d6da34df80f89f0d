import { z } from "zod";
import { recommendationPage } from "@/server/db/recommendations/pages";
import { looksLikeId } from "@/server/domain/ids";
import { cutPage, decodeCursor } from "../cursor";
import { query } from "../pipeline";
import { Paging, page, TimestampInput } from "../scalars";
import {
  exampleRecommendation,
  presentRecommendation,
  Recommendation,
  RecommendationKindOut,
  RecommendationStatusOut,
} from "./schemas";

const MinChange = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,6})?$/, 'Write a fraction such as "0.05".')
  .meta({ description: "The smallest change, up or down, as a fraction.", example: "0.05" });

export const list = query(
  {
    method: "GET",
    path: "/recommendations",
    scope: "recommendations:read",
    tag: "Recommendations",
    summary: "List recommendations, newest first",
    input: Paging.extend({
      status: RecommendationStatusOut.optional(),
      kind: RecommendationKindOut.optional(),
      run_id: z
        .string()
        .refine((id) => looksLikeId("run", id), "is not the id of a run")
        .optional(),
      item_id: z
        .string()
        .refine((id) => looksLikeId("item", id), "is not the id of a catalog item")
        .optional(),
      min_change: MinChange.optional(),
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
    const {
      status,
      kind,
      run_id: runId,
      item_id: itemId,
      min_change: minChange,
      updated_since: since,
    } = input;
    const filter = {
      before: decodeCursor("recommendation", input.cursor),
      limit: input.limit + 1,
      status: status ?? null,
      kind: kind ?? null,
      runId: runId ?? null,
      itemId: itemId ?? null,
      minChange: minChange ?? null,
      updatedSince: since === undefined ? null : new Date(since),
    };
    const rows = await recommendationPage(context.services.db, context.tenant, filter, nowMs);
    return cutPage(rows, input.limit, (row) => presentRecommendation(row, nowMs));
  },
);
