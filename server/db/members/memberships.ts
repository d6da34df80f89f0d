import { DomainError } from "@/server/domain/errors";
import type { Role } from "@/server/domain/permissions";
import type { Lifecycle, Plan } from "@/server/domain/plan/plans";
import type { PolicyDocument } from "@/server/domain/pricing/policy";
import type { ShopPricing } from "@/server/domain/pricing/shop-pricing";
import type { Tx } from "../database/transaction";

export interface WorkspaceRow {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  readonly lifecycle: Lifecycle;
  readonly currency: string;
}

export interface NewWorkspace {
  readonly name: string;
  readonly plan: Plan;
  /** When the trial that it starts in ends; null for a workspace that starts without one. */
  readonly trialEndsAt: Date | null;
  readonly timeZone: string;
  readonly pricing: ShopPricing;
  /** When a person confirmed the workspace's price basis (currency and VAT); null = not yet confirmed. */
  readonly pricingConfirmedAt: Date | null;
  readonly ownerId: string;
  readonly policyId: string;
  readonly policy: PolicyDocument;
  readonly at: Date;
}

export interface MemberRow {
  readonly userId: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  readonly emailConfirmed: boolean;
  readonly since: Date;
}

const WORKSPACE = "SELECT id, name, plan, lifecycle, currency FROM workspaces WHERE id = $1";

/** Creates the transaction's workspace with its owner and its first policy. */
export async function insertWorkspace(tx: Tx, workspace: NewWorkspace): Promise<void> {
  const { workspaceId } = tx.tenant;
  const { name, plan, trialEndsAt, timeZone, pricing, pricingConfirmedAt, at } = workspace;
  await tx.prisma.workspace.create({
    data: {
      id: workspaceId,
      name,
      plan,
      trialEndsAt,
      lifecycle: trialEndsAt === null ? "active" : "trial",
      timeZone,
      ...pricing,
      pricingConfirmedAt,
      createdAt: at,
      lifecycleSince: at,
    },
  });
  await tx.prisma.policyVersion.create({
    data: {
      workspaceId,
      version: 1,
      id: workspace.policyId,
      document: workspace.policy,
      author: workspace.ownerId,
      createdAt: at,
    },
  });
  await putMember(tx, workspace.ownerId, "owner", at);
}

/** Returns the transaction's workspace; null if it does not exist. */
export async function findWorkspace(tx: Tx): Promise<WorkspaceRow | null> {
  const [row] = await tx.sql<WorkspaceRow>(WORKSPACE, [tx.tenant.workspaceId]);
  return row ?? null;
}

/** Returns the transaction's workspace. Throws if it does not exist. */
export async function getWorkspace(tx: Tx): Promise<WorkspaceRow> {
  const workspace = await findWorkspace(tx);
  if (!workspace) throw new Error("the workspace of this transaction does not exist");
  return workspace;
}

/** Returns the currency of the transaction's workspace, an ISO 4217 code. */
export const workspaceCurrency = async (tx: Tx): Promise<string> => (await getWorkspace(tx)).currency;

/** Locks the transaction's workspace until the transaction ends; serialises checks of plan limits. */
export async function lockWorkspace(tx: Tx): Promise<WorkspaceRow> {
  const [row] = await tx.sql<WorkspaceRow>(`${WORKSPACE} FOR NO KEY UPDATE`, [tx.tenant.workspaceId]);
  if (!row) throw new Error("the workspace of this transaction does not exist");
  return row;
}

/**
 * Adds a member or changes a member's role. Waits for a concurrent deletion of the person's account.
 * @throws DomainError not_found when that person was deleted
 */
export async function putMember(tx: Tx, userId: string, role: Role, at: Date): Promise<void> {
  const put = await tx.run(
    `INSERT INTO memberships (workspace_id, user_id, role, created_at)
     SELECT $1, u.id, $3, $4 FROM users u WHERE u.id = $2 AND u.deleted_at IS NULL FOR SHARE
     ON CONFLICT (workspace_id, user_id) DO UPDATE SET role = EXCLUDED.role`,
    [tx.tenant.workspaceId, userId, role, at],
  );
  if (put === 0) throw new DomainError("not_found", "There is no such person.");
}

/** Deletes a membership in the transaction's workspace, if it exists. */
export async function deleteMember(tx: Tx, userId: string): Promise<void> {
  await tx.run("DELETE FROM memberships WHERE workspace_id = $1 AND user_id = $2", [
    tx.tenant.workspaceId,
    userId,
  ]);
}

/** Returns a person's role in the transaction's workspace; null for a person who is not a member. */
export async function roleOf(tx: Tx, userId: string): Promise<Role | null> {
  const [row] = await tx.sql<{ role: Role }>(
    "SELECT role FROM memberships WHERE workspace_id = $1 AND user_id = $2",
    [tx.tenant.workspaceId, userId],
  );
  return row?.role ?? null;
}

/** Counts the workspace's members, and its owners among them. */
export async function countMembers(tx: Tx): Promise<{ members: number; owners: number }> {
  const [row] = await tx.sql<{ members: number; owners: number }>(
    `SELECT count(*)::int AS members, (count(*) FILTER (WHERE role = 'owner'))::int AS owners
     FROM memberships WHERE workspace_id = $1`,
    [tx.tenant.workspaceId],
  );
  return row ?? { members: 0, owners: 0 };
}

/** Counts members and valid invitations, which together count against the plan's limit. */
export async function countSeats(tx: Tx, at: Date): Promise<number> {
  const [row] = await tx.sql<{ places: number }>(
    `SELECT ((SELECT count(*) FROM memberships WHERE workspace_id = $1)
       + (SELECT count(*) FROM invitations
          WHERE workspace_id = $1 AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > $2))::int AS places`,
    [tx.tenant.workspaceId, at],
  );
  return row?.places ?? 0;
}

/** Returns the workspace's members, oldest membership first. */
export function listMemberRows(tx: Tx): Promise<MemberRow[]> {
  return tx.sql<MemberRow & Record<string, unknown>>(
    `SELECT u.id AS "userId", u.email, u.name, m.role, u.email_confirmed_at IS NOT NULL AS "emailConfirmed",
       m.created_at AS since
     FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.workspace_id = $1 ORDER BY m.created_at, u.id`,
    [tx.tenant.workspaceId],
  );
}
