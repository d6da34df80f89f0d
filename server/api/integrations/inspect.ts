import { z } from "zod";
import { ConnectRequest, inspectStore } from "@/server/usecases/integrations/connect";
import { mutation } from "../pipeline";

export const look = mutation(
  {
    scope: "settings:integrations",
    summary: "Sign in to a store and read what it says of itself, before it is connected",
    errors: ["conflict", "plan_limit", "email_not_confirmed"],
    repeats: "natural",
    input: ConnectRequest,
    output: z.object({
      ok: z.literal(true),
      name: z.string(),
      currency: z.string(),
      /** Null if the store does not report it. */
      prices_include_vat: z.boolean().nullable(),
      vat_rates: z.array(z.string()).nullable(),
      notices: z.array(z.string()),
    }),
  },
  ({ context, input }) => inspectStore(context, input),
  (found) => ({
    ok: true as const,
    name: found.name,
    currency: found.currency,
    prices_include_vat: found.pricesIncludeTax,
    vat_rates: found.taxRates && [...found.taxRates],
    notices: [...found.notices],
  }),
);
