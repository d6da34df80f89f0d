import { findStaffSession } from "@/server/db/support/support";
import type { Role } from "@/server/domain/permissions";
import type { Lifecycle, Plan } from "@/server/domain/plan/plans";
import type { Services } from "@/server/usecases/services";

/** A session that an owner allowed a staff member to open: it reads as a viewer does, and changes nothing. */
export interface SupportSession {
  readonly id: string;
  readonly expiresAt: Date;
}

/** The access of a staff member to a workspace they do not belong to, during an open support session. */
export interface StaffAccess {
  readonly workspaceId: string;
  readonly role: "viewer";
  readonly plan: Plan;
  readonly lifecycle: Lifecycle;
  readonly support: SupportSession;
}

/**
 * Returns the person's open support session in the workspace; null for members and for all other people. Called on
 * every browser request with a workspace id.
 */
export async function findStaffAccess(
  services: Services,
  person: { readonly userId: string; readonly role: Role | null },
  workspaceId: string | undefined,
): Promise<StaffAccess | null> {
  if (person.role !== null || !workspaceId) return null;
  const found = await findStaffSession(services.db, person.userId, workspaceId, new Date(services.now()));
  if (!found) return null;
  const { plan, lifecycle, session_id: id, expires_at: expiresAt } = found;
  return { workspaceId, role: "viewer", plan, lifecycle, support: { id, expiresAt } };
}
