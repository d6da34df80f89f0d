import { findUser, membershipsOf, purgeUser } from "@/server/db/accounts/accounts";
import { lockPerson, removeDeletion, soleOwnerships } from "@/server/db/accounts/deletions";
import { type AuditContext, appendAudit } from "@/server/db/audit/audit";
import type { PrismaTransaction } from "@/server/db/database/database";
import { type Tenant, tenantOf } from "@/server/db/database/tenant";
import { asUser, type Tx } from "@/server/db/database/transaction";
import { countMembers, deleteMember, lockWorkspace } from "@/server/db/members/memberships";
import { deleteStaff } from "@/server/db/support/staff";
import { findLifecycle, saveLifecycle } from "@/server/db/workspaces/lifecycle";
import { DAY_MS } from "@/server/domain/durations";
import { DomainError } from "@/server/domain/errors";
import { endGrantsOfPerson } from "../grants/end";
import type { Actor, RequestContext } from "../request-context";
import type { Services } from "../services";

/** Time until a workspace without members is deleted. */
const EMPTY_WORKSPACE_RETENTION_MS = 30 * DAY_MS;

/** Who requested the deletion, and through which channel. */
export interface DeletionOrder {
  readonly actor: Pick<Actor, "kind" | "id" | "label">;
  readonly via: RequestContext["via"];
  readonly requestId: string | null;
  readonly ip: string | null;
}

export interface Purged {
  readonly userId: string;
  readonly workspaces: readonly string[];
}

type EnterTenant = (tenant: Tenant) => Promise<Tx>;
type Membership = Awaited<ReturnType<typeof membershipsOf>>[number];

/**
 * Purges a person now, in one transaction: e-mail address, name, password, open links and mails are deleted,
 * memberships and sessions end. Tokens they minted stay and answer reads only; their actions stay in the audit log
 * under their id. A workspace without other members is deleted 30 days later; one with other members is left without
 * an owner, and the operator has to make one of them its owner.
 * @throws DomainError not_found without such a person
 */
export async function deleteUser(services: Services, userId: string, order: DeletionOrder): Promise<Purged> {
  const user = await findUser(services.db, userId);
  if (!user || user.deletedAt) throw new DomainError("not_found", "There is no such person.");
  return asUser(services.db, userId, async (prisma, enter) => {
    const purged = await purgePerson(services, { prisma, enter }, userId, order);
    if (purged.outcome !== "purged") throw new Error("a forced purge was held up");
    return { userId, workspaces: purged.workspaces };
  });
}

/** Result of a purge; `blocked` when the person is the only owner of a workspace with other members. */
export type PurgeOutcome = ({ readonly outcome: "purged" } & Purged) | { readonly outcome: "blocked" };

/**
 * Purges a person in the caller's transaction. Locks all their workspaces first, ordered by id, then the person:
 * concurrent inserts of memberships and tokens wait for the locks and find the person gone.
 * @param unlessBlocked checks under the locks whether a workspace would be left without an owner, and then purges
 * nothing
 * @throws DomainError conflict when the person joined another workspace before the locks were taken
 */
export async function purgePerson(
  services: Services,
  { prisma, enter }: { readonly prisma: PrismaTransaction; readonly enter: EnterTenant },
  userId: string,
  order: DeletionOrder,
  { unlessBlocked = false } = {},
): Promise<PurgeOutcome> {
  const memberships = await lockedMemberships(prisma, enter, userId);
  if (unlessBlocked && (await soleOwnerships(prisma, userId)).length > 0) return { outcome: "blocked" };
  const at = services.now();
  for (const membership of memberships) {
    const frame = (): AuditContext => ({ ...order, id: services.newId("event"), at });
    await endMembership(await enter(tenantOf(membership.workspaceId)), userId, membership, frame);
  }
  await removeDeletion(prisma, userId);
  await deleteStaff(prisma, userId);
  await purgeUser(prisma, userId, new Date(at));
  return { outcome: "purged", userId, workspaces: memberships.map((each) => each.workspaceId) };
}

/** Reads the memberships again under the locks: one added before them belongs to a workspace that is not locked. */
async function lockedMemberships(
  prisma: PrismaTransaction,
  enter: EnterTenant,
  userId: string,
): Promise<readonly Membership[]> {
  const before = await membershipsOf(prisma, userId);
  for (const { workspaceId } of before) await lockWorkspace(await enter(tenantOf(workspaceId)));
  await lockPerson(prisma, userId);
  const current = await membershipsOf(prisma, userId);
  const locked = new Set(before.map(({ workspaceId }) => workspaceId));
  if (current.every(({ workspaceId }) => locked.has(workspaceId))) return current;
  throw new DomainError("conflict", "This person became a member of a workspace just now; try again.");
}

async function endMembership(
  tx: Tx,
  userId: string,
  { role }: Membership,
  frame: () => AuditContext,
): Promise<void> {
  await deleteMember(tx, userId);
  const memberFrame = frame();
  const ending = { by: userId, reason: "account_deleted", at: new Date(memberFrame.at) } as const;
  await endGrantsOfPerson(tx, userId, ending, (event) => appendAudit(tx, frame(), event));
  await appendAudit(tx, memberFrame, { action: "user.delete", subject: userId, before: { role } });
  if ((await countMembers(tx)).members > 0) return;
  const { lifecycle } = await findLifecycle(tx);
  if (lifecycle === "deleting") return;
  const deletionAt = new Date(memberFrame.at + EMPTY_WORKSPACE_RETENTION_MS);
  const deleting = { lifecycle: "deleting", before: lifecycle, deletionAt, deletionBy: userId } as const;
  await saveLifecycle(tx, deleting, new Date(memberFrame.at));
  await appendAudit(tx, frame(), {
    action: "workspace.delete_request",
    subject: tx.tenant.workspaceId,
    before: { lifecycle },
    after: { lifecycle: "deleting", effective_at: deletionAt },
  });
}
