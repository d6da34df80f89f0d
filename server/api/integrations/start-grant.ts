import { z } from "zod";
import { GrantRequest, startGrant as start } from "@/server/usecases/integrations/start-grant";
import { mutation } from "../pipeline";

export const startGrant = mutation(
  {
    scope: "settings:integrations",
    summary:
      "Ask a store for a key, or for the code of one, on a page of the store on which the merchant agrees",
    errors: ["plan_limit", "email_not_confirmed"],
    // The answer has the state of the request, which is stored as a digest alone.
    repeats: "natural",
    input: GrantRequest,
    output: z.object({
      ok: z.literal(true),
      id: z.string(),
      /** The address of the store's page. */
      url: z.string(),
    }),
  },
  ({ context, input }) => start(context, input),
  ({ id, url }) => ({ ok: true as const, id, url }),
);
