import { z } from "zod";
import { DECISION_PERMISSIONS } from "@/server/domain/permissions";
import { acceptRecommendation } from "@/server/usecases/recommendations/decide";
import { mutation } from "../pipeline";
import { PathId, Reason } from "../scalars";
import {
  exampleDecided,
  exampleRecommendation,
  presentRecommendationChange,
  RecommendationChanged,
} from "./schemas";

export const accept = mutation(
  {
    method: "POST",
    path: "/recommendations/{rec_id}/accept",
    ...DECISION_PERMISSIONS.accept,
    tag: "Recommendations",
    summary: "Accept a recommendation",
    description: "A price change then awaits approval; advice is taken.",
    errors: ["conflict"],
    repeats: "natural",
    input: z.object({ rec_id: PathId, reason: Reason.optional() }),
    output: RecommendationChanged,
    example: {
      request: { rec_id: exampleRecommendation.id },
      response: exampleDecided("pending_approval", "accept"),
    },
    mcp: { destructive: false },
  },
  ({ context, input }) => acceptRecommendation(context, { id: input.rec_id, reason: input.reason }),
  presentRecommendationChange,
);
