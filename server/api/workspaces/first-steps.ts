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
      store: z.string().nullable(),
      market: z.boolean(),
      run: z.enum(RUN_STATUSES).nullable(),
      applied: z.boolean(),
      pricing_confirmed: z.boolean(),
      /** Whether the workspace can take the sample shop. */
      sample_offered: z.boolean(),
    }),
  },
  async ({ context }) => {
    const found = await readTransaction(context, readFirstSteps);
    return {
      items: found.hasItems,
      store: found.storeKind,
      market: found.hasMarket,
      run: found.run,
      applied: found.hasApplied,
      pricing_confirmed: found.pricingConfirmed,
      sample_offered: context.services.sandbox !== null && !found.hasItems && found.storeKind === null,
    };
  },
);
