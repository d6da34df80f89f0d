import { z } from "zod";
import { removeMember } from "@/server/usecases/members/members";
import { mutation } from "../pipeline";

export const remove = mutation(
  {
    scope: "settings:members",
    summary: "Take a member out of the workspace and revoke the tokens they minted",
    errors: ["not_found", "conflict", "plan_limit"],
    input: z.object({ user_id: z.string() }),
    output: z.object({ ok: z.literal(true), revoked_tokens: z.array(z.string()) }),
  },
  ({ context, input }) => removeMember(context, input.user_id),
  ({ revoked }) => ({ ok: true as const, revoked_tokens: [...revoked] }),
);
