import { z } from "zod";
import { recommendationEffect } from "@/server/db/recommendations/effects";
import { notFound } from "@/server/domain/errors";
import { query } from "../pipeline";
import { PathId } from "../scalars";
import { presentShown, ShownRecommendation } from "./shown";

export const detail = query(
  {
    scope: "recommendations:read",
    summary: "Read one recommendation with what it earns and its item as it is now",
    input: z.object({ rec_id: PathId }),
    output: ShownRecommendation,
  },
  async ({ context, input }) => {
    const { services, tenant } = context;
    const row = await recommendationEffect(services.db, tenant, input.rec_id);
    if (!row) throw notFound("recommendation");
    return presentShown(row, services.now());
  },
);
