import { z } from "zod";
import { replaceCredentials as replace } from "@/server/usecases/integrations/replace-credentials";
import { mutation } from "../pipeline";
import { Integration, presentChanged } from "./schemas";

export const replaceCredentials = mutation(
  {
    scope: "settings:integrations",
    summary: "Give the connected store other credentials after signing in with them",
    errors: ["not_found", "conflict", "plan_limit"],
    input: z.object({
      id: z.string(),
      credentials: z.record(z.string(), z.unknown()).optional(),
      /** The id of a key that the store gave, in place of credentials. */
      grant: z.string().max(100).optional(),
    }),
    output: z.object({ ok: z.literal(true), integration: Integration, notices: z.array(z.string()) }),
  },
  ({ context, input }) => replace(context, input),
  ({ row, notices }) => ({ ok: true as const, integration: presentChanged(row), notices: [...notices] }),
);
