import type { Tenant } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { type RunLease, setLease } from "@/server/db/runs/leases";
import { keepLease } from "../keep-lease";
import type { Services } from "../services";
import { RunLeaseLost } from "./lease-lost";

/**
 * Does work that takes longer than a lease, and renews the lease meanwhile, as `keepLease` does.
 * @throws RunLeaseLost when the lease with that fence is not valid at the beginning; and the errors of `work`
 */
export async function whileLeased(
  services: Services,
  tenant: Tenant,
  runLease: RunLease,
  work: () => Promise<void>,
): Promise<void> {
  const { runLeaseMs: leaseMs } = services.settings;
  const extend = (untilMs: number) => inTenant(services.db, tenant, (tx) => setLease(tx, runLease, untilMs));
  if (!(await extend(services.now() + leaseMs))) throw new RunLeaseLost();
  await keepLease(services, { of: { run: runLease.id }, leaseMs, extend }, work);
}
