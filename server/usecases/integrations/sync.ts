import { type HeldSync, claimSync, endSync, holdSync, noteStorePricing } from "@/server/db/integrations";
import { type ConnectionRow, noteConnectionHealth } from "@/server/db/store-connections";
import { linkItems, linkedItems, unlinkItems, unlinkedItems } from "@/server/db/synced-items";
import type { Tenant } from "@/server/db/tenant";
import { inTenant } from "@/server/db/transaction";
import { isPassing } from "@/server/db/trouble";
import { isCurrency } from "@/server/domain/currency";
import { acceptsMutations } from "@/server/domain/plans";
import { StoreError } from "@/server/stores/port";
import type { Acting, Services } from "../acting";
import { recordChange } from "../audit";
import { actingAsWorker } from "../write-backs/acting-as-worker";
import { type OpenStore, openStore } from "../write-backs/connection";
import { type SyncMemory, applyPage } from "./sync-page";
import { type SyncReport, emptyReport, tell } from "./sync-report";

const PAGE_SIZE = 500;
const LINK_PAGE = 1_000;
/** Pages in a row that show nothing new. A listing whose rows shift shows one such page, never many. */
const IDLE_PAGES = 20;
/** Twice what the largest plan holds. */
const MOST_VARIANTS = 2_000_000;

/** Another worker has the sync now, or the connection has ended. */
class SyncLost extends Error {}

interface Work {
  readonly acting: Acting;
  readonly held: HeldSync;
  readonly memory: SyncMemory;
  readonly signal: AbortSignal | undefined;
}

/**
 * Carries out a sync that was asked for: reads every variant of the store, page by page, and lays each page over the
 * catalog in a transaction of its own. Does nothing when none was asked for or another worker has it. Where the store
 * stops answering, the pages before stay and the sync ends failed, with the reason in its report.
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
    const row = await claimSync(tx, integrationId, { nowMs: services.now(), leaseMs });
    return row && { row, acting: await actingAsWorker(services, tx) };
  });
  if (!claimed) return;
  const { row, acting } = claimed;
  const memory = {
    integrationId,
    refBySku: new Map<string, string>(),
    refs: new Set<string>(),
    report: emptyReport(),
  };
  const work: Work = { acting, held: { id: row.id, fence: row.fence }, memory, signal };
  try {
    if (!acceptsMutations(acting.lifecycle))
      return await fail(work, `This workspace is ${acting.lifecycle}; nothing can be changed in it.`);
    await carryOut(work, row);
  } catch (error) {
    if (error instanceof SyncLost) return;
    if (!(error instanceof StoreError) && isPassing(error)) throw error;
    await fail(work, wordsFor(services, error));
  }
}

/** A page may wait as long as the store may take to answer; the lease outlasts that. */
const leaseOf = ({ settings }: Services): number => settings.runLeaseMs + settings.storeTimeoutMs;

async function carryOut(work: Work, row: ConnectionRow): Promise<void> {
  const store = openStore(work.acting, row);
  await notePricing(work, store);
  const complete = await readVariants(work, store);
  if (!complete) return giveBack(work);
  const { refForSku } = store.connector;
  if (refForSku) await linkMirrored(work, refForSku);
  else await unlinkVanished(work);
  const { acting, held, memory } = work;
  const at = new Date(acting.services.now());
  await inTenant(acting.services.db, acting.tenant, async (tx) => {
    if (!(await endSync(tx, held, { status: "ok", counts: memory.report, at }))) return;
    await noteConnectionHealth(tx, held.id, null);
    const { problems: _told, error: _none, ...counts } = memory.report;
    await recordChange(acting, tx, { action: "store.sync", subject: held.id, after: counts });
  });
}

/** What the store says of currency and VAT now; the next run compares it with the workspace's own. */
async function notePricing(work: Work, { connector, connection }: OpenStore): Promise<void> {
  const said = await connector.readPricing(connection);
  if (isCurrency(said.currency)) await step(work, (tx) => noteStorePricing(tx, work.held.id, said));
}

/** @returns false when it was asked to stop before the end */
async function readVariants(work: Work, { connector, connection }: OpenStore): Promise<boolean> {
  const { acting, memory, signal } = work;
  const { services } = acting;
  let cursor: string | null = null;
  let idle = 0;
  do {
    if (signal?.aborted) return false;
    const readAtMs = services.now();
    const page = await connector.listVariants(connection, {
      cursor,
      updatedSince: null,
      pageSize: PAGE_SIZE,
    });
    const seenBefore = memory.report.seen;
    await step(work, (tx) => applyPage(acting, tx, memory, { variants: page.data, readAtMs }));
    idle = memory.report.seen === seenBefore ? idle + 1 : 0;
    cursor = page.nextCursor;
    if (cursor !== null && (idle >= IDLE_PAGES || memory.report.seen >= MOST_VARIANTS)) throw endless();
  } while (cursor !== null);
  return true;
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
  { acting, held, memory }: Work,
  change: (tx: Parameters<typeof holdSync>[0]) => Promise<T>,
): Promise<T> {
  const { services, tenant } = acting;
  return inTenant(services.db, tenant, async (tx) => {
    const result = await change(tx);
    const leaseUntil = new Date(services.now() + leaseOf(services));
    if (!(await holdSync(tx, held, leaseUntil, memory.report))) throw new SyncLost();
    return result;
  });
}

/** A store that mirrors the catalog has every item of it, under a reference that follows from the sku. */
async function linkMirrored(work: Work, refForSku: (sku: string) => string): Promise<void> {
  const { acting, held, memory } = work;
  for (let after: string | null = null; ; ) {
    const page: { id: string; sku: string }[] = await step(work, async (tx) => {
      const items = await unlinkedItems(tx, { after, limit: LINK_PAGE });
      const links = items.map(({ id, sku }) => ({ id, ref: refForSku(sku) }));
      memory.report.linked += await linkItems(tx, held.id, links, new Date(acting.services.now()));
      return items;
    });
    after = page.at(-1)?.id ?? null;
    if (after === null) return;
  }
}

/**
 * Items whose variant the store no longer has stay in the catalog, but nothing can be written for them. A list without
 * any variant is no proof that all are gone: it is also what credentials see that may read nothing.
 */
async function unlinkVanished(work: Work): Promise<void> {
  const { acting, held, memory } = work;
  if (memory.refs.size === 0) {
    const linked = await step(work, (tx) => linkedItems(tx, held.id, { after: null, limit: 1 }));
    if (linked.length > 0) throw nothingShown();
    return;
  }
  for (let after: string | null = null; ; ) {
    const page: { id: string; ref: string }[] = await step(work, async (tx) => {
      const items = await linkedItems(tx, held.id, { after, limit: LINK_PAGE });
      const gone = items.filter(({ ref }) => !memory.refs.has(ref));
      for (const { ref } of gone)
        tell(memory.report, "vanished", { ref, sku: "", problem: "The store no longer has this variant." });
      await unlinkItems(
        tx,
        gone.map(({ id }) => id),
        new Date(acting.services.now()),
      );
      return items;
    });
    after = page.at(-1)?.id ?? null;
    if (after === null) return;
  }
}

function wordsFor(services: Services, error: unknown): string {
  if (error instanceof StoreError) return error.message;
  services.log.error({ error: String(error) }, "a sync stopped");
  return "Something went wrong on our side; what was read until then is kept.";
}

async function giveBack({ acting, held, memory }: Work): Promise<void> {
  const end = { status: "queued", counts: memory.report, at: new Date(acting.services.now()) } as const;
  await inTenant(acting.services.db, acting.tenant, (tx) => endSync(tx, held, end));
}

async function fail({ acting, held, memory }: Work, error: string): Promise<void> {
  const counts: SyncReport = { ...memory.report, error };
  const at = new Date(acting.services.now());
  await inTenant(acting.services.db, acting.tenant, async (tx) => {
    if (!(await endSync(tx, held, { status: "failed", counts, at }))) return;
    await noteConnectionHealth(tx, held.id, error);
    await recordChange(acting, tx, { action: "store.sync_failed", subject: held.id, after: { error } });
  });
}
