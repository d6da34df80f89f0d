import { z } from "zod";
import { isStaff } from "@/server/db/support/staff";
import { ROLES } from "@/server/domain/permissions";
import { LIFECYCLES, PLANS } from "@/server/domain/plan/plans";
import { viewableWorkspaces } from "@/server/usecases/support/list";
import { listWorkspacesOf } from "@/server/usecases/workspaces/list";
import { Timestamp } from "../scalars";
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
  staff: z.boolean(),
  supported: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      plan: z.enum(PLANS),
      lifecycle: z.enum(LIFECYCLES),
      request_id: z.string(),
      expires_at: Timestamp,
    }),
  ),
});

/**
 * Returns the signed-in person and the workspaces they belong to with their role in each, oldest first; for staff
 * also the workspaces that an open support session gives access to.
 */
export const me = personProcedure.output(Me).query(async ({ ctx }) => {
  const { userId, label, emailConfirmed } = ctx.principal;
  const workspaces = await listWorkspacesOf(ctx.services, userId);
  const staff = await isStaff(ctx.services.db, userId);
  const open = staff ? await viewableWorkspaces(ctx.services, userId) : [];
  const supported = open.map(({ id, name, plan, lifecycle, sessionId, expiresAt }) => ({
    id,
    name,
    plan,
    lifecycle,
    request_id: sessionId,
    expires_at: expiresAt.toISOString(),
  }));
  return { id: userId, email: label, email_confirmed: emailConfirmed, workspaces, staff, supported };
});
