import type { Tx } from "@/server/db/database/transaction";
import { lockWorkspace, roleOf, type WorkspaceRow } from "@/server/db/members/memberships";
import { DomainError } from "@/server/domain/errors";
import type { Role } from "@/server/domain/permissions";
import type { RequestContext } from "./request-context";

/** The locked workspace, and the role that the acting person has in it. */
export interface LockedWorkspace {
  readonly workspace: WorkspaceRow;
  /** Null where no person acts. */
  readonly role: Role | null;
}

/**
 * Locks the workspace, and returns it with the acting person's role: somebody may have removed the person, or changed
 * the role, since the request was admitted.
 * @throws DomainError workspace_forbidden for a person who is no longer a member
 */
export async function lockAsMember({ actor }: RequestContext, tx: Tx): Promise<LockedWorkspace> {
  const workspace = await lockWorkspace(tx);
  if (actor.userId === null) return { workspace, role: null };
  const role = await roleOf(tx, actor.userId);
  if (role === null) throw new DomainError("workspace_forbidden");
  return { workspace, role };
}
