import { z } from "zod";
import { rotateToken } from "@/server/usecases/tokens/rotate";
import { mutation } from "../pipeline";
import { MintedToken } from "./schemas";

export const rotate = mutation(
  {
    scope: "settings:tokens",
    summary: "Replace a token's secret; the old one works for some hours more",
    errors: ["not_found", "conflict", "plan_limit", "email_not_confirmed"],
    repeats: "refuse",
    input: z.object({ id: z.string(), overlap_hours: z.number() }),
    output: MintedToken,
  },
  ({ context, input: { id, overlap_hours } }) => rotateToken(context, id, { overlap_hours }),
  ({ token, row }) => ({ ok: true as const, id: row.id, token }),
);
