import { z } from "zod";
import { requestSync } from "@/server/usecases/integrations/request-sync";
import { mutation } from "../pipeline";
import { Integration, presentChanged } from "./schemas";

export const sync = mutation(
  {
    scope: "settings:integrations",
    summary: "Read the connected store into the catalog",
    errors: ["no_commerce_integration", "plan_limit", "email_not_confirmed"],
    repeats: "natural",
    input: z.object({}),
    output: z.object({ ok: z.literal(true), idempotent: z.boolean(), integration: Integration }),
  },
  ({ context }) => requestSync(context),
  ({ row, queued }) => ({ ok: true as const, idempotent: !queued, integration: presentChanged(row) }),
);
