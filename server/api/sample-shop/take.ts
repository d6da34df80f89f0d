import { z } from "zod";
import { takeSampleShop } from "@/server/usecases/sample-shop/take";
import { mutation } from "../pipeline";

export const take = mutation(
  {
    scope: "settings:integrations",
    summary:
      "Fill an empty workspace with the sample shop, connect the sandbox store and start the first run",
    errors: ["conflict", "plan_limit"],
    repeats: "natural",
    input: z.object({}),
    output: z.object({
      ok: z.literal(true),
      items: z.int(),
      observations: z.int(),
      run_id: z.string().nullable(),
    }),
  },
  ({ context }) => takeSampleShop(context),
  ({ items, observations, runId }) => ({ ok: true as const, items, observations, run_id: runId }),
);
