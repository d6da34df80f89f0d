import { z } from "zod";
import { DECISION_PERMISSIONS } from "@/server/domain/permissions";
import { actOnEach } from "@/server/usecases/act-on-each";
import { dismissRecommendation } from "@/server/usecases/recommendations/decide";
import { mutation } from "../pipeline";
import { Reason } from "../scalars";
import { exampleSeveral, presentSeveral, SeveralIds, SeveralResponse } from "../several";
import { exampleRecommendation } from "./schemas";

export const dismissSeveral = mutation(
  {
    method: "POST",
    path: "/recommendations/dismiss",
    ...DECISION_PERMISSIONS.dismiss,
    tag: "Recommendations",
    summary: "Dismiss up to 100 recommendations",
    description:
      "Each as `POST /recommendations/{rec_id}/dismiss` does. One that is decided by then is refused alone.",
    repeats: "natural",
    input: z.object({ rec_ids: SeveralIds, reason: Reason.optional() }),
    output: SeveralResponse,
    example: {
      request: { rec_ids: [exampleRecommendation.id] },
      response: exampleSeveral(exampleRecommendation.id),
    },
    mcp: { destructive: true },
  },
  ({ context, input }) =>
    actOnEach(context, input.rec_ids, (each, id) =>
      dismissRecommendation(each, { id, reason: input.reason }),
    ),
  presentSeveral,
);
