import { z } from "zod";
import { readRehearsal } from "@/server/usecases/rehearsals/read";
import { query } from "../pipeline";
import { exampleRehearsal, IntegrationId, presentRehearsal, Rehearsal } from "./schemas";

export const get = query(
  {
    method: "GET",
    path: "/integrations/{integration_id}/rehearsal",
    scope: "rehearsals:read",
    tag: "Rehearsals",
    summary: "Read what a sandbox store does wrong on request",
    errors: ["conflict"],
    input: z.object({ integration_id: IntegrationId }),
    output: Rehearsal,
    example: { request: { integration_id: exampleRehearsal.integration_id }, response: exampleRehearsal },
    mcp: false,
  },
  async ({ context, input }) => presentRehearsal(await readRehearsal(context, input.integration_id)),
);
