import { z } from "zod";
import { withdrawPlanRequest } from "@/server/usecases/plan/plan-request";
import { mutation } from "../pipeline";

export const withdraw = mutation(
  {
    scope: "settings:workspace",
    summary: "Take back the request for another plan that waits",
    errors: ["not_found"],
    input: z.object({}),
    output: z.object({ ok: z.literal(true) }),
  },
  ({ context }) => withdrawPlanRequest(context),
  () => ({ ok: true as const }),
);
