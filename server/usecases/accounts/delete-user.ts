import { appendAudit } from "@/server/db/audit";
import { findUser, forgetUser, membershipsOf } from "@/server/db/accounts";
import { deleteMember, lockWorkspace } from "@/server/db/memberships";
import { tenantOf } from "@/server/db/tenant";
import { asUser } from "@/server/db/transaction";
import { DomainError } from "@/server/domain/errors";
import type { Acting, Actor, Services } from "../acting";

/** Who asked for the deletion, and by which way. */
export interface DeletionOrder {
  readonly actor: Pick<Actor, "kind" | "id" | "label">;
  readonly via: Acting["via"];
  readonly requestId: string | null;
  readonly ip: string | null;
}

/**
 * Purges a person now, in one transaction: e-mail address, name, password, open links and mails are gone, memberships
 * end, sessions stop. Tokens they minted stay and answer reads alone; what they did stays in the audit log under their
 * id. A workspace nobody else owns is left without an owner, for the operator to give to someone.
 * @throws DomainError not_found without such a person
 */
export async function deleteUser(
  services: Services,
  userId: string,
  order: DeletionOrder,
): Promise<{ userId: string; workspaces: readonly string[] }> {
  const user = await findUser(services.db, userId);
  if (!user || user.deletedAt) throw new DomainError("not_found", "There is no such person.");
  const at = services.now();
  return asUser(services.db, userId, async (prisma, enter) => {
    const memberships = await membershipsOf(prisma, userId);
    for (const { workspaceId, role } of memberships) {
      const tx = await enter(tenantOf(workspaceId));
      await lockWorkspace(tx);
      await deleteMember(tx, userId);
      await appendAudit(
        tx,
        { ...order, id: services.newId("event"), at },
        { action: "user.delete", subject: userId, before: { role } },
      );
    }
    await forgetUser(prisma, userId, new Date(at));
    return { userId, workspaces: memberships.map((each) => each.workspaceId) };
  });
}
