import { z } from "zod";
import { readTrial } from "@/server/usecases/trials/read";
import { query } from "../pipeline";
import { exampleTrial, presentTrial, Trial } from "../policy/schemas";
import { PathId } from "../scalars";

export const trial = query(
  {
    method: "GET",
    path: "/policy-trials/{trial_id}",
    scope: "policies:read",
    tag: "Policies",
    summary: "Read how far the trial of a draft is, and what came of it",
    description: "The latest 20 are kept.",
    errors: ["not_found"],
    input: z.object({ trial_id: PathId }),
    output: z.object({ trial: Trial }),
    example: { request: { trial_id: exampleTrial.id }, response: { trial: exampleTrial } },
    mcp: { destructive: false },
  },
  async ({ context, input }) => ({ trial: presentTrial(await readTrial(context, input.trial_id)) }),
);
