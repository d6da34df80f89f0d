import { z } from "zod";
import { recommendationById } from "@/server/db/recommendations/recommendations";
import { notFound } from "@/server/domain/errors";
import { withPeopleNeeded } from "@/server/usecases/approvals/people-needed";
import { query } from "../pipeline";
import { PathId } from "../scalars";
import { exampleRecommendation, presentRecommendation, Recommendation } from "./schemas";

export const get = query(
  {
    method: "GET",
    path: "/recommendations/{rec_id}",
    scope: "recommendations:read",
    tag: "Recommendations",
    summary: "Read one recommendation with its evidence",
    input: z.object({ rec_id: PathId }),
    output: Recommendation,
    example: { request: { rec_id: exampleRecommendation.id }, response: exampleRecommendation },
    links: {
      "recommendations.accept": { parameter: "rec_id", from: "/id" },
      "recommendations.approve": { parameter: "rec_id", from: "/id" },
    },
    mcp: { destructive: false },
  },
  async ({ context, input }) => {
    const { services, tenant } = context;
    const row = await recommendationById(services.db, tenant, input.rec_id);
    if (!row) throw notFound("recommendation");
    const [shown = row] = await withPeopleNeeded(context, [row]);
    return presentRecommendation(shown, services.now());
  },
);
