import { z } from "zod";
import { readPlanRequest } from "@/server/usecases/plan/plan-request";
import { query } from "../pipeline";
import { PlanRequest, presentRequest } from "./schemas";

export const latest = query(
  {
    scope: "workspace:read",
    summary: "Read the latest request for another plan, and who sets plans here",
    input: z.object({}),
    output: z.object({
      request: PlanRequest.nullable(),
      /** Whether an owner sets the plan at once, instead of asking the operator. */
      owners_set_plans: z.boolean(),
    }),
  },
  async ({ context }) => {
    const row = await readPlanRequest(context);
    return {
      request: row && presentRequest(row),
      owners_set_plans: context.services.settings.ownersSetPlans,
    };
  },
);
