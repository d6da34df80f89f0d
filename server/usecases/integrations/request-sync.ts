import type { Tx } from "@/server/db/database/transaction";
import { clearHints } from "@/server/db/integrations/hints";
import { findConnected, type IntegrationRow, queueSync } from "@/server/db/integrations/integrations";
import { addJob } from "@/server/db/queue/queue";
import { HOUR_MS, MINUTE_MS } from "@/server/domain/durations";
import { DomainError } from "@/server/domain/errors";
import { connectorFor } from "@/server/stores";
import { requireConfirmedForOutbound } from "../confirmed-email";
import { parseStoreKind } from "../connections/store";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { readsWholeList } from "./lagging";

/**
 * Requests a sync of the connected store; if one is queued or running already, no other is added.
 * @throws DomainError no_commerce_integration, plan_limit in a suspended workspace, email_not_confirmed
 */
export const requestSync = (context: RequestContext): Promise<SyncRequest> =>
  writeTransaction(context, (tx) => requestSyncIn(context, tx));

/** A list of changes has no deleted variants, so that the whole list is read about once a day. */
const MAX_CHANGES_ONLY_MS = 20 * HOUR_MS;
/** The clocks of a shop's web server and its database may differ by so much, and a change is stored after its time. */
const OVERLAP_MS = MINUTE_MS;

/** Returns the time of the store's clock since which changes are read; null if the whole list has to be read. */
function changesSince({ kind, changesKnownAt, fullySyncedAt }: IntegrationRow, nowMs: number): Date | null {
  const isKnown = parseStoreKind(kind);
  if (isKnown === null || connectorFor(isKnown).capabilities.changesSince !== true) return null;
  if (changesKnownAt === null || fullySyncedAt === null) return null;
  if (nowMs - fullySyncedAt.getTime() >= MAX_CHANGES_ONLY_MS) return null;
  return new Date(changesKnownAt.getTime() - OVERLAP_MS);
}

/** The connected store, and whether a sync was added. */
export interface SyncRequest {
  readonly row: IntegrationRow;
  readonly queued: boolean;
}

/**
 * Does the same in the caller's transaction; a refused sync has changed nothing in it.
 * @param reads `changes`: what has changed, where the store can tell it and the whole list was read within a day
 */
export async function requestSyncIn(
  context: RequestContext,
  tx: Tx,
  reads: "all" | "changes" = "all",
): Promise<SyncRequest> {
  const row = await findConnected(tx, { lock: true });
  if (!row) throw new DomainError("no_commerce_integration");
  if (row.syncStatus === "queued" || row.syncStatus === "running") return { row, queued: false };
  requireWritableWorkspace(context);
  if (row.kind !== "sandbox") requireConfirmedForOutbound(context);
  const nowMs = context.services.now();
  const changed = reads === "all" ? null : changesSince(row, nowMs);
  const since = changed === null || (await readsWholeList(tx, row.id, nowMs)) ? null : changed;
  await queueSync(tx, row.id, since);
  await clearHints(tx, row.id, { whole: since === null });
  await addJob(tx, "sync", { v: 1, workspaceId: tx.tenant.workspaceId, id: row.id });
  await recordChange(context, tx, { action: "store.request_sync", subject: row.id });
  return { row: { ...row, syncStatus: "queued" }, queued: true };
}
