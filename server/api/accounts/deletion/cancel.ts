import { z } from "zod";
import { cancelDeletion } from "@/server/usecases/accounts/deletion/cancel";
import { personProcedure } from "../procedures";

/** Withdraws the signed-in person's own deletion request; `canceled` is false when there was no request. */
export const cancel = personProcedure
  .output(z.object({ ok: z.literal(true), canceled: z.boolean() }))
  .mutation(async ({ ctx }) => {
    const { canceled } = await cancelDeletion(ctx.services, ctx.principal.userId);
    return { ok: true, canceled };
  });
