import { z } from "zod";
import { commentOnRecommendation } from "@/server/usecases/recommendations/comment";
import { mutation } from "../pipeline";
import { PathId, Reason } from "../scalars";
import { exampleComment, presentComment, RecommendationComment } from "./comment-schema";
import { exampleRecommendation } from "./schemas";

export const comment = mutation(
  {
    method: "POST",
    path: "/recommendations/{rec_id}/comments",
    scope: "recommendations:write",
    tag: "Recommendations",
    summary: "Write a comment about a recommendation",
    description: "Its status does not matter and does not change.",
    input: z.object({ rec_id: PathId, text: Reason }),
    output: RecommendationComment,
    example: {
      request: { rec_id: exampleRecommendation.id, text: exampleComment.text },
      response: { ...exampleComment, action: null },
    },
    mcp: { destructive: false },
  },
  ({ context, input }) => commentOnRecommendation(context, { id: input.rec_id, text: input.text }),
  presentComment,
);
