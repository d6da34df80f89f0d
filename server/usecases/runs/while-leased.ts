import type { Tenant } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { type RunLease, setLease } from "@/server/db/runs/leases";
import type { Services } from "../services";
import { RunLeaseLost } from "./lease-lost";

/** Renewals per lease duration: two may fail before the lease expires and another worker resumes the run. */
const RENEWALS = 3;

/**
 * Does work that takes longer than a lease, and renews the lease meanwhile in separate transactions. A failed renewal
 * is logged and repeated at the next interval; `work` itself has to check the lease before it commits.
 * @throws RunLeaseLost when the lease with that fence is not valid at the beginning; and the errors of `work`
 */
export async function whileLeased(
  services: Services,
  tenant: Tenant,
  runLease: RunLease,
  work: () => Promise<void>,
): Promise<void> {
  const { runLeaseMs } = services.settings;
  const renew = () =>
    inTenant(services.db, tenant, (tx) => setLease(tx, runLease, services.now() + runLeaseMs));
  if (!(await renew())) throw new RunLeaseLost();
  let renewing = Promise.resolve();
  const timer = setInterval(() => {
    renewing = renewing.then(renew).then(
      () => undefined,
      (error: unknown) =>
        services.log.warn({ run: runLease.id, error: String(error) }, "a lease was not renewed"),
    );
  }, runLeaseMs / RENEWALS);
  try {
    await work();
  } finally {
    clearInterval(timer);
    await renewing;
  }
}
