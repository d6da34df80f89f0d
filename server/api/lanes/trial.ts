import { z } from "zod";
import { TRIAL_DAYS, tryLane } from "@/server/usecases/lanes/trial";
import { query } from "../pipeline";
import { LaneName, presentTrial, TrialOut } from "./schemas";

export const trial = query(
  {
    // It reads thousands of decisions, and only who switches lanes needs it: the permission of the policy's preview.
    scope: "settings:policy",
    summary: "Try an automatic lane on what people have decided before",
    errors: ["not_found", "conflict"],
    input: z.object({ lane: LaneName }),
    output: TrialOut,
  },
  async ({ context, input }) => presentTrial(await tryLane(context, input.lane), TRIAL_DAYS),
);
