import type { Tx } from "@/server/db/database/transaction";
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
export const requestSync = (context: RequestContext): Promise<SyncRequest> =>
  writeTransaction(context, (tx) => requestSyncIn(context, tx));

/** The connected store, and whether a sync was added. */
export interface SyncRequest {
  readonly row: IntegrationRow;
  readonly queued: boolean;
}

/** Does the same in the caller's transaction; a refused sync has changed nothing in it. */
export async function requestSyncIn(context: RequestContext, tx: Tx): Promise<SyncRequest> {
  const row = await findConnected(tx, { lock: true });
  if (!row) throw new DomainError("no_commerce_integration");
  if (row.syncStatus === "queued" || row.syncStatus === "running") return { row, queued: false };
  requireWritableWorkspace(context);
  if (row.kind !== "sandbox") requireConfirmedForOutbound(context);
  await queueSync(tx, row.id);
  await addJob(tx, "sync", { v: 1, workspaceId: tx.tenant.workspaceId, id: row.id });
  await recordChange(context, tx, { action: "store.request_sync", subject: row.id });
  return { row: { ...row, syncStatus: "queued" }, queued: true };
}
