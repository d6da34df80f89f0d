import type { Tenant } from "@/server/db/database/tenant";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { type LeasedLook, leaseLook, recordLook } from "@/server/db/integrations/hints";
import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import { DomainError } from "@/server/domain/errors";
import { StoreError } from "@/server/stores";
import { resolveStore } from "../connections/store";
import type { RequestContext } from "../request-context";
import type { Services } from "../services";
import { workerContext } from "../worker-context";
import { hintUrl, openHintSecret } from "./hint-target";
import { requestSyncIn } from "./request-sync";

const ONLY_HERE =
  "This installation is reached from its own machine alone, so the store cannot notify it. Syncs find the changes.";

/**
 * Looks once a day whether a store still notifies the service of changes. Stores stop by themselves, and what happened
 * meanwhile is never sent: what is missing is registered again, and the changes are read. Does nothing before the look
 * is due, or while another worker has it.
 */
export async function lookAtHints(services: Services, tenant: Tenant, integrationId: string): Promise<void> {
  const nowMs = services.now();
  const leased = await inTenant(services.db, tenant, async (tx) => {
    const row = await leaseLook(tx, integrationId, { nowMs, nextMs: nowMs + HOUR_MS });
    return row && { row, context: await workerContext(services, tx) };
  });
  if (!leased) return;
  const { row, context } = leased;
  const { renewed, problem } = await maintain(context, row);
  await inTenant(services.db, tenant, async (tx) => {
    const at = new Date(services.now());
    const next = new Date(at.getTime() + DAY_MS);
    await recordLook(tx, integrationId, { problem, renewed, at, next });
    if (renewed) await readChanges(context, tx);
  });
}

async function maintain(
  context: RequestContext,
  row: LeasedLook,
): Promise<{ readonly renewed: boolean; readonly problem: string | null }> {
  const { services, tenant } = context;
  if (services.settings.loopbackOnly) return { renewed: false, problem: ONLY_HERE };
  const key = { workspaceId: tenant.workspaceId, integrationId: row.id };
  try {
    const { connector, connection } = resolveStore(context, row);
    const secret = openHintSecret(services, key, row.hintSecret);
    const changed = await connector.hints?.maintain(connection, { url: hintUrl(services, key), secret });
    return { renewed: !row.isFirst && (changed ?? 0) > 0, problem: null };
  } catch (error) {
    if (error instanceof StoreError) return { renewed: false, problem: error.message };
    throw error;
  }
}

/** Reads what the store did not tell. A workspace that accepts no changes reads it with its next sync. */
async function readChanges(context: RequestContext, tx: Tx): Promise<void> {
  try {
    await requestSyncIn(context, tx, "changes");
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}
