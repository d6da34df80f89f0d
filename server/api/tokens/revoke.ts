import { z } from "zod";
import { revokeToken } from "@/server/usecases/tokens/revoke";
import { mutation } from "../pipeline";

export const revoke = mutation(
  {
    scope: "settings:tokens",
    summary: "Revoke a token; the next request with it is refused",
    errors: ["not_found"],
    repeats: "natural",
    input: z.object({ id: z.string() }),
    output: z.object({ ok: z.literal(true), idempotent: z.boolean() }),
  },
  ({ context, input }) => revokeToken(context, input.id),
  ({ idempotent }) => ({ ok: true as const, idempotent }),
);
