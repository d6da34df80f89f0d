import { z } from "zod";
import { disconnectStore } from "@/server/usecases/integrations/disconnect";
import { mutation } from "../pipeline";
import { Integration, presentChanged } from "./schemas";

export const disconnect = mutation(
  {
    scope: "settings:integrations",
    summary: "Disconnect a store and forget its credentials",
    errors: ["not_found", "conflict", "plan_limit"],
    repeats: "natural",
    input: z.object({ id: z.string() }),
    output: z.union([
      z.object({ ok: z.literal(true), idempotent: z.literal(true) }),
      z.object({ ok: z.literal(true), idempotent: z.literal(false), integration: Integration }),
    ]),
  },
  ({ context, input }) => disconnectStore(context, input.id),
  (outcome) =>
    outcome.idempotent
      ? { ok: true as const, idempotent: true as const }
      : { ok: true as const, idempotent: false as const, integration: presentChanged(outcome.row) },
);
