import { findConnected, type IntegrationRow, queueSync } from "@/server/db/integrations/integrations";
import { addJob } from "@/server/db/queue/queue";
import { DomainError } from "@/server/domain/errors";
import { recordChange } from "../record-change";
import {
  type RequestContext,
  requireConfirmedForOutbound,
  requireWritableWorkspace,
  writeTransaction,
} from "../request-context";

/**
 * Requests a sync of the connected store; if one is queued or running already, no other is added.
 * @throws DomainError no_commerce_integration, plan_limit in a suspended workspace, email_not_confirmed
 */
export function requestSync(context: RequestContext): Promise<{ row: IntegrationRow; queued: boolean }> {
  return writeTransaction(context, async (tx) => {
    const row = await findConnected(tx, { lock: true });
    if (!row) throw new DomainError("no_commerce_integration");
    if (row.syncStatus === "queued" || row.syncStatus === "running") return { row, queued: false };
    requireWritableWorkspace(context);
    if (row.kind !== "sandbox") requireConfirmedForOutbound(context);
    await queueSync(tx, row.id);
    await addJob(tx, "sync", { v: 1, workspaceId: tx.tenant.workspaceId, id: row.id });
    await recordChange(context, tx, { action: "store.request_sync", subject: row.id });
    return { row: { ...row, syncStatus: "queued" }, queued: true };
  });
}
