import { z } from "zod";
import { endSupport } from "@/server/usecases/support/end";
import { mutation } from "../pipeline";

export const end = mutation(
  {
    scope: "settings:workspace",
    summary: "End a support session at once, or decline a request that waits",
    errors: ["not_found"],
    repeats: "natural",
    input: z.object({ id: z.string() }),
    output: z.object({ ok: z.literal(true), idempotent: z.boolean() }),
  },
  ({ context, input }) => endSupport(context, input.id),
  ({ idempotent }) => ({ ok: true as const, idempotent }),
);
