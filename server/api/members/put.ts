import { z } from "zod";
import { ROLES } from "@/server/domain/permissions";
import { changeRole } from "@/server/usecases/members/members";
import { mutation } from "../pipeline";

export const put = mutation(
  {
    scope: "settings:members",
    summary: "Give a member another role",
    errors: ["not_found", "conflict", "plan_limit"],
    repeats: "natural",
    input: z.object({ user_id: z.string().max(100), role: z.enum(ROLES) }),
    output: z.object({ ok: z.literal(true), user_id: z.string(), role: z.enum(ROLES) }),
  },
  ({ context, input }) => changeRole(context, { userId: input.user_id, role: input.role }),
  ({ userId, role }) => ({ ok: true as const, user_id: userId, role }),
);
