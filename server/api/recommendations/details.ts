import { z } from "zod";
import { recommendationEffects } from "@/server/db/recommendations/effects";
import { withPeopleNeeded } from "@/server/usecases/approvals/people-needed";
import { query } from "../pipeline";
import { PathId } from "../scalars";
import { presentRecommendationDetail, RecommendationDetailOut } from "./detail-schema";

/** The rows of a list that are shown. */
export const details = query(
  {
    scope: "recommendations:read",
    summary: "Read several recommendations with what they earn and their items as they are now",
    input: z.object({ ids: z.array(PathId).max(100) }),
    output: z.array(RecommendationDetailOut),
  },
  async ({ context, input }) => {
    const { services, tenant } = context;
    const rows = await withPeopleNeeded(context, await recommendationEffects(services.db, tenant, input.ids));
    const now = services.now();
    return rows.map((row) => presentRecommendationDetail(row, now));
  },
);
