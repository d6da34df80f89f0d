import { z } from "zod";
import { PLANS } from "@/server/domain/plans";
import { previewPlan } from "@/server/usecases/billing/plan-use";
import { query } from "../trpc";
import { PlanEffect } from "./wire";

export const preview = query(
  {
    scope: "settings:workspace",
    summary: "Say what would stop on another plan",
    input: z.object({ plan: z.enum(PLANS) }),
    output: z.object({ stops: z.array(PlanEffect) }),
  },
  async ({ acting, input }) => ({ stops: await previewPlan(acting, input.plan) }),
);
