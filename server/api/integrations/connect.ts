import { z } from "zod";
import { ConnectRequest, connectStore } from "@/server/usecases/integrations/connect";
import { mutation } from "../pipeline";
import { Pricing, presentPricing } from "../policy/shop-pricing";
import { Integration, presentChanged } from "./schemas";

export const connect = mutation(
  {
    scope: "settings:integrations",
    summary: "Connect a store after signing in to it, and ask for its first sync",
    errors: ["conflict", "plan_limit", "email_not_confirmed"],
    input: ConnectRequest,
    output: z.object({
      ok: z.literal(true),
      integration: Integration,
      notices: z.array(z.string()),
      pricing: Pricing,
    }),
  },
  ({ context, input }) => connectStore(context, input),
  ({ row, notices, pricing }) => ({
    ok: true as const,
    integration: presentChanged(row),
    notices: [...notices],
    pricing: presentPricing(pricing),
  }),
);
