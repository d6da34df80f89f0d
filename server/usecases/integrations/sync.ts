import { type ConnectionRow, recordConnectionHealth } from "@/server/db/connections/connections";
import { isTransient } from "@/server/db/database/errors";
import type { Tenant } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import {
  endSync,
  extendSyncLease,
  type LeasedSync,
  leaseSync,
  noteStorePricing,
  type SyncPlace,
} from "@/server/db/integrations/integrations";
import { purgeVariants, sawVariants } from "@/server/db/integrations/sync-variants";
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
import { type ResolvedStore, resolveStore } from "../connections/open";
import { recordChange } from "../record-change";
import type { RequestContext, Services } from "../request-context";
import { workerContext } from "../worker-context";
import { pauseBefore } from "./page-retry";
import { applyPage, type SyncMemory } from "./sync-page";
import { addProblem, emptyReport, readReport, type SyncReport } from "./sync-report";

const PAGE_SIZE = 500;
const LINK_PAGE = 1_000;
/** Pages in a row that show nothing new. A listing whose rows shift shows one such page, never many. */
const IDLE_PAGES = 20;
/** Twice what the largest plan holds. */
const MAX_VARIANTS = 2_000_000;

/** Another worker has the sync now, or the connection has ended. */
class SyncLost extends Error {}

/** The store did not give the page that was asked for. */
class PageFailed extends Error {
  constructor(override readonly cause: StoreError) {
    super(cause.message);
  }
}

interface Work {
  readonly context: RequestContext;
  readonly held: LeasedSync;
  readonly memory: SyncMemory;
  /** Where the sync stands; each step moves it on in its own transaction. */
  readonly place: { cursor: string | null; listed: boolean; tries: number };
  readonly signal: AbortSignal | undefined;
}

/**
 * Carries out a sync that was asked for: reads every variant of the store, page by page, and lays each page over the
 * catalog in a transaction of its own. Does nothing when none was asked for, it waits, or another worker has it; takes
 * one up at the page where it stopped. A page that the store does not give is asked for again later, a few times; then
 * the sync ends failed, with the place and the reason in its report, and what was read until then stays. Only a list
 * that was shown to its end says which items the store has no more.
 * @throws the database's error when it cannot be reached; the sync is then started again later
 */
export async function runSync(
  services: Services,
  tenant: Tenant,
  integrationId: string,
  signal?: AbortSignal,
): Promise<void> {
  const leaseMs = leaseOf(services);
  const claimed = await inTenant(services.db, tenant, async (tx) => {
    const row = await leaseSync(tx, integrationId, { nowMs: services.now(), leaseMs });
    return row && { row, context: await workerContext(services, tx) };
  });
  if (!claimed) return;
  const { row, context } = claimed;
  const work: Work = {
    context,
    held: { id: row.id, fence: row.fence },
    memory: { integrationId, report: reportOf(row) },
    place: { cursor: row.cursor, listed: row.listed, tries: row.tries },
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

const isBeginning = ({ cursor, listed, tries }: SyncPlace): boolean =>
  cursor === null && !listed && tries === 0;

/** What the sync had to report when it stopped; nothing for one that begins. */
const reportOf = (row: SyncPlace & { readonly counts: unknown }): SyncReport => {
  const stored = isBeginning(row) ? null : readReport(row.counts);
  return stored ? { ...stored, waiting: null } : emptyReport();
};

/** A page may wait as long as the store may take to answer; the lease outlasts that. */
const leaseOf = ({ settings }: Services): number => settings.runLeaseMs + settings.storeTimeoutMs;

async function carryOut(work: Work, row: ConnectionRow): Promise<void> {
  const { context, held, memory, place } = work;
  const store = resolveStore(context, row);
  if (isBeginning(place)) await step(work, (tx) => purgeVariants(tx, held.id));
  await notePricing(work, store);
  const complete = place.listed || (await readVariants(work, store));
  if (!complete) return giveBack(work);
  const { refForSku } = store.connector;
  if (refForSku) await linkMirrored(work, refForSku);
  else await markVanished(work);
  const at = new Date(context.services.now());
  await inTenant(context.services.db, context.tenant, async (tx) => {
    if (!(await endSync(tx, held, { status: "ok", counts: memory.report, at }))) return;
    await purgeVariants(tx, held.id);
    await recordConnectionHealth(tx, held.id, null);
    const { problems: _reported, error: _none, waiting: _over, ...counts } = memory.report;
    await recordChange(context, tx, { action: "store.sync", subject: held.id, after: counts });
  });
}

/** What the store says of currency and VAT now; the next run compares it with the workspace's own. */
async function notePricing(work: Work, { connector, connection }: ResolvedStore): Promise<void> {
  const said = await connector.readPricing(connection).catch(toPageFailure);
  if (isCurrency(said.currency)) await step(work, (tx) => noteStorePricing(tx, work.held.id, said));
}

/** @returns false when it was asked to stop before the end */
async function readVariants(work: Work, store: ResolvedStore): Promise<boolean> {
  const { context, memory, place, signal } = work;
  const { services } = context;
  let idle = 0;
  while (!place.listed) {
    if (signal?.aborted) return false;
    const readAtMs = services.now();
    const page = await readPage(store, place.cursor);
    const seenBefore = memory.report.seen;
    memory.report.pages++;
    memory.report.total = page.total;
    place.tries = 0;
    place.cursor = page.nextCursor;
    place.listed = page.nextCursor === null;
    await step(work, (tx) => applyPage(context, tx, memory, { variants: page.data, readAtMs }));
    idle = memory.report.seen === seenBefore ? idle + 1 : 0;
    if (!place.listed && (idle >= IDLE_PAGES || memory.report.seen >= MAX_VARIANTS)) throw endless();
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

/** What the store did not give is asked for again later. */
function toPageFailure(error: unknown): never {
  throw error instanceof StoreError ? new PageFailed(error) : error;
}

/** A listing that goes in circles, or on without an end, would keep this worker for ever. */
const endless = (): StoreError =>
  new StoreError("bad_answer", "definite", "The store's list of variants does not come to an end.");

const nothingShown = (): StoreError =>
  new StoreError(
    "bad_answer",
    "definite",
    "The store showed no variant that can be used, though items of the catalog are linked to it. All of them stay " +
      "linked. Check what the credentials may read; if the store is empty indeed, disconnect it.",
  );

/** One step of the sync with its report, in one transaction, unless the sync was lost. */
async function step<T>(
  { context, held, memory, place }: Work,
  change: (tx: Parameters<typeof extendSyncLease>[0]) => Promise<T>,
): Promise<T> {
  const { services, tenant } = context;
  return inTenant(services.db, tenant, async (tx) => {
    const result = await change(tx);
    const leaseUntil = new Date(services.now() + leaseOf(services));
    if (!(await extendSyncLease(tx, held, leaseUntil, { ...place, counts: memory.report })))
      throw new SyncLost();
    return result;
  });
}

/** A store that mirrors the catalog has every item of it, under a reference that follows from the sku. */
async function linkMirrored(work: Work, refForSku: (sku: string) => string): Promise<void> {
  const { context, held, memory } = work;
  for (let after: string | null = null; ; ) {
    const page: { id: string; sku: string }[] = await step(work, async (tx) => {
      const items = await unlinkedItems(tx, { after, limit: LINK_PAGE });
      const links = items.map(({ id, sku }) => ({ id, ref: refForSku(sku) }));
      memory.report.linked += await linkItems(tx, held.id, links, new Date(context.services.now()));
      return items;
    });
    after = page.at(-1)?.id ?? null;
    if (after === null) return;
  }
}

/**
 * Items whose variant a complete list of the store does not show stay in the catalog as missing: no run looks at them
 * and nothing can be written for them. A list without any variant says less of the store than of what we may see there,
 * so it takes nothing away.
 */
async function markVanished(work: Work): Promise<void> {
  const { context, held, memory } = work;
  const { services } = context;
  const empty = await step(work, async (tx) => {
    if (await sawVariants(tx, held.id)) return false;
    return (await linkedItems(tx, held.id, { after: null, limit: 1 })).length > 0;
  });
  if (empty) throw nothingShown();
  for (let after: string | null = null; ; ) {
    const page: LinkedItem[] = await step(work, async (tx) => {
      await lockCatalog(tx);
      const items = await linkedItems(tx, held.id, { after, limit: LINK_PAGE });
      const gone = items.filter((item) => item.gone);
      for (const { ref, sku } of gone)
        addProblem(memory.report, "vanished", {
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

async function giveBack({ context, held, memory, place }: Work): Promise<void> {
  const end = { status: "queued", counts: memory.report, tries: place.tries, notBefore: null } as const;
  await inTenant(context.services.db, context.tenant, (tx) => endSync(tx, held, end));
}

/** Leaves the store alone for a while and goes on at the page that failed, or gives up where that would not help. */
async function postpone(work: Work, error: StoreError): Promise<void> {
  const { context, held, memory, place } = work;
  const { services, tenant } = context;
  const tries = place.tries + 1;
  const pauseMs = pauseBefore(error, tries);
  const where = `page ${memory.report.pages + 1} of its list, after ${memory.report.seen} variants`;
  if (pauseMs === null)
    return fail(work, `${error.message} It was ${where}${tries > 1 ? `, asked ${tries} times` : ""}.`);
  const notBefore = new Date(services.now() + pauseMs);
  const retries = memory.report.retries + 1;
  const counts: SyncReport = { ...memory.report, retries, waiting: `${error.message} It was ${where}.` };
  await inTenant(services.db, tenant, async (tx) => {
    if (!(await endSync(tx, held, { status: "queued", counts, tries, notBefore }))) return;
    const payload = { v: 1, workspaceId: tenant.workspaceId, id: held.id } as const;
    await addJob(tx, "sync", payload, { runAtMs: notBefore.getTime() });
  });
}

async function fail({ context, held, memory }: Work, error: string): Promise<void> {
  const counts: SyncReport = { ...memory.report, error };
  const at = new Date(context.services.now());
  await inTenant(context.services.db, context.tenant, async (tx) => {
    if (!(await endSync(tx, held, { status: "failed", counts, at }))) return;
    await purgeVariants(tx, held.id);
    await recordConnectionHealth(tx, held.id, error);
    await recordChange(context, tx, { action: "store.sync_failed", subject: held.id, after: { error } });
  });
}
