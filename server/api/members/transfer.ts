import { z } from "zod";
import { transferOwnership } from "@/server/usecases/members/transfer-ownership";
import { mutation } from "../pipeline";

export const transfer = mutation(
  {
    scope: "settings:workspace",
    summary: "Make another member the owner in one's own place; whoever gives it stays on as admin",
    errors: ["not_found", "conflict", "plan_limit"],
    input: z.object({ user_id: z.string() }),
    output: z.object({ ok: z.literal(true), owner: z.string(), former: z.string() }),
  },
  ({ context, input }) => transferOwnership(context, input.user_id),
  ({ owner, former }) => ({ ok: true as const, owner, former }),
);
