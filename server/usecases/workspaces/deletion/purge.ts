import { tenantOf } from "@/server/db/database/tenant";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { findConnected } from "@/server/db/integrations/integrations";
import {
  dueWorkspaceDeletions,
  findLifecycle,
  purgeWorkspaceRows,
  tryLockWorkspace,
} from "@/server/db/workspaces/lifecycle";
import { MINUTE_MS } from "@/server/domain/durations";
import { DomainError } from "@/server/domain/errors";
import { endConnection } from "../../integrations/disconnect";
import { recordChange } from "../../record-change";
import type { RequestContext } from "../../request-context";
import type { Services } from "../../services";
import { writeTransaction } from "../../transaction";
import { workerContext } from "../../worker-context";

const BATCH_SIZE = 20;
const PURGE_TIMEOUT_MS = 30 * MINUTE_MS;

/** `waiting`: the outcome of a price sent to the store is still unknown. `kept`: canceled, or gone already. */
export type WorkspacePurge = "purged" | "waiting" | "kept";

/**
 * Deletes a workspace whose deletion is due. First disconnects its store: approved write-backs that were not sent
 * fail, and while the outcome of one is unknown the deletion waits. Then deletes everything in one transaction,
 * except the audit log, which ends with the deletion.
 */
export async function purgeWorkspace(services: Services, workspaceId: string): Promise<WorkspacePurge> {
  const tenant = tenantOf(workspaceId);
  const context = await inTenant(services.db, tenant, async (tx) =>
    (await isDue(services, tx)) ? workerContext(services, tx) : null,
  );
  if (!context) return "kept";
  try {
    await writeTransaction(context, (tx) => disconnect(context, tx));
  } catch (error) {
    if (error instanceof DomainError && error.code === "conflict") return "waiting";
    throw error;
  }
  return writeTransaction(context, (tx) => removeRows(context, tx), { timeoutMs: PURGE_TIMEOUT_MS });
}

async function isDue(services: Services, tx: Tx): Promise<boolean> {
  // Another worker may be deleting it, and would do so between two statements here.
  if (!(await tryLockWorkspace(tx))) return false;
  const { lifecycle, deletionAt } = await findLifecycle(tx);
  return lifecycle === "deleting" && deletionAt !== null && deletionAt.getTime() <= services.now();
}

async function disconnect(context: RequestContext, tx: Tx): Promise<void> {
  const row = await findConnected(tx, { lock: true });
  if (row) await endConnection(context, tx, row);
}

async function removeRows(context: RequestContext, tx: Tx): Promise<WorkspacePurge> {
  const { workspaceId } = context.tenant;
  if (!(await purgeWorkspaceRows(tx, new Date(context.services.now())))) return "kept";
  await recordChange(context, tx, { action: "workspace.purge", subject: workspaceId });
  return "purged";
}

/** Deletes every workspace whose deletion is due; workers call it about once a minute. */
export async function purgeDueWorkspaces(services: Services): Promise<void> {
  for (const id of await dueWorkspaceDeletions(services.db, new Date(services.now()), BATCH_SIZE)) {
    const outcome = await purgeWorkspace(services, id);
    services.log.info({ workspace: id, outcome }, "a workspace's deletion came due");
  }
}
