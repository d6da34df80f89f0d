import { confirmAddress, findUser, findUserByEmail } from "@/server/db/accounts/accounts";
import { appendAudit } from "@/server/db/audit/audit";
import { tenantOf } from "@/server/db/database/tenant";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import {
  closeInvitation,
  findInvitationByCode,
  type InvitationRow,
  lockInvitation,
} from "@/server/db/invitations/invitations";
import {
  countMembers,
  lockWorkspace,
  putMember,
  roleOf,
  type WorkspaceRow,
} from "@/server/db/members/memberships";
import { DomainError } from "@/server/domain/errors";
import { ROLE_PERMISSIONS, type Role } from "@/server/domain/permissions";
import { acceptsMutations } from "@/server/domain/plan/plans";
import { recordAccountEvent } from "../account-log";
import { preparePerson } from "../accounts/create-user";
import { settleAfterChange } from "../accounts/deletion/settle";
import { hashOfCode } from "../accounts/mailed-code";
import { requireAccountsByInvitation } from "../accounts/may-join";
import { fieldError } from "../input";
import { requireWithin } from "../plan/quota";
import type { Services } from "../services";
import { mayAssignRole } from "./invite";

/** An invitation as the invited person sees it. */
export interface InvitationView {
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly inviter: string;
  readonly role: Role;
  readonly email: string;
  /** Whether the address has an account; its person signs in to accept. */
  readonly hasAccount: boolean;
}

interface RequestOrigin {
  readonly requestId: string | null;
  readonly ip: string | null;
}

const invalidInvitation = () =>
  fieldError("code", "invalid", "This invitation is not valid any more; ask for a new one.");

/**
 * Finds an open invitation by the code of its mail, locks its workspace and the invitation, and runs `work` with
 * both.
 */
async function withInvitation<T>(
  services: Services,
  code: string,
  work: (tx: Tx, invitation: InvitationRow, workspace: WorkspaceRow) => Promise<T>,
): Promise<T> {
  const found = await findInvitationByCode(services.db, hashOfCode(code));
  if (!found) throw invalidInvitation();
  return inTenant(services.db, tenantOf(found.workspaceId), async (tx) => {
    const workspace = await lockWorkspace(tx);
    const invitation = await lockInvitation(tx, found.id);
    if (!invitation || invitation.expiresAt.getTime() <= services.now()) throw invalidInvitation();
    // An invitation is valid only while its inviter may still give that role.
    const inviter = await roleOf(tx, invitation.invitedBy);
    const mayStillInvite = inviter !== null && ROLE_PERMISSIONS[inviter].has("settings:members");
    if (!mayStillInvite || !mayAssignRole(inviter, invitation.role)) throw invalidInvitation();
    return work(tx, invitation, workspace);
  });
}

/**
 * Returns an invitation by its code.
 * @throws DomainError validation_error for a code that is unknown, used, revoked or older than seven days
 */
export async function showInvitation(services: Services, code: string): Promise<InvitationView> {
  const view = await withInvitation(services, code, (_, invitation, workspace) =>
    Promise.resolve({
      workspaceId: workspace.id,
      workspaceName: workspace.name,
      inviter: invitation.invitedByLabel,
      role: invitation.role,
      email: invitation.email,
    }),
  );
  return { ...view, hasAccount: (await findUserByEmail(services.db, view.email)) !== null };
}

/**
 * Accepts an invitation as a new person: creates the account in the same transaction, with the address confirmed by
 * the link.
 * @throws DomainError validation_error for a bad field, an invalid code or an address that has an account;
 * plan_limit; conflict when sign-up is closed
 */
export async function acceptAsNewPerson(
  services: Services,
  input: { readonly code: string; readonly password: string; readonly name?: string | undefined },
  from: RequestOrigin,
): Promise<{ workspaceId: string; email: string }> {
  requireAccountsByInvitation(services.settings);
  const { email } = await showInvitation(services, input.code);
  const name = input.name?.trim();
  const fields = { email, password: input.password, ...(name ? { name } : {}) };
  const person = await preparePerson(services, fields, true, from);
  const joined = await withInvitation(services, input.code, async (tx, invitation, workspace) => {
    if (invitation.email !== person.email) throw invalidInvitation();
    await person.write(tx.prisma);
    await join(services, tx, { invitation, workspace, person, from });
    return { workspaceId: workspace.id, email };
  });
  await settleAfterChange(services);
  return joined;
}

/**
 * Accepts an invitation as the signed-in person; it has to be addressed to them, and the link confirms the address.
 * @throws DomainError validation_error for an invalid code; conflict for an invitation to another address; plan_limit
 */
export async function acceptAsPerson(
  services: Services,
  input: { readonly code: string; readonly userId: string },
  from: RequestOrigin,
): Promise<{ workspaceId: string }> {
  const { userId } = input;
  const user = await findUser(services.db, userId);
  if (!user || user.deletedAt) throw new DomainError("not_found", "There is no such person.");
  const joined = await withInvitation(services, input.code, async (tx, invitation, workspace) => {
    if (invitation.email !== user.email)
      throw new DomainError(
        "conflict",
        `This invitation is for ${invitation.email}; you are signed in as ${user.email}.`,
      );
    await confirmAddress(tx.prisma, { userId, email: user.email }, new Date(services.now()));
    if (!user.emailConfirmedAt)
      await recordAccountEvent(services, tx.prisma, userId, from, { action: "address.confirm" });
    await join(services, tx, { invitation, workspace, person: user, from });
    return { workspaceId: workspace.id };
  });
  await settleAfterChange(services);
  return joined;
}

/** Adds the person as a member within the plan's current limit; an existing member keeps their role. */
async function join(
  services: Services,
  tx: Tx,
  accepted: {
    readonly invitation: InvitationRow;
    readonly workspace: WorkspaceRow;
    readonly person: { readonly id: string; readonly email: string };
    readonly from: RequestOrigin;
  },
): Promise<void> {
  const { invitation, workspace, person, from } = accepted;
  const at = services.now();
  if (!acceptsMutations(workspace.lifecycle))
    throw new DomainError("plan_limit", `This workspace is ${workspace.lifecycle}; nobody can join it now.`, {
      limit: "lifecycle",
      plan: workspace.plan,
    });
  await closeInvitation(tx, invitation.id, person.id, new Date(at));
  if ((await roleOf(tx, person.id)) !== null) return;
  requireWithin(workspace, "members", (await countMembers(tx)).members, 1);
  await putMember(tx, person.id, invitation.role, new Date(at));
  const actor = { kind: "user", id: person.id, label: person.email };
  await appendAudit(
    tx,
    { id: services.newId("event"), at, actor, via: "web", ...from },
    {
      action: "member.join",
      subject: person.id,
      after: { role: invitation.role, invitation: invitation.id, invited_by: invitation.invitedBy },
    },
  );
}
