import { z } from "zod";
import { findUserByEmail } from "@/server/db/accounts/accounts";
import type { Tx } from "@/server/db/database/transaction";
import {
  countMailedInvitations,
  type InvitationRow,
  insertInvitation,
  invitationOf,
  lockInvitation,
  openInvitations,
  renewInvitation,
  revokeInvitationRow,
} from "@/server/db/invitations/invitations";
import { lockWorkspace, roleOf } from "@/server/db/members/memberships";
import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import { DomainError, notFound } from "@/server/domain/errors";
import { ROLES, type Role } from "@/server/domain/permissions";
import { hashOfCode, newCode } from "../accounts/mailed-code";
import { requireConfirmedEmail } from "../confirmed-email";
import { checked, EmailText, fieldError, RoleName } from "../input";
import { deliverOrReturnLink, type OneTimeLink, storeLinkMail } from "../mails/one-time-link";
import { requireQuota } from "../plan/quota";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { readTransaction, writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";

const VALID_FOR_MS = 7 * DAY_MS;
const MAILS_PER_HOUR = 100;
const MIN_RESEND_INTERVAL_MS = 60_000;
const Invitation = z.object({ email: EmailText, role: RoleName });

/** An invitation; `link` only when there is no mail server, to be shown once to the inviter, who passes it on. */
export interface SentInvitation {
  readonly invitation: InvitationRow;
  readonly link: string | null;
}

/** Returns whether a member with the role `own` may give the role `requested`: at most their own. */
export const mayAssignRole = (own: Role | null, requested: Role): boolean =>
  own !== null && ROLES.indexOf(requested) <= ROLES.indexOf(own);

/** Lists the workspace's open and expired invitations, newest first. */
export const listInvitations = (context: RequestContext): Promise<InvitationRow[]> =>
  readTransaction(context, openInvitations);

/**
 * Invites a person by e-mail, with a link that is valid for seven days. Open invitations count against the plan's
 * members, and the workspace is locked, so that two concurrent invitations cannot both take the last seat.
 * @throws DomainError email_not_confirmed; insufficient_scope for a role above one's own; validation_error for a bad
 * address or a member's; conflict when they are invited already; plan_limit at the cap; rate_limited after 100 an
 * hour
 */
export async function invite(
  context: RequestContext,
  input: { readonly email: string; readonly role: Role },
): Promise<SentInvitation> {
  const { email: typed, role } = checked(Invitation, { ...input, email: input.email.trim() });
  const email = typed.toLowerCase();
  requireWritableWorkspace(context);
  requireConfirmedEmail(context);
  requireGivable(context, role);
  const person = await findUserByEmail(context.services.db, email);
  const { invitation, oneTimeLink } = await writeTransaction(
    context,
    async (tx) => {
      const workspace = await lockWorkspace(tx);
      const at = new Date(context.services.now());
      if (person && (await roleOf(tx, person.id)))
        throw fieldError("email", "member", "This person is a member already.");
      await endExpired(tx, email, at);
      await requireQuota(tx, workspace, "members", 1, at);
      await requireMailQuota(tx, at);
      const code = newCode();
      const row = {
        id: context.services.newId("invitation"),
        email,
        role,
        sentAt: at,
        ...inviter(context),
        expiresAt: new Date(at.getTime() + VALID_FOR_MS),
      };
      await insertInvitation(tx, { ...row, codeHash: hashOfCode(code) });
      await recordChange(context, tx, {
        action: "invitation.create",
        subject: row.id,
        after: { email, role },
      });
      return {
        invitation: row,
        oneTimeLink: await storeInvitationMail(context, tx, row, workspace.name, code),
      };
    },
    { result: (made) => ({ invitation: made.invitation, link: null }) },
  );
  return { invitation, link: await deliverOrReturnLink(context.services, oneTimeLink) };
}

const inviter = ({ actor }: RequestContext): Pick<InvitationRow, "invitedBy" | "invitedByLabel"> => ({
  invitedBy: actor.userId ?? actor.id,
  invitedByLabel: actor.label,
});

function requireGivable(context: RequestContext, role: Role): void {
  if (context.actor.kind === "system" || mayAssignRole(context.role, role)) return;
  throw new DomainError("insufficient_scope", "Nobody can invite above their own role.", {
    required: "settings:workspace",
  });
}

async function endExpired(tx: Tx, email: string, at: Date): Promise<void> {
  const open = await invitationOf(tx, email);
  if (open && open.expiresAt > at)
    throw new DomainError("conflict", "This person is invited already; send the invitation again instead.");
  if (open) await revokeInvitationRow(tx, open.id, at);
}

async function requireMailQuota(tx: Tx, at: Date): Promise<void> {
  if ((await countMailedInvitations(tx, new Date(at.getTime() - HOUR_MS))) < MAILS_PER_HOUR) return;
  throw new DomainError(
    "rate_limited",
    "Many invitations were sent in the last hour; wait before the next.",
    {
      retry_after: HOUR_MS / 1_000,
    },
  );
}

function storeInvitationMail(
  context: RequestContext,
  tx: Tx,
  { email, role, invitedByLabel }: InvitationRow,
  workspaceName: string,
  code: string,
): Promise<OneTimeLink> {
  const { services } = context;
  const name = workspaceName.replace(/\s+/g, " ");
  return storeLinkMail(services, tx.prisma, `${services.settings.publicUrl}/invite?code=${code}`, {
    workspaceId: tx.tenant.workspaceId,
    userId: null,
    recipient: email,
    template: "invitation",
    subject: `${invitedByLabel} invites you to ${name} on Pricecheck`,
    text: (open) =>
      `${invitedByLabel} invites you to the workspace “${name}” on Pricecheck, as ${role}. Open this link within 7 days to accept:\n\n${open}\n\nIf you do not know what this is about, ignore this mail.\n`,
  });
}

/**
 * Mails an invitation again with a new link that is valid for seven days; the previous link stops working.
 * @throws DomainError not_found; email_not_confirmed; conflict within a minute of the previous mail; plan_limit at
 * the cap
 */
export async function resendInvitation(context: RequestContext, id: string): Promise<SentInvitation> {
  requireWritableWorkspace(context);
  requireConfirmedEmail(context);
  const { invitation, oneTimeLink } = await writeTransaction(
    context,
    async (tx) => {
      const workspace = await lockWorkspace(tx);
      const before = await lockInvitation(tx, id);
      if (!before) throw notFound("invitation");
      requireGivable(context, before.role);
      const sentAt = new Date(context.services.now());
      if (sentAt.getTime() - before.sentAt.getTime() < MIN_RESEND_INTERVAL_MS)
        throw new DomainError("conflict", "This invitation was sent a moment ago; wait a minute.");
      if (before.expiresAt <= sentAt) await requireQuota(tx, workspace, "members", 1, sentAt);
      await requireMailQuota(tx, sentAt);
      const code = newCode();
      const expiresAt = new Date(sentAt.getTime() + VALID_FOR_MS);
      // Whoever sends it again answers for it: the person who invited first may not give that role any more.
      const row = { ...before, sentAt, expiresAt, ...inviter(context) };
      await renewInvitation(tx, id, { ...row, codeHash: hashOfCode(code) });
      await recordChange(context, tx, {
        action: "invitation.resend",
        subject: id,
        after: { email: row.email },
      });
      return {
        invitation: row,
        oneTimeLink: await storeInvitationMail(context, tx, row, workspace.name, code),
      };
    },
    { result: (renewed) => ({ invitation: renewed.invitation, link: null }) },
  );
  return { invitation, link: await deliverOrReturnLink(context.services, oneTimeLink) };
}

/**
 * Revokes an invitation; its link stops working.
 * @throws DomainError not_found; insufficient_scope for one to a role above one's own
 */
export async function revokeInvitation(context: RequestContext, id: string): Promise<void> {
  requireWritableWorkspace(context);
  await writeTransaction(context, async (tx) => {
    const row = await lockInvitation(tx, id);
    if (!row) throw notFound("invitation");
    requireGivable(context, row.role);
    await revokeInvitationRow(tx, id, new Date(context.services.now()));
    const { email, role } = row;
    await recordChange(context, tx, { action: "invitation.revoke", subject: id, before: { email, role } });
  });
}
