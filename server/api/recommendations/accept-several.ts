import { z } from "zod";
import { DECISION_PERMISSIONS } from "@/server/domain/permissions";
import { actOnEach } from "@/server/usecases/act-on-each";
import { acceptRecommendation } from "@/server/usecases/recommendations/decide";
import { mutation } from "../pipeline";
import { Reason } from "../scalars";
import { exampleSeveral, presentSeveral, SeveralIds, SeveralResponse } from "../several";
import { exampleRecommendation } from "./schemas";

export const acceptSeveral = mutation(
  {
    method: "POST",
    path: "/recommendations/accept",
    ...DECISION_PERMISSIONS.accept,
    tag: "Recommendations",
    summary: "Accept up to 100 recommendations",
    description:
      "Each as `POST /recommendations/{rec_id}/accept` does: price changes then await approval, no price is written. One that is decided by then is refused alone.",
    repeats: "natural",
    input: z.object({ rec_ids: SeveralIds, reason: Reason.optional() }),
    output: SeveralResponse,
    example: {
      request: { rec_ids: [exampleRecommendation.id] },
      response: exampleSeveral(exampleRecommendation.id),
    },
    mcp: { destructive: false },
  },
  ({ context, input }) =>
    actOnEach(context, input.rec_ids, (each, id) => acceptRecommendation(each, { id, reason: input.reason })),
  presentSeveral,
);
