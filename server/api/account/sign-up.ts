import { z } from "zod";
import { signUp as signUpPerson } from "@/server/usecases/accounts/sign-up";
import { visitorProcedure } from "./procedures";

/** Makes a person with their first workspace; they sign in with what they typed. */
export const signUp = visitorProcedure
  .input(z.object({ email: z.string(), password: z.string(), name: z.string().optional() }))
  .output(z.object({ ok: z.literal(true), workspace_id: z.string() }))
  .mutation(async ({ ctx, input }) => {
    const { email, password, name } = input;
    const person = { email, password, ...(name?.trim() ? { name } : {}) };
    const { id: requestId, ip } = ctx.request;
    const { workspaceId } = await signUpPerson(ctx.services, person, { requestId, ip });
    return { ok: true, workspace_id: workspaceId };
  });
