import { z } from "zod";
import { PlanWish, requestPlan } from "@/server/usecases/plan/plan-request";
import { mutation } from "../pipeline";
import { PlanRequest, presentRequest } from "./schemas";

export const request = mutation(
  {
    scope: "settings:workspace",
    summary: "Ask the operator for another plan; another wish replaces one that waits",
    errors: ["validation_error", "email_not_confirmed"],
    repeats: "natural",
    input: PlanWish,
    output: z.object({ ok: z.literal(true), idempotent: z.boolean(), request: PlanRequest }),
  },
  ({ context, input }) => requestPlan(context, input),
  ({ row, asked }) => ({ ok: true as const, idempotent: !asked, request: presentRequest(row) }),
);
