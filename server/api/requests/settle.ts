import { z } from "zod";
import { settleRequest } from "@/server/usecases/requests/settle";
import { mutation } from "../pipeline";

/**
 * Returns the outcome of one's own request whose response was lost, by its Idempotency-Key; for the product's own
 * pages.
 */
export const settle = mutation(
  {
    scope: "workspace:read",
    summary: "Say whether a request took effect, and refuse it from now on where it did not",
    repeats: "natural",
    input: z.object({ key: z.string().min(1).max(255) }),
    output: z.object({ outcome: z.enum(["taken", "underway", "not_taken"]) }),
  },
  async ({ context, principal, input }) => ({
    outcome: await settleRequest(context, { principal: principal.rateLimitKey, key: input.key }),
  }),
  (settled) => settled,
);
