import { z } from "zod";
import { PLANS, SELF_SERVE_PLANS } from "@/server/domain/plan/plans";
import { changeOwnPlan } from "@/server/usecases/plan/change-own-plan";
import { mutation } from "../pipeline";
import { PlanEffect } from "./schemas";

export const change = mutation(
  {
    scope: "settings:workspace",
    summary: "Change the plan at once, where the installation lets owners do so",
    errors: ["conflict", "plan_limit", "email_not_confirmed"],
    repeats: "natural",
    input: z.object({ plan: z.enum(SELF_SERVE_PLANS) }),
    output: z.object({ ok: z.literal(true), plan: z.enum(PLANS), stops: z.array(PlanEffect) }),
  },
  ({ context, input }) => changeOwnPlan(context, input.plan),
  ({ plan, stops }) => ({ ok: true as const, plan, stops: [...stops] }),
);
