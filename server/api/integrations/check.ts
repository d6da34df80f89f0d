import { z } from "zod";
import { checkStore } from "@/server/usecases/integrations/check";
import { mutation } from "../pipeline";

export const check = mutation(
  {
    scope: "settings:integrations",
    summary: "Sign in to the connected store and look whether all that is needed is there",
    errors: ["not_found", "email_not_confirmed"],
    repeats: "natural",
    input: z.object({ id: z.string() }),
    output: z.object({
      ok: z.literal(true),
      /** Null if the store works. */
      error: z.string().nullable(),
      notices: z.array(z.string()),
    }),
  },
  ({ context, input }) => checkStore(context, input.id),
  (found) => ({
    ok: true as const,
    error: found.ok ? null : found.error,
    notices: found.ok ? [...found.notices] : [],
  }),
);
