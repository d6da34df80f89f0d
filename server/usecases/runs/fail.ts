import { raiseAlert } from "@/server/db/alerts/alerts";
import type { Tenant } from "@/server/db/database/tenant";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { lockLeasedRun, type RunLease } from "@/server/db/runs/leases";
import { deleteRunResults, updateRun } from "@/server/db/runs/runs";
import { PricingRefused } from "../policy/terms";
import { recordWorkerChange } from "../record-worker-change";
import type { Services } from "../services";
import { startNextRun } from "./queue-next";
import { reportRunEnd } from "./report-end";

/**
 * Ends a leased run as failed and raises an alert; nothing of the run is published. Does nothing without the lease.
 */
export async function failRun(
  services: Services,
  tenant: Tenant,
  lease: RunLease,
  cause: unknown,
): Promise<void> {
  const now = services.now();
  const error =
    cause instanceof PricingRefused
      ? cause.message
      : "Something went wrong on our side; nothing was published. The next run starts afresh.";
  await inTenant(services.db, tenant, async (tx) => {
    const run = await lockLeasedRun(tx, lease);
    if (run === null) return;
    await updateRun(tx, lease.id, { status: "failed", error, finishedAt: new Date(now) });
    await deleteRunResults(tx, lease.id);
    await raiseFailure(services, tx, lease.id, error);
    await startNextRun(tx);
    await recordWorkerChange(services, tx, { action: "run.fail", subject: lease.id, after: { error } });
    reportRunEnd(services, tx, run, "failed");
  });
}

/** Raises the alert that the last run failed. */
export const raiseFailure = (services: Services, tx: Tx, runId: string, error: string): Promise<void> =>
  raiseAlert(
    tx,
    {
      id: services.newId("alert"),
      kind: "run_failed",
      itemId: null,
      runId,
      writeBackId: null,
      message: `The last run failed: ${error}`,
    },
    services.now(),
  );
