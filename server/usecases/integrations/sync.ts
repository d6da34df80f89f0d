import type { ConnectionRow } from "@/server/db/connections/connections";
import { isTransient } from "@/server/db/database/errors";
import type { Tenant } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import {
  leaseSync,
  type QueuedSync,
  recordStorePricing,
  type SyncPosition,
} from "@/server/db/integrations/integrations";
import { purgeVariants } from "@/server/db/integrations/sync-variants";
import { workspaceCurrency } from "@/server/db/members/memberships";
import { isCurrency } from "@/server/domain/currency";
import { acceptsMutations } from "@/server/domain/plan/plans";
import { connectorFor, type StoreConnector, StoreError } from "@/server/stores";
import { parseStoreKind, resolveStore } from "../connections/store";
import { reportUnexpected } from "../report";
import type { ResolvedStore } from "../resolved-store";
import type { Services } from "../services";
import { workerContext } from "../worker-context";
import { requestHintedSync } from "./hinted-sync";
import { requestSaleSync } from "./sale-reads";
import { complete, fail, postpone, requeue } from "./sync-end";
import { linkMirrored, markVanished, settleShared } from "./sync-links";
import { PageFailed, readVariants, toPageFailure } from "./sync-list";
import { emptyReport, parseReport, type SyncReport } from "./sync-report";
import { readSales } from "./sync-sales";
import { leaseDurationMs, runStep, SyncLost, type SyncWork, whileLeased } from "./sync-step";

/**
 * Runs a queued sync, or the one that the store's hints ask for: reads every variant of the store, page by page, and
 * applies each page to the catalog in a separate transaction. Does nothing if no sync is due or another worker has
 * leased it; continues an interrupted one at its stored page. A page that fails is requested again later, a few times;
 * then the sync fails, its report has the position and the reason, and the pages read so far stay applied. Items are
 * marked as missing only after the whole list was read, and never by a list of changes, which does not have what was
 * deleted.
 * @throws the database's error if it cannot be reached; the sync is then started again later
 */
export async function runSync(
  services: Services,
  tenant: Tenant,
  integrationId: string,
  signal?: AbortSignal,
): Promise<void> {
  const leaseMs = leaseDurationMs(services);
  const leased = await inTenant(services.db, tenant, async (tx) => {
    const context = await workerContext(services, tx);
    await requestHintedSync(context, tx, integrationId);
    await requestSaleSync(context, tx, integrationId);
    const row = await leaseSync(tx, integrationId, { nowMs: services.now(), leaseMs });
    return row && { row, context };
  });
  if (!leased) return;
  const { row, context } = leased;
  const work: SyncWork = {
    context,
    lease: { id: row.id, fence: row.fence },
    kind: row.kind,
    begunAt: performance.now(),
    progress: { integrationId, since: row.since, skus: skusOf(row.kind), report: reportOf(row) },
    position: { cursor: row.cursor, listed: row.listed, tries: row.tries, begunAt: row.begunAt },
    signal,
  };
  try {
    if (!acceptsMutations(context.lifecycle))
      return await fail(work, `This workspace is ${context.lifecycle}; nothing can be changed in it.`);
    await carryOut(work, row);
  } catch (error) {
    if (error instanceof SyncLost) return;
    if (error instanceof PageFailed) return await postpone(work, error.cause);
    if (!(error instanceof StoreError) && isTransient(error)) throw error;
    await fail(work, textFor(work, error), error);
  }
}

/** Of a kind that this version does not know nothing is read. */
function skusOf(kind: string): StoreConnector["capabilities"]["skus"] {
  const known = parseStoreKind(kind);
  return known === null ? "unique" : connectorFor(known).capabilities.skus;
}

const isBeginning = ({ cursor, listed, tries }: SyncPosition): boolean =>
  cursor === null && !listed && tries === 0;

/** Returns the report of an interrupted sync, or an empty one for a new sync. */
const reportOf = (row: QueuedSync): SyncReport => {
  const stored = isBeginning(row) ? null : parseReport(row.counts);
  const since = row.since?.toISOString() ?? null;
  return stored ? { ...stored, waiting: null } : { ...emptyReport(), since };
};

async function carryOut(work: SyncWork, row: ConnectionRow): Promise<void> {
  const { context, lease, position } = work;
  const store = resolveStore(context, row);
  if (isBeginning(position)) await runStep(work, (tx) => purgeVariants(tx, lease.id));
  await refreshStorePricing(work, store);
  const isListed = position.listed || (await readVariants(work, store));
  // A list of changes lacks the products whose sale began or ended: nobody changed them.
  if (!isListed || (work.progress.since !== null && !(await readSales(work, store)))) return requeue(work);
  const { refForSku } = store.connector;
  if (refForSku) await linkMirrored(work, refForSku);
  else if (work.progress.since === null) {
    if (work.progress.skus === "unique") await settleShared(work);
    await markVanished(work);
  }
  await complete(work);
}

/**
 * Stores the store's present currency and VAT; the next run compares them with the workspace's settings.
 * @throws StoreError where the store sells in another currency than the workspace: an item keeps the currency that it
 * is created in, so that nothing is read until both agree again
 */
async function refreshStorePricing(work: SyncWork, { connector, connection }: ResolvedStore): Promise<void> {
  const reported = await whileLeased(work, () => connector.readPricing(connection)).catch(toPageFailure);
  if (!isCurrency(reported.currency)) return;
  const own = await runStep(work, async (tx) => {
    await recordStorePricing(tx, work.lease.id, reported);
    return workspaceCurrency(tx);
  });
  const createsItems = connector.refForSku === null;
  if (createsItems && reported.currency !== own)
    throw new StoreError(
      "rejected",
      "definite",
      `The store sells in ${reported.currency}, the workspace prices in ${own}: nothing was read, and the next sync goes on once both agree.`,
    );
}

function textFor({ context, lease }: SyncWork, error: unknown): string {
  if (error instanceof StoreError) return error.message;
  reportUnexpected(context.services, context.tenant.workspaceId, { integration: lease.id }, error);
  return "Something went wrong on our side; what was read until then is kept.";
}
