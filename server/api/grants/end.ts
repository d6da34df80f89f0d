import { z } from "zod";
import { endGrant } from "@/server/usecases/grants/end";
import { mutation } from "../pipeline";

export const end = mutation(
  {
    scope: "workspace:read",
    summary: "End an application's access; its next request is refused",
    description: "One's own, or anyone's for admins and owners.",
    errors: ["not_found"],
    repeats: "natural",
    input: z.object({ id: z.string() }),
    output: z.object({ ok: z.literal(true), idempotent: z.boolean() }),
  },
  ({ context, input }) => endGrant(context, input.id),
  ({ idempotent }) => ({ ok: true as const, idempotent }),
);
