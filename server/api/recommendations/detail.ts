import { z } from "zod";
import { recommendationEffect } from "@/server/db/recommendations/effects";
import { notFound } from "@/server/domain/errors";
import { withPeopleNeeded } from "@/server/usecases/approvals/people-needed";
import { query } from "../pipeline";
import { PathId } from "../scalars";
import { presentRecommendationDetail, RecommendationDetailOut } from "./detail-schema";

export const detail = query(
  {
    scope: "recommendations:read",
    summary: "Read one recommendation with what it earns and its item as it is now",
    input: z.object({ rec_id: PathId }),
    output: RecommendationDetailOut,
  },
  async ({ context, input }) => {
    const { services, tenant } = context;
    const row = await recommendationEffect(services.db, tenant, input.rec_id);
    if (!row) throw notFound("recommendation");
    const [shown = row] = await withPeopleNeeded(context, [row]);
    return presentRecommendationDetail(shown, services.now());
  },
);
