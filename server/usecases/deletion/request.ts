import { saveLife, type WorkspaceLife, workspaceLife } from "@/server/db/deletion/lifecycle";
import { DAY_MS } from "@/server/domain/durations";
import { DomainError } from "@/server/domain/errors";
import { fieldError } from "../input";
import { recordChange } from "../record-change";
import { change, type RequestContext } from "../request-context";

const WAITS_MS = 30 * DAY_MS;

/** Whom an operator's deletion is by: no owner may cancel it. */
export const BY_OPERATOR = "operator";

/** A state change of the workspace's own deletion; `idempotent` where it had taken effect already. */
export interface DeletionChange {
  readonly idempotent: boolean;
  readonly life: WorkspaceLife;
}

/**
 * Begins to delete the workspace: from now on it is read-only, and 30 days later it is deleted with everything in it.
 * Asking again changes nothing, the date included. Works in a suspended workspace too.
 * @param input.name the workspace's name as the person typed it, so that nobody deletes another one by mistake
 * @throws DomainError validation_error where the name is another one
 */
export function requestWorkspaceDeletion(
  context: RequestContext,
  input: { readonly name: string },
): Promise<DeletionChange> {
  return change(context, async (tx) => {
    const life = await workspaceLife(tx, { lock: true });
    if (life.deletionAt) return { idempotent: true, life };
    if (input.name.trim() !== life.name)
      throw fieldError("name", "different", "This is not the workspace's name.");
    return { idempotent: false, life: await beginDeletion(context, tx, life) };
  });
}

/** Puts the locked workspace into its last 30 days, in the given transaction. */
export async function beginDeletion(
  context: RequestContext,
  tx: Parameters<typeof saveLife>[0],
  before: WorkspaceLife,
): Promise<WorkspaceLife> {
  const now = context.services.now();
  const after: WorkspaceLife = {
    name: before.name,
    lifecycle: "deleting",
    before: before.lifecycle === "deleting" ? before.before : before.lifecycle,
    deletionAt: new Date(now + WAITS_MS),
    deletionBy: context.actor.userId ?? BY_OPERATOR,
  };
  await saveLife(tx, after, new Date(now));
  await recordChange(context, tx, {
    action: "workspace.delete_request",
    subject: context.tenant.workspaceId,
    before: { lifecycle: before.lifecycle },
    after: { lifecycle: "deleting", effective_at: after.deletionAt },
  });
  return after;
}

/**
 * Takes the workspace's deletion back: it is again what it was before.
 * @throws DomainError conflict where the operator began it, or its time has come
 */
export function cancelWorkspaceDeletion(context: RequestContext): Promise<DeletionChange> {
  return change(context, async (tx) => {
    const life = await workspaceLife(tx, { lock: true });
    if (life.lifecycle !== "deleting") return { idempotent: true, life };
    const now = context.services.now();
    if (life.deletionBy === BY_OPERATOR || !life.deletionAt)
      throw new DomainError("conflict", "The operator deletes this workspace; ask them.", {
        current_status: "deleting",
      });
    if (life.deletionAt.getTime() <= now)
      throw new DomainError("conflict", "The workspace's time has come; it is being deleted.", {
        current_status: "deleting",
      });
    const after: WorkspaceLife = {
      ...{ name: life.name, lifecycle: life.before ?? "active" },
      ...{ before: null, deletionAt: null, deletionBy: null },
    };
    await saveLife(tx, after, new Date(now));
    await recordChange(context, tx, {
      action: "workspace.delete_cancel",
      subject: context.tenant.workspaceId,
      before: { lifecycle: "deleting", effective_at: life.deletionAt },
      after: { lifecycle: after.lifecycle },
    });
    return { idempotent: false, life: after };
  });
}
