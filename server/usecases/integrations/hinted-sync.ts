import type { Tx } from "@/server/db/database/transaction";
import { pendingHints } from "@/server/db/integrations/hints";
import { findConnected } from "@/server/db/integrations/integrations";
import { addJob } from "@/server/db/queue/queue";
import { HOUR_MS } from "@/server/domain/durations";
import { DomainError } from "@/server/domain/errors";
import type { RequestContext } from "../request-context";
import { requestSyncIn } from "./request-sync";

/** The whole list is read for what no list of changes has, at most this often. */
const WHOLE_LIST_EVERY_MS = HOUR_MS;

/**
 * Requests the sync that a store's hints ask for, unless one is queued or running, which looks for hints when it ends.
 * What was deleted, or changed in a way that no list of changes has, is only found in the whole list, which is read at
 * most once an hour.
 */
export async function requestHintedSync(
  context: RequestContext,
  tx: Tx,
  integrationId: string,
): Promise<void> {
  const row = await findConnected(tx, { lock: true });
  if (row?.id !== integrationId || row.syncStatus === "queued" || row.syncStatus === "running") return;
  const { changed, unlisted } = await pendingHints(tx, integrationId);
  const nowMs = context.services.now();
  const wholeListMs = (row.fullySyncedAt?.getTime() ?? 0) + WHOLE_LIST_EVERY_MS;
  const isWhole = unlisted && wholeListMs <= nowMs;
  if (unlisted && !isWhole) await addHintedJob(tx, integrationId, wholeListMs);
  if (!changed && !isWhole) return;
  try {
    await requestSyncIn(context, tx, isWhole ? "all" : "changes");
  } catch (error) {
    // A workspace that accepts no changes reads the store again once it does.
    if (!(error instanceof DomainError)) throw error;
  }
}

/** Looks for hints again at a time, in milliseconds since 1970. */
export const addHintedJob = (tx: Tx, integrationId: string, runAtMs: number): Promise<void> =>
  addJob(
    tx,
    "sync",
    { v: 1, workspaceId: tx.tenant.workspaceId, id: integrationId },
    { jobKey: `hint:${integrationId}`, runAtMs },
  );
