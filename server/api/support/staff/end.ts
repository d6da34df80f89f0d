import { z } from "zod";
import { personProcedure } from "@/server/api/accounts/procedures";
import { endOwnSession } from "@/server/usecases/support/end";
import { asStaff } from "./as-staff";

/** Ends the signed-in staff member's own session, or withdraws their own request. */
export const end = personProcedure
  .input(z.object({ request_id: z.string() }))
  .output(z.object({ ok: z.literal(true), idempotent: z.boolean() }))
  .mutation(async ({ ctx, input }) => {
    const { idempotent } = await endOwnSession(ctx.services, await asStaff(ctx), input.request_id);
    return { ok: true, idempotent };
  });
