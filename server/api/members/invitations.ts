import { z } from "zod";
import type { InvitationRow } from "@/server/db/invitations/invitations";
import { ROLES } from "@/server/domain/permissions";
import {
  invite as inviteByMail,
  listInvitations,
  resendInvitation as mailAgain,
  revokeInvitation as takeBack,
} from "@/server/usecases/invitations/invite";
import { mutation, query } from "../pipeline";
import { Timestamp } from "../scalars";

const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  invited_by: z.string(),
  sent_at: Timestamp,
  expires_at: Timestamp,
  expired: z.boolean(),
});
/** `link` is for the inviter to pass on, returned once; null when it is mailed. */
const Sent = z.object({ ok: z.literal(true), invitation: Invitation, link: z.string().nullable() });
const One = z.object({ id: z.string().max(100) });

const presented = (row: InvitationRow, nowMs: number): z.input<typeof Invitation> => ({
  id: row.id,
  email: row.email,
  role: row.role,
  invited_by: row.invitedByLabel,
  sent_at: row.sentAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  expired: row.expiresAt.getTime() <= nowMs,
});

export const invitations = query(
  {
    scope: "settings:members",
    summary: "List the invitations that wait or have expired, newest first",
    input: z.object({}),
    output: z.object({ data: z.array(Invitation) }),
  },
  async ({ context }) => ({
    data: (await listInvitations(context)).map((row) => presented(row, context.services.now())),
  }),
);

export const invite = mutation(
  {
    scope: "settings:members",
    summary: "Invite somebody by e-mail, with a link that is good for seven days",
    errors: ["conflict", "plan_limit", "email_not_confirmed"],
    input: z.object({ email: z.string(), role: z.enum(ROLES) }),
    // The link must not be stored for a replay.
    repeats: "refuse",
    output: Sent,
  },
  ({ context, input }) => inviteByMail(context, input),
  ({ invitation: row, link }, nowMs) => ({ ok: true as const, invitation: presented(row, nowMs), link }),
);

export const resendInvitation = mutation(
  {
    scope: "settings:members",
    summary: "Mail an invitation again, with a new link",
    errors: ["not_found", "conflict", "plan_limit", "email_not_confirmed"],
    input: One,
    // The link must not be stored for a replay.
    repeats: "refuse",
    output: Sent,
  },
  ({ context, input }) => mailAgain(context, input.id),
  ({ invitation: row, link }, nowMs) => ({ ok: true as const, invitation: presented(row, nowMs), link }),
);

export const revokeInvitation = mutation(
  {
    scope: "settings:members",
    summary: "Take an invitation back",
    errors: ["not_found", "plan_limit"],
    input: One,
    output: z.object({ ok: z.literal(true) }),
  },
  ({ context, input }) => takeBack(context, input.id),
  () => ({ ok: true as const }),
);
