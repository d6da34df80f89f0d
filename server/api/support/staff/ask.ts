import { z } from "zod";
import { personProcedure } from "@/server/api/accounts/procedures";
import { limitRate } from "@/server/rate-limit/rate-limiter";
import { requestSupport, SupportAsk } from "@/server/usecases/support/request";
import { asStaff } from "./as-staff";

const ASKED_PER_MINUTE = 10;

/** Requests access to a workspace from its owners for the signed-in staff member; each owner is notified by mail. */
export const ask = personProcedure
  .input(SupportAsk)
  .output(z.object({ ok: z.literal(true), id: z.string() }))
  .mutation(async ({ ctx, input }) => {
    const staff = await asStaff(ctx);
    await limitRate(ctx.rateLimiter, `support-ask:${staff.id}`, ASKED_PER_MINUTE);
    const { id } = await requestSupport(ctx.services, staff, input);
    return { ok: true, id };
  });
