import { z } from "zod";
import {
  signOutEverywhere as endAll,
  endSession as endOne,
  endOtherSessions as endOthers,
  listSessions,
} from "@/server/usecases/accounts/sessions";
import { Timestamp } from "../scalars";
import { personProcedure, requestSource } from "./procedures";

const Session = z.object({
  id: z.string(),
  /** True for the session of this request. */
  current: z.boolean(),
  method: z.string(),
  network: z.string().nullable(),
  agent: z.string().nullable(),
  created_at: Timestamp,
  seen_at: Timestamp,
});

/** Returns the person's live sessions, most recently used first. */
export const sessions = personProcedure
  .output(z.object({ data: z.array(Session) }))
  .query(async ({ ctx }) => ({
    data: (await listSessions(ctx.services, ctx.principal.userId)).map(({ createdAt, seenAt, ...row }) => ({
      ...row,
      current: row.id === ctx.principal.sessionId,
      created_at: createdAt.toISOString(),
      seen_at: seenAt.toISOString(),
    })),
  }));

/** Ends one of the person's own sessions; `ended` is false when it had ended already. */
export const endSession = personProcedure
  .input(z.object({ id: z.string().max(100) }))
  .output(z.object({ ok: z.literal(true), ended: z.boolean() }))
  .mutation(async ({ ctx, input }) => ({
    ok: true,
    ...(await endOne(ctx.services, ctx.principal.userId, input.id, requestSource(ctx))),
  }));

/** Ends all of the person's sessions except the one of this request. */
export const endOtherSessions = personProcedure
  .output(z.object({ ok: z.literal(true), ended: z.number() }))
  .mutation(async ({ ctx }) => ({
    ok: true,
    ...(await endOthers(
      ctx.services,
      ctx.principal.userId,
      ctx.principal.sessionId ?? "",
      requestSource(ctx),
    )),
  }));

/** Ends every session of the person, including the one of this request. */
export const signOutEverywhere = personProcedure
  .output(z.object({ ok: z.literal(true), ended: z.number() }))
  .mutation(async ({ ctx }) => ({
    ok: true,
    ...(await endAll(ctx.services, ctx.principal.userId, requestSource(ctx))),
  }));
