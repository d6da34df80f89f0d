import { z } from "zod";
import { ROLES } from "@/server/domain/permissions";
import { LIFECYCLES, PLANS } from "@/server/domain/plans";
import { listWorkspacesOf } from "@/server/usecases/accounts/list-workspaces";
import { personProcedure } from "./procedures";

const Me = z.object({
  id: z.string(),
  email: z.string(),
  email_confirmed: z.boolean(),
  workspaces: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      role: z.enum(ROLES),
      plan: z.enum(PLANS),
      lifecycle: z.enum(LIFECYCLES),
    }),
  ),
});

/** Who is signed in, and the workspaces they belong to with their role in each, oldest first. */
export const me = personProcedure.output(Me).query(async ({ ctx }) => {
  const { userId, label, emailConfirmed } = ctx.caller;
  const workspaces = await listWorkspacesOf(ctx.services, userId);
  return { id: userId, email: label, email_confirmed: emailConfirmed, workspaces };
});
