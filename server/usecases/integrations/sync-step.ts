import { inTenant, type Tx } from "@/server/db/database/transaction";
import { extendSyncLease, type LeasedSync, renewSyncLease } from "@/server/db/integrations/integrations";
import { keepLease, LONGEST_STORE_CALLS_MS } from "../keep-lease";
import type { RequestContext } from "../request-context";
import type { Services } from "../services";
import type { SyncProgress } from "./sync-report";

/** Another worker has leased the sync, or the connection has ended. */
export class SyncLost extends Error {}

/** A leased sync and its progress. */
export interface SyncWork {
  readonly context: RequestContext;
  readonly lease: LeasedSync;
  /** Kind of the store. */
  readonly kind: string;
  /** When this job took it up, by `performance.now()`. */
  readonly begunAt: number;
  readonly progress: SyncProgress;
  /** The sync's position; each step stores it in its own transaction. */
  readonly position: { cursor: string | null; listed: boolean; tries: number; begunAt: Date | null };
  readonly signal: AbortSignal | undefined;
}

/** The lease exceeds the store's time-out, because a page may take that long. */
export const leaseDurationMs = ({ settings }: Services): number =>
  settings.runLeaseMs + settings.storeTimeoutMs;

/**
 * Runs one step of the sync and stores its position and report, in one transaction.
 * @throws SyncLost if the lease was lost
 */
export async function runStep<T>(
  { context, lease, progress, position }: SyncWork,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { services, tenant } = context;
  return inTenant(services.db, tenant, async (tx) => {
    const result = await work(tx);
    const leaseUntil = new Date(services.now() + leaseDurationMs(services));
    if (!(await extendSyncLease(tx, lease, leaseUntil, { ...position, counts: progress.report })))
      throw new SyncLost();
    return result;
  });
}

/**
 * Calls the store under the sync's lease, which is renewed meanwhile: a page, or prices one after the other, may take
 * longer than a lease lasts, and workers that take the sync over from one another would never get beyond it.
 */
export const whileLeased = <T>(
  { context: { services, tenant }, lease }: SyncWork,
  call: () => Promise<T>,
): Promise<T> =>
  keepLease(
    services,
    {
      of: { integration: lease.id },
      leaseMs: leaseDurationMs(services),
      longestMs: LONGEST_STORE_CALLS_MS,
      extend: (untilMs) =>
        inTenant(services.db, tenant, (tx) => renewSyncLease(tx, lease, new Date(untilMs))),
    },
    call,
  );
