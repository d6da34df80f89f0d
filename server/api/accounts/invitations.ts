import { z } from "zod";
import { ROLES } from "@/server/domain/permissions";
import { acceptAsNewPerson, acceptAsPerson, showInvitation } from "@/server/usecases/invitations/accept";
import { anonymousProcedure, personProcedure } from "./procedures";

const Code = z.string().max(200);

const Invitation = z.object({
  workspace: z.string(),
  inviter: z.string(),
  role: z.enum(ROLES),
  email: z.string(),
  has_account: z.boolean(),
});

/** Returns the invitation that a mailed code belongs to. */
export const invitation = anonymousProcedure
  .input(z.object({ code: Code }))
  .output(Invitation)
  .query(async ({ ctx, input }) => {
    const details = await showInvitation(ctx.services, input.code);
    const { workspaceName: workspace, inviter, role, email, hasAccount } = details;
    return { workspace, inviter, role, email, has_account: hasAccount };
  });

/**
 * Accepts an invitation as a new person: creates the account for the invitation's address with the given password.
 */
export const acceptInvitation = anonymousProcedure
  .input(z.object({ code: Code, password: z.string(), name: z.string().optional() }))
  .output(z.object({ ok: z.literal(true), workspace_id: z.string(), email: z.string() }))
  .mutation(async ({ ctx, input }) => {
    const { id: requestId, ip } = ctx.request;
    const { workspaceId, email } = await acceptAsNewPerson(ctx.services, input, { requestId, ip });
    return { ok: true, workspace_id: workspaceId, email };
  });

/** Accepts an invitation to the signed-in person's own address. */
export const joinInvitation = personProcedure
  .input(z.object({ code: Code }))
  .output(z.object({ ok: z.literal(true), workspace_id: z.string() }))
  .mutation(async ({ ctx, input }) => {
    const { id: requestId, ip } = ctx.request;
    const acceptance = { code: input.code, userId: ctx.principal.userId };
    const { workspaceId } = await acceptAsPerson(ctx.services, acceptance, { requestId, ip });
    return { ok: true, workspace_id: workspaceId };
  });
