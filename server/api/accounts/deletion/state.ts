import { z } from "zod";
import { readDeletion } from "@/server/usecases/accounts/deletion/read";
import { personProcedure } from "../procedures";
import { Blocking, OwnDeletion, presentBlocking, presentDeletion } from "./schemas";

/**
 * Returns the deletion state of the signed-in person's account: their request, what blocks a deletion, and whether
 * the account has a password to confirm it with.
 */
export const state = personProcedure
  .output(
    z.object({
      request: OwnDeletion.nullable(),
      blocked_by: z.array(Blocking),
      has_password: z.boolean(),
    }),
  )
  .query(async ({ ctx }) => {
    const { request, blockedBy, hasPassword } = await readDeletion(ctx.services, ctx.principal.userId);
    return {
      request: request && presentDeletion(request),
      blocked_by: presentBlocking(blockedBy),
      has_password: hasPassword,
    };
  });
