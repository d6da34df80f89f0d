import { z } from "zod";
import { consentToSupport } from "@/server/usecases/support/consent";
import { mutation } from "../pipeline";
import { Timestamp } from "../scalars";

export const consent = mutation(
  {
    scope: "settings:workspace",
    summary: "Make the one-time code that lets support open one read-only session; it is shown this once",
    errors: ["not_found", "conflict", "plan_limit"],
    repeats: "refuse",
    input: z.object({ id: z.string() }),
    output: z.object({ ok: z.literal(true), code: z.string(), expires_at: Timestamp }),
  },
  ({ context, input }) => consentToSupport(context, input.id),
  ({ code, expiresAt }) => ({ ok: true as const, code, expires_at: expiresAt.toISOString() }),
);
