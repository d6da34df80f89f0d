import { z } from "zod";
import { DECISION_PERMISSIONS } from "@/server/domain/permissions";
import { rejectRecommendation } from "@/server/usecases/recommendations/decide";
import { mutation } from "../pipeline";
import { PathId, Reason } from "../scalars";
import {
  exampleDecided,
  exampleRecommendation,
  presentRecommendationChange,
  RecommendationChanged,
} from "./schemas";

export const reject = mutation(
  {
    method: "POST",
    path: "/recommendations/{rec_id}/reject",
    ...DECISION_PERMISSIONS.reject,
    tag: "Recommendations",
    summary: "Reject a recommendation that awaits approval",
    description: "A second rejection is a conflict: it could carry another reason.",
    errors: ["conflict"],
    input: z.object({ rec_id: PathId, reason: Reason }),
    output: RecommendationChanged,
    example: {
      request: { rec_id: exampleRecommendation.id, reason: "The supplier lowers the cost next week." },
      response: exampleDecided("rejected", "reject", "The supplier lowers the cost next week."),
    },
    mcp: { destructive: true },
  },
  ({ context, input }) => rejectRecommendation(context, { id: input.rec_id, reason: input.reason }),
  presentRecommendationChange,
);
