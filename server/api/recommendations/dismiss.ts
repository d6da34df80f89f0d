import { z } from "zod";
import { DECISION_PERMISSIONS } from "@/server/domain/permissions";
import { dismissRecommendation } from "@/server/usecases/recommendations/decide";
import { mutation } from "../pipeline";
import { PathId, Reason } from "../scalars";
import {
  exampleDecided,
  exampleRecommendation,
  presentRecommendationChange,
  RecommendationChanged,
} from "./schemas";

export const dismiss = mutation(
  {
    method: "POST",
    path: "/recommendations/{rec_id}/dismiss",
    ...DECISION_PERMISSIONS.dismiss,
    tag: "Recommendations",
    summary: "Dismiss a recommendation",
    description: "It stays away until what it was made from moves.",
    errors: ["conflict"],
    repeats: "natural",
    input: z.object({ rec_id: PathId, reason: Reason.optional() }),
    output: RecommendationChanged,
    example: {
      request: { rec_id: exampleRecommendation.id, reason: "We keep this one cheap on purpose." },
      response: exampleDecided("dismissed", "dismiss", "We keep this one cheap on purpose."),
    },
    mcp: { destructive: true },
  },
  ({ context, input }) => dismissRecommendation(context, { id: input.rec_id, reason: input.reason }),
  presentRecommendationChange,
);
