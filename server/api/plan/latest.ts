import { z } from "zod";
import { readPlanRequest } from "@/server/usecases/plan/plan-request";
import { query } from "../pipeline";
import { PlanRequest, presentRequest } from "./schemas";

export const latest = query(
  {
    scope: "workspace:read",
    summary: "Read the latest request for another plan",
    input: z.object({}),
    output: z.object({ request: PlanRequest.nullable() }),
  },
  async ({ context }) => {
    const row = await readPlanRequest(context);
    return { request: row && presentRequest(row) };
  },
);
