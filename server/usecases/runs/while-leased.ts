import type { Tenant } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { type RunLease, setLease } from "@/server/db/runs/leases";
import type { Services } from "../request-context";
import { RunLost } from "./lost";

/** Renewals within one lease: two may fail before another worker takes the run up. */
const RENEWALS = 3;

/**
 * Does work that takes longer than a lease, which goes on meanwhile in transactions of its own. A renewal that fails is
 * tried again at the next; whether the run is still held the work itself has to look at before it commits.
 * @throws RunLost when the run is not held by that fence at the beginning; whatever `work` throws
 */
export async function whileLeased(
  services: Services,
  tenant: Tenant,
  held: RunLease,
  work: () => Promise<void>,
): Promise<void> {
  const { runLeaseMs } = services.settings;
  const renew = () => inTenant(services.db, tenant, (tx) => setLease(tx, held, services.now() + runLeaseMs));
  if (!(await renew())) throw new RunLost();
  let renewing = Promise.resolve();
  const timer = setInterval(() => {
    renewing = renewing.then(renew).then(
      () => undefined,
      (error: unknown) =>
        services.log.warn({ run: held.id, error: String(error) }, "a lease was not renewed"),
    );
  }, runLeaseMs / RENEWALS);
  try {
    await work();
  } finally {
    clearInterval(timer);
    await renewing;
  }
}
