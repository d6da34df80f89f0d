import { z } from "zod";
import { ROLES } from "@/server/domain/permissions";
import { addMember } from "@/server/usecases/accounts/members";
import { mutation } from "../trpc";

export const put = mutation(
  {
    scope: "settings:members",
    summary: "Add a person who has an account, or give a member another role",
    errors: ["conflict", "plan_limit", "email_not_confirmed"],
    repeats: "natural",
    input: z.object({ email: z.string().max(254), role: z.enum(ROLES) }),
    output: z.object({ ok: z.literal(true), user_id: z.string(), role: z.enum(ROLES), added: z.boolean() }),
  },
  ({ acting, input }) => addMember(acting, input),
  ({ userId, role, added }) => ({ ok: true as const, user_id: userId, role, added }),
);
