import { z } from "zod";
import { personProcedure } from "@/server/api/accounts/procedures";
import { Timestamp } from "@/server/api/scalars";
import { limitRate } from "@/server/rate-limit/rate-limiter";
import { openSession, SupportOpening } from "@/server/usecases/support/open";
import { asStaff } from "./as-staff";

const TRIED_PER_MINUTE = 10;

/** Opens the read-only session with an owner's one-time code. */
export const open = personProcedure
  .input(SupportOpening)
  .output(z.object({ ok: z.literal(true), workspace_id: z.string(), expires_at: Timestamp }))
  .mutation(async ({ ctx, input }) => {
    const staff = await asStaff(ctx);
    await limitRate(ctx.rateLimiter, `support-code:${staff.id}`, TRIED_PER_MINUTE);
    const { workspaceId, expiresAt } = await openSession(ctx.services, staff, input);
    return { ok: true, workspace_id: workspaceId, expires_at: expiresAt.toISOString() };
  });
