import { type ConnectionRow, recordConnectionHealth } from "@/server/db/connections/connections";
import { isTransient } from "@/server/db/database/errors";
import type { Tenant } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import {
  endSync,
  extendSyncLease,
  type LeasedSync,
  leaseSync,
  recordStorePricing,
  type SyncPosition,
} from "@/server/db/integrations/integrations";
import { hasListedVariants, purgeVariants } from "@/server/db/integrations/sync-variants";
import {
  type LinkedItem,
  linkedItems,
  linkItems,
  markMissing,
  unlinkedItems,
} from "@/server/db/integrations/synced-items";
import { lockCatalog } from "@/server/db/items/items";
import { closeForInactiveItems } from "@/server/db/items/states";
import { addJob } from "@/server/db/queue/queue";
import { isCurrency } from "@/server/domain/currency";
import { acceptsMutations } from "@/server/domain/plan/plans";
import { type Page, StoreError, type StoreVariant } from "@/server/stores/port";
import { type ResolvedStore, resolveStore } from "../connections/store";
import { recordChange } from "../record-change";
import type { RequestContext, Services } from "../request-context";
import { workerContext } from "../worker-context";
import { pauseBefore } from "./page-retry";
import { applyPage, type SyncProgress } from "./sync-page";
import { addProblem, emptyReport, parseReport, type SyncReport } from "./sync-report";

const PAGE_SIZE = 500;
const LINK_PAGE = 1_000;
/**
 * The maximum number of consecutive pages without a new variant. A list whose rows shift has one such page, never
 * many.
 */
const IDLE_PAGES = 20;
/** Twice the largest plan's limit. */
const MAX_VARIANTS = 2_000_000;

/** Another worker has leased the sync, or the connection has ended. */
class SyncLost extends Error {}

/** The store did not return the requested page. */
class PageFailed extends Error {
  constructor(override readonly cause: StoreError) {
    super(cause.message);
  }
}

interface Work {
  readonly context: RequestContext;
  readonly lease: LeasedSync;
  readonly progress: SyncProgress;
  /** The sync's position; each step stores it in its own transaction. */
  readonly position: { cursor: string | null; listed: boolean; tries: number };
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs a queued sync: reads every variant of the store, page by page, and applies each page to the catalog in a
 * separate transaction. Does nothing if no sync is due or another worker has leased it; continues an interrupted one
 * at its stored page. A page that fails is requested again later, a few times; then the sync fails, its report has
 * the position and the reason, and the pages read so far stay applied. Items are marked as missing only after the
 * whole list was read.
 * @throws the database's error if it cannot be reached; the sync is then started again later
 */
export async function runSync(
  services: Services,
  tenant: Tenant,
  integrationId: string,
  signal?: AbortSignal,
): Promise<void> {
  const leaseMs = leaseOf(services);
  const leased = await inTenant(services.db, tenant, async (tx) => {
    const row = await leaseSync(tx, integrationId, { nowMs: services.now(), leaseMs });
    return row && { row, context: await workerContext(services, tx) };
  });
  if (!leased) return;
  const { row, context } = leased;
  const work: Work = {
    context,
    lease: { id: row.id, fence: row.fence },
    progress: { integrationId, report: reportOf(row) },
    position: { cursor: row.cursor, listed: row.listed, tries: row.tries },
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
    await fail(work, textFor(services, error));
  }
}

const isBeginning = ({ cursor, listed, tries }: SyncPosition): boolean =>
  cursor === null && !listed && tries === 0;

/** Returns the report of an interrupted sync, or an empty one for a new sync. */
const reportOf = (row: SyncPosition & { readonly counts: unknown }): SyncReport => {
  const stored = isBeginning(row) ? null : parseReport(row.counts);
  return stored ? { ...stored, waiting: null } : emptyReport();
};

/** The lease exceeds the store's time-out, because a page may take that long. */
const leaseOf = ({ settings }: Services): number => settings.runLeaseMs + settings.storeTimeoutMs;

async function carryOut(work: Work, row: ConnectionRow): Promise<void> {
  const { context, lease, progress, position } = work;
  const store = resolveStore(context, row);
  if (isBeginning(position)) await step(work, (tx) => purgeVariants(tx, lease.id));
  await refreshStorePricing(work, store);
  const complete = position.listed || (await readVariants(work, store));
  if (!complete) return requeue(work);
  const { refForSku } = store.connector;
  if (refForSku) await linkMirrored(work, refForSku);
  else await markVanished(work);
  const at = new Date(context.services.now());
  await inTenant(context.services.db, context.tenant, async (tx) => {
    if (!(await endSync(tx, lease, { status: "ok", counts: progress.report, at }))) return;
    await purgeVariants(tx, lease.id);
    await recordConnectionHealth(tx, lease.id, null);
    const { problems: _reported, error: _none, waiting: _over, ...counts } = progress.report;
    await recordChange(context, tx, { action: "store.sync", subject: lease.id, after: counts });
  });
}

/** Stores the store's present currency and VAT; the next run compares them with the workspace's settings. */
async function refreshStorePricing(work: Work, { connector, connection }: ResolvedStore): Promise<void> {
  const reported = await connector.readPricing(connection).catch(toPageFailure);
  if (isCurrency(reported.currency))
    await step(work, (tx) => recordStorePricing(tx, work.lease.id, reported));
}

/** @returns false if the worker was stopped before the end of the list */
async function readVariants(work: Work, store: ResolvedStore): Promise<boolean> {
  const { context, progress, position, signal } = work;
  const { services } = context;
  let idle = 0;
  while (!position.listed) {
    if (signal?.aborted) return false;
    const readAtMs = services.now();
    const page = await readPage(store, position.cursor);
    const seenBefore = progress.report.seen;
    progress.report.pages++;
    progress.report.total = page.total;
    position.tries = 0;
    position.cursor = page.nextCursor;
    position.listed = page.nextCursor === null;
    await step(work, (tx) => applyPage(context, tx, progress, { variants: page.data, readAtMs }));
    idle = progress.report.seen === seenBefore ? idle + 1 : 0;
    if (!position.listed && (idle >= IDLE_PAGES || progress.report.seen >= MAX_VARIANTS)) throw endless();
  }
  return true;
}

const readPage = (
  { connector, connection }: ResolvedStore,
  cursor: string | null,
): Promise<Page<StoreVariant>> =>
  connector
    .listVariants(connection, { cursor, updatedSince: null, pageSize: PAGE_SIZE })
    .catch(toPageFailure);

/** Turns a store's error into PageFailed, so that the page is requested again later. */
function toPageFailure(error: unknown): never {
  throw error instanceof StoreError ? new PageFailed(error) : error;
}

/** The error for a list that repeats itself or does not end, which would occupy this worker forever. */
const endless = (): StoreError =>
  new StoreError("bad_answer", "definite", "The store's list of variants does not come to an end.");

const nothingShown = (): StoreError =>
  new StoreError(
    "bad_answer",
    "definite",
    "The store showed no variant that can be used, though items of the catalog are linked to it. All of them stay " +
      "linked. Check what the credentials may read; if the store really is empty, disconnect it.",
  );

/**
 * Runs one step of the sync and stores its position and report, in one transaction.
 * @throws SyncLost if the lease was lost
 */
async function step<T>(
  { context, lease, progress, position }: Work,
  change: (tx: Parameters<typeof extendSyncLease>[0]) => Promise<T>,
): Promise<T> {
  const { services, tenant } = context;
  return inTenant(services.db, tenant, async (tx) => {
    const result = await change(tx);
    const leaseUntil = new Date(services.now() + leaseOf(services));
    if (!(await extendSyncLease(tx, lease, leaseUntil, { ...position, counts: progress.report })))
      throw new SyncLost();
    return result;
  });
}

/** Links the items to a store that mirrors the catalog: their references follow from their skus. */
async function linkMirrored(work: Work, refForSku: (sku: string) => string): Promise<void> {
  const { context, lease, progress } = work;
  for (let after: string | null = null; ; ) {
    const page: { id: string; sku: string }[] = await step(work, async (tx) => {
      const items = await unlinkedItems(tx, { after, limit: LINK_PAGE });
      const links = items.map(({ id, sku }) => ({ id, ref: refForSku(sku) }));
      progress.report.linked += await linkItems(tx, lease.id, links, new Date(context.services.now()));
      return items;
    });
    after = page.at(-1)?.id ?? null;
    if (after === null) return;
  }
}

/**
 * Marks items as missing whose variant is not in the complete list of the store: no run includes them and no price is
 * written for them. A list without any variant rather indicates missing permissions, so the sync fails and no item is
 * marked.
 */
async function markVanished(work: Work): Promise<void> {
  const { context, lease, progress } = work;
  const { services } = context;
  const empty = await step(work, async (tx) => {
    if (await hasListedVariants(tx, lease.id)) return false;
    return (await linkedItems(tx, lease.id, { after: null, limit: 1 })).length > 0;
  });
  if (empty) throw nothingShown();
  for (let after: string | null = null; ; ) {
    const page: LinkedItem[] = await step(work, async (tx) => {
      await lockCatalog(tx);
      const items = await linkedItems(tx, lease.id, { after, limit: LINK_PAGE });
      const gone = items.filter((item) => item.gone);
      for (const { ref, sku } of gone)
        addProblem(progress.report, "vanished", {
          ref: ref ?? "",
          sku,
          problem: "The store no longer has this variant.",
        });
      const ids = gone.map(({ id }) => id);
      await markMissing(tx, ids, new Date(services.now()));
      await closeForInactiveItems(tx, ids, services.now());
      return items;
    });
    after = page.at(-1)?.id ?? null;
    if (after === null) return;
  }
}

function textFor(services: Services, error: unknown): string {
  if (error instanceof StoreError) return error.message;
  services.log.error({ error: String(error) }, "a sync stopped");
  return "Something went wrong on our side; what was read until then is kept.";
}

async function requeue({ context, lease, progress, position }: Work): Promise<void> {
  const end = { status: "queued", counts: progress.report, tries: position.tries, notBefore: null } as const;
  await inTenant(context.services.db, context.tenant, (tx) => endSync(tx, lease, end));
}

/** Queues the sync again at the failed page, after a pause; fails it if another attempt would not help. */
async function postpone(work: Work, error: StoreError): Promise<void> {
  const { context, lease, progress, position } = work;
  const { services, tenant } = context;
  const tries = position.tries + 1;
  const pauseMs = pauseBefore(error, tries);
  const where = `page ${progress.report.pages + 1} of its list, after ${progress.report.seen} variants`;
  if (pauseMs === null)
    return fail(work, `${error.message} It was ${where}${tries > 1 ? `, asked ${tries} times` : ""}.`);
  const notBefore = new Date(services.now() + pauseMs);
  const retries = progress.report.retries + 1;
  const counts: SyncReport = { ...progress.report, retries, waiting: `${error.message} It was ${where}.` };
  await inTenant(services.db, tenant, async (tx) => {
    if (!(await endSync(tx, lease, { status: "queued", counts, tries, notBefore }))) return;
    const payload = { v: 1, workspaceId: tenant.workspaceId, id: lease.id } as const;
    await addJob(tx, "sync", payload, { runAtMs: notBefore.getTime() });
  });
}

async function fail({ context, lease, progress }: Work, error: string): Promise<void> {
  const counts: SyncReport = { ...progress.report, error };
  const at = new Date(context.services.now());
  await inTenant(context.services.db, context.tenant, async (tx) => {
    if (!(await endSync(tx, lease, { status: "failed", counts, at }))) return;
    await purgeVariants(tx, lease.id);
    await recordConnectionHealth(tx, lease.id, error);
    await recordChange(context, tx, { action: "store.sync_failed", subject: lease.id, after: { error } });
  });
}
