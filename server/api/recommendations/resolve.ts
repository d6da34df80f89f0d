import { z } from "zod";
import { DECISION_PERMISSIONS } from "@/server/domain/permissions";
import { resolveRecommendation } from "@/server/usecases/recommendations/decide";
import { mutation } from "../pipeline";
import { PathId, Reason } from "../scalars";
import {
  exampleDecided,
  exampleRecommendation,
  presentRecommendationChange,
  RecommendationChanged,
} from "./schemas";

export const resolve = mutation(
  {
    method: "POST",
    path: "/recommendations/{rec_id}/resolve",
    ...DECISION_PERMISSIONS.resolve,
    tag: "Recommendations",
    summary: "Mark a recommendation as handled outside",
    description: "For prices that were changed by hand.",
    errors: ["conflict"],
    repeats: "natural",
    input: z.object({ rec_id: PathId, reason: Reason.optional() }),
    output: RecommendationChanged,
    example: {
      request: { rec_id: exampleRecommendation.id, reason: "Changed in the shop by hand." },
      response: exampleDecided("resolved", "resolve", "Changed in the shop by hand."),
    },
    mcp: { destructive: true },
  },
  ({ context, input }) => resolveRecommendation(context, { id: input.rec_id, reason: input.reason }),
  presentRecommendationChange,
);
