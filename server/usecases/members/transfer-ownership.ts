import { lockWorkspace, putMember, roleOf } from "@/server/db/members/memberships";
import { DomainError, notFound } from "@/server/domain/errors";
import { settleAfterChange } from "../accounts/deletion/settle";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";

/**
 * Transfers the acting owner's ownership to another member; the former owner becomes an admin. Both change in one
 * transaction, so that the workspace always has an owner.
 * @throws DomainError not_found for a person who is not a member; conflict for an owner; insufficient_scope when the
 * acting person is no longer an owner; plan_limit in a workspace that accepts no changes
 */
export async function transferOwnership(
  context: RequestContext,
  userId: string,
): Promise<{ owner: string; former: string }> {
  const formerOwner = context.actor.userId;
  if (formerOwner === null) throw new Error("ownership is given by a person");
  const result = await writeTransaction(context, async (tx) => {
    await lockWorkspace(tx);
    if ((await roleOf(tx, formerOwner)) !== "owner")
      throw new DomainError("insufficient_scope", "Only an owner may give or take ownership.", {
        required: "settings:workspace",
      });
    const role = await roleOf(tx, userId);
    if (role === null) throw notFound("member");
    if (role === "owner")
      throw new DomainError("conflict", "This member owns the workspace already.", {
        current_status: "owner",
      });
    requireWritableWorkspace(context);
    const at = new Date(context.services.now());
    await putMember(tx, userId, "owner", at);
    await putMember(tx, formerOwner, "admin", at);
    await recordChange(context, tx, {
      action: "workspace.transfer",
      subject: context.tenant.workspaceId,
      before: { owner: formerOwner },
      after: { owner: userId, former_role: "admin" },
    });
    return { owner: userId, former: formerOwner };
  });
  await settleAfterChange(context.services);
  return result;
}
