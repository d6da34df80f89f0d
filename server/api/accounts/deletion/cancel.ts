import { z } from "zod";
import { cancelDeletion } from "@/server/usecases/accounts/deletion/cancel";
import { personProcedure } from "../procedures";

/** Takes the signed-in person's own request back; `canceled` is false where there was none. */
export const cancel = personProcedure
  .output(z.object({ ok: z.literal(true), canceled: z.boolean() }))
  .mutation(async ({ ctx }) => {
    const { canceled } = await cancelDeletion(ctx.services, ctx.principal.userId);
    return { ok: true, canceled };
  });
