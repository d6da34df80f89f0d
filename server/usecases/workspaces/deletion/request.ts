import { findLifecycle, saveLifecycle, type WorkspaceLifecycle } from "@/server/db/workspaces/lifecycle";
import { DAY_MS } from "@/server/domain/durations";
import { DomainError } from "@/server/domain/errors";
import { fieldError } from "../../input";
import { recordChange } from "../../record-change";
import type { RequestContext } from "../../request-context";
import { writeTransaction } from "../../transaction";

const GRACE_PERIOD_MS = 30 * DAY_MS;

/** Author of a deletion that the operator began; no owner may cancel it. */
export const BY_OPERATOR = "operator";

/** A state change of the workspace's own deletion; `idempotent` when it had taken effect before. */
export interface DeletionChange {
  readonly idempotent: boolean;
  readonly status: WorkspaceLifecycle;
}

/**
 * Begins the deletion of the workspace: it is read-only from now on and deleted with everything in it after 30 days.
 * Repeating the request changes nothing, not even the date. Also works in a suspended workspace.
 * @param input.name the workspace's name as the person typed it, against deleting another one by mistake
 * @throws DomainError validation_error for a name that is not the workspace's
 */
export function requestWorkspaceDeletion(
  context: RequestContext,
  input: { readonly name: string },
): Promise<DeletionChange> {
  return writeTransaction(context, async (tx) => {
    const status = await findLifecycle(tx, { lock: true });
    if (status.deletionAt) return { idempotent: true, status };
    if (input.name.trim() !== status.name)
      throw fieldError("name", "different", "This is not the workspace's name.");
    return { idempotent: false, status: await beginDeletion(context, tx, status) };
  });
}

/**
 * Sets the locked workspace to `deleting` in the given transaction, due in 30 days, or as before where that has begun.
 */
export async function beginDeletion(
  context: RequestContext,
  tx: Parameters<typeof saveLifecycle>[0],
  before: WorkspaceLifecycle,
): Promise<WorkspaceLifecycle> {
  const now = context.services.now();
  const after: WorkspaceLifecycle = {
    name: before.name,
    lifecycle: "deleting",
    before: before.lifecycle === "deleting" ? before.before : before.lifecycle,
    deletionAt: before.deletionAt ?? new Date(now + GRACE_PERIOD_MS),
    deletionBy: context.actor.userId ?? BY_OPERATOR,
  };
  await saveLifecycle(tx, after, new Date(now));
  await recordChange(context, tx, {
    action: "workspace.delete_request",
    subject: context.tenant.workspaceId,
    before: { lifecycle: before.lifecycle },
    after: { lifecycle: "deleting", effective_at: after.deletionAt },
  });
  return after;
}

/**
 * Cancels the workspace's deletion and restores the state it had before.
 * @throws DomainError conflict when the operator began the deletion, or it is due
 */
export function cancelWorkspaceDeletion(context: RequestContext): Promise<DeletionChange> {
  return writeTransaction(context, async (tx) => {
    const status = await findLifecycle(tx, { lock: true });
    if (status.lifecycle !== "deleting") return { idempotent: true, status };
    const now = context.services.now();
    if (status.deletionBy === BY_OPERATOR || !status.deletionAt)
      throw new DomainError("conflict", "The operator deletes this workspace; ask them.", {
        current_status: "deleting",
      });
    if (status.deletionAt.getTime() <= now)
      throw new DomainError("conflict", "The workspace's time has come; it is being deleted.", {
        current_status: "deleting",
      });
    const after: WorkspaceLifecycle = {
      name: status.name,
      lifecycle: status.before ?? "active",
      before: null,
      deletionAt: null,
      deletionBy: null,
    };
    await saveLifecycle(tx, after, new Date(now));
    await recordChange(context, tx, {
      action: "workspace.delete_cancel",
      subject: context.tenant.workspaceId,
      before: { lifecycle: "deleting", effective_at: status.deletionAt },
      after: { lifecycle: after.lifecycle },
    });
    return { idempotent: false, status: after };
  });
}
