import { recordConnectionHealth } from "@/server/db/connections/connections";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { pendingHints } from "@/server/db/integrations/hints";
import { endSync } from "@/server/db/integrations/integrations";
import { purgeVariants } from "@/server/db/integrations/sync-variants";
import { addJob } from "@/server/db/queue/queue";
import { StoreError } from "@/server/stores";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { addHintedJob } from "./hinted-sync";
import { logSync } from "./log-sync";
import { pauseBefore } from "./page-retry";
import { planNextSaleLook } from "./sale-reads";
import type { SyncReport } from "./sync-report";
import type { SyncWork } from "./sync-step";

/** Ends the sync as complete. Does nothing if the lease was lost. */
export async function complete(work: SyncWork): Promise<void> {
  const { context, lease, progress } = work;
  const at = new Date(context.services.now());
  await inTenant(context.services.db, context.tenant, async (tx) => {
    if (!(await endSync(tx, lease, { status: "ok", counts: progress.report, at }))) return;
    await purgeVariants(tx, lease.id);
    await recordConnectionHealth(tx, lease.id, null, context.services.now());
    const { problems: _reported, error: _none, waiting: _over, ...counts } = progress.report;
    await recordChange(context, tx, { action: "store.sync", subject: lease.id, after: counts });
    await planNextSaleLook(tx, lease.id, context.services.now());
    await followHints(context, tx, lease.id);
    logSync(work, tx, progress.report, { outcome: "ok" });
  });
}

/** Looks for the hints that came while the sync was running, because its pages may have been read before them. */
async function followHints({ services }: RequestContext, tx: Tx, integrationId: string): Promise<void> {
  if ((await pendingHints(tx, integrationId)).changed) await addHintedJob(tx, integrationId, services.now());
}

/** Queues the sync again at its present page, for another worker. */
export async function requeue({ context, lease, progress, position }: SyncWork): Promise<void> {
  const end = { status: "queued", counts: progress.report, tries: position.tries, notBefore: null } as const;
  await inTenant(context.services.db, context.tenant, (tx) => endSync(tx, lease, end));
}

/** Queues the sync again at the failed page, after a pause; fails it if another attempt would not help. */
export async function postpone(work: SyncWork, error: StoreError): Promise<void> {
  const { context, lease, progress, position } = work;
  const { services, tenant } = context;
  const tries = position.tries + 1;
  const pauseMs = pauseBefore(error, tries);
  const where = `page ${progress.report.pages + 1} of its list, after ${progress.report.seen} variants`;
  if (pauseMs === null)
    return fail(work, `${error.message} It was ${where}${tries > 1 ? `, asked ${tries} times` : ""}.`, error);
  const notBefore = new Date(services.now() + pauseMs);
  const retries = progress.report.retries + 1;
  const counts: SyncReport = { ...progress.report, retries, waiting: `${error.message} It was ${where}.` };
  await inTenant(services.db, tenant, async (tx) => {
    if (!(await endSync(tx, lease, { status: "queued", counts, tries, notBefore }))) return;
    const payload = { v: 1, workspaceId: tenant.workspaceId, id: lease.id } as const;
    await addJob(tx, "sync", payload, { runAtMs: notBefore.getTime() });
    logSync(work, tx, counts, { outcome: "waiting", until: notBefore });
  });
}

/**
 * Ends the sync as failed; what was read so far stays applied. A store that refuses to be signed in to is asked about
 * its sales once a day, until somebody has mended that.
 * @param error the reason as text, which people read
 * @param cause what was thrown; null where nothing was
 */
export async function fail(work: SyncWork, error: string, cause: unknown = null): Promise<void> {
  const { context, lease, progress } = work;
  const counts: SyncReport = { ...progress.report, error };
  const at = new Date(context.services.now());
  await inTenant(context.services.db, context.tenant, async (tx) => {
    if (!(await endSync(tx, lease, { status: "failed", counts, at }))) return;
    await purgeVariants(tx, lease.id);
    await recordConnectionHealth(tx, lease.id, error, context.services.now());
    const refused = cause instanceof StoreError && StoreError.needsSignIn(cause.reason);
    await planNextSaleLook(tx, lease.id, context.services.now(), refused);
    await recordChange(context, tx, { action: "store.sync_failed", subject: lease.id, after: { error } });
    logSync(work, tx, counts, { outcome: "failed" });
  });
}
