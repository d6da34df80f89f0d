import { findUserByEmail } from "@/server/db/accounts/accounts";
import type { Tx } from "@/server/db/database/transaction";
import { revokeInvitationsBy } from "@/server/db/invitations/invitations";
import {
  countMembers,
  deleteMember,
  listMemberRows,
  type MemberRow,
  putMember,
  roleOf,
} from "@/server/db/members/memberships";
import { revokeTokensOf } from "@/server/db/tokens/tokens";
import { DomainError, notFound, notPermitted } from "@/server/domain/errors";
import { permissionGap, type Role } from "@/server/domain/permissions";
import { settleAfterChange } from "../accounts/deletion/settle";
import { requireConfirmedEmail } from "../confirmed-email";
import { endGrantsOfPerson } from "../grants/end";
import { checked, fieldError, RoleName } from "../input";
import { type LockedWorkspace, lockAsMember } from "../lock-as-member";
import { requireQuota } from "../plan/quota";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { readTransaction, writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";

/** Lists the workspace's members, oldest membership first. */
export const listMembers = (context: RequestContext): Promise<MemberRow[]> =>
  readTransaction(context, listMemberRows);

/**
 * Adds a person who has an account as a member without an invitation, or changes a member's role; for the operator.
 * The workspace is locked, so that two concurrent calls cannot exceed the plan's cap.
 * @throws DomainError validation_error without an account for that e-mail address; insufficient_scope when someone
 * else than an owner gives or takes ownership; conflict when the workspace would have no owner; plan_limit at the cap
 */
export async function addMember(
  context: RequestContext,
  input: { readonly email: string; readonly role: Role },
): Promise<{ userId: string; role: Role; added: boolean }> {
  const role = checked(RoleName, input.role);
  const person = await findUserByEmail(context.services.db, input.email);
  if (!person) throw fieldError("email", "unknown", "Nobody has signed up with this e-mail address yet.");
  requireWritableWorkspace(context);
  requireConfirmedEmail(context);
  const result = await writeTransaction(context, async (tx) => {
    const locked = await lockAsManager(context, tx);
    const at = new Date(context.services.now());
    const before = await roleOf(tx, person.id);
    if (before === role) return { userId: person.id, role, added: false };
    if (role === "owner" || before === "owner") requireOwner(context, locked);
    if (before === "owner") await requireAnotherOwner(tx);
    if (before === null) await requireQuota(tx, locked.workspace, "members", 1, at);
    await putMember(tx, person.id, role, at);
    const action = before === null ? "member.add" : "member.role";
    await recordChange(context, tx, {
      action,
      subject: person.id,
      before: { role: before },
      after: { role },
    });
    return { userId: person.id, role, added: before === null };
  });
  await settleAfterChange(context.services);
  return result;
}

/**
 * Changes a member's role.
 * @throws DomainError not_found for a person who is not a member; insufficient_scope when someone else than an owner
 * gives or takes ownership; conflict when the workspace would have no owner
 */
export async function changeRole(
  context: RequestContext,
  input: { readonly userId: string; readonly role: Role },
): Promise<{ userId: string; role: Role }> {
  const role = checked(RoleName, input.role);
  const { userId } = input;
  requireWritableWorkspace(context);
  await writeTransaction(context, async (tx) => {
    const locked = await lockAsManager(context, tx);
    const before = await roleOf(tx, userId);
    if (before === null) throw notFound("member");
    if (before === role) return;
    if (role === "owner" || before === "owner") requireOwner(context, locked);
    if (before === "owner") await requireAnotherOwner(tx);
    await putMember(tx, userId, role, new Date(context.services.now()));
    await recordChange(context, tx, {
      action: "member.role",
      subject: userId,
      before: { role: before },
      after: { role },
    });
  });
  await settleAfterChange(context.services);
  return { userId, role };
}

/**
 * Removes a member from the workspace, revokes their open invitations and the tokens they minted in it, and ends the
 * grants they gave to applications.
 * @returns the ids of the revoked tokens
 * @throws DomainError not_found, conflict for the last owner, insufficient_scope for an owner removed by someone else
 */
export async function removeMember(
  context: RequestContext,
  userId: string,
): Promise<{ userId: string; revoked: readonly string[] }> {
  requireWritableWorkspace(context);
  const removed = await writeTransaction(context, async (tx) => {
    const locked = await lockAsManager(context, tx);
    const role = await roleOf(tx, userId);
    if (role === null) throw notFound("member");
    if (role === "owner") {
      requireOwner(context, locked);
      await requireAnotherOwner(tx);
    }
    await deleteMember(tx, userId);
    const at = new Date(context.services.now());
    const revoked = await revokeTokensOf(tx, userId, at);
    const invitations = await revokeInvitationsBy(tx, userId, at);
    const ending = { by: context.actor.userId ?? "system", reason: "member_removed", at } as const;
    await endGrantsOfPerson(tx, userId, ending, (event) => recordChange(context, tx, event));
    await recordChange(context, tx, {
      action: "member.remove",
      subject: userId,
      before: { role },
      after: { revoked_tokens: revoked, revoked_invitations: invitations },
    });
    return { userId, revoked };
  });
  await settleAfterChange(context.services);
  return removed;
}

/**
 * Locks the workspace for somebody who manages its members.
 * @throws DomainError workspace_forbidden for a person who is no longer a member; insufficient_scope for one who may
 * no longer manage members
 */
async function lockAsManager(context: RequestContext, tx: Tx): Promise<LockedWorkspace> {
  const locked = await lockAsMember(context, tx);
  if (context.actor.kind === "system") return locked;
  const gap = permissionGap({ role: locked.role, scopes: null }, { scope: "settings:members" });
  if (gap) throw notPermitted(gap, "settings:members");
  return locked;
}

function requireOwner({ actor }: RequestContext, { role }: LockedWorkspace): void {
  if (role === "owner" || actor.kind === "system") return;
  throw new DomainError("insufficient_scope", "Only an owner may give or take ownership.", {
    required: "settings:workspace",
  });
}

async function requireAnotherOwner(tx: Tx): Promise<void> {
  if ((await countMembers(tx)).owners > 1) return;
  throw new DomainError(
    "conflict",
    "Somebody has to own the workspace; make another member its owner first.",
  );
}
