import { z } from "zod";
import { PLANS } from "@/server/domain/plan/plans";
import { previewPlan } from "@/server/usecases/plan/plan-use";
import { query } from "../pipeline";
import { PlanEffect } from "./schemas";

export const preview = query(
  {
    scope: "settings:workspace",
    summary: "Say what would stop on another plan",
    input: z.object({ plan: z.enum(PLANS) }),
    output: z.object({ stops: z.array(PlanEffect) }),
  },
  async ({ context, input }) => ({ stops: await previewPlan(context, input.plan) }),
);
