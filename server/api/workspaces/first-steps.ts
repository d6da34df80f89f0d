import { z } from "zod";
import { firstSteps as readFirstSteps } from "@/server/db/workspaces/first-steps";
import { RUN_STATUSES } from "@/server/domain/runs/run";
import { readTransaction } from "@/server/usecases/transaction";
import { query } from "../pipeline";

/** Returns what the workspace has of what leads to the first price in its store; for Pricecheck's pages. */
export const firstSteps = query(
  {
    scope: "workspace:read",
    summary: "Read how far a new workspace has come",
    input: z.object({}),
    output: z.object({
      items: z.boolean(),
      /** Whether these are the sample shop's. */
      sample: z.boolean(),
      store: z.string().nullable(),
      market: z.boolean(),
      run: z.enum(RUN_STATUSES).nullable(),
      applied: z.boolean(),
      pricing_confirmed: z.boolean(),
      /** Whether the workspace can take the sample shop. */
      sample_offered: z.boolean(),
      /** Whether items of its own can be tried with the sandbox store. */
      sandbox_offered: z.boolean(),
    }),
  },
  async ({ context }) => {
    const found = await readTransaction(context, readFirstSteps);
    const canTry = context.services.sandbox !== null && found.storeKind === null;
    return {
      items: found.hasItems,
      sample: found.hasSample,
      store: found.storeKind,
      market: found.hasMarket,
      run: found.run,
      applied: found.hasApplied,
      pricing_confirmed: found.pricingConfirmed,
      sample_offered: canTry && !found.hasItems,
      sandbox_offered: canTry && found.hasItems,
    };
  },
);
