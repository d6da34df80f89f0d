import { z } from "zod";
import { readTrial } from "@/server/usecases/trials/read";
import { query } from "../pipeline";
import { presentTrial, Trial } from "../policy/schemas";

export const trial = query(
  {
    scope: "settings:policy",
    summary: "Read how far the trial of a draft is, and what came of it",
    errors: ["not_found"],
    input: z.object({ id: z.string().max(100) }),
    output: z.object({ trial: Trial }),
  },
  async ({ context, input }) => ({ trial: presentTrial(await readTrial(context, input.id)) }),
);
