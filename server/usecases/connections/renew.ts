import { setTimeout as pause } from "node:timers/promises";
import { endRenewal, leaseRenewal } from "@/server/db/connections/renewals";
import { inTenant } from "@/server/db/database/transaction";
import { SECOND_MS } from "@/server/domain/durations";
import { type StoreConnection, type StoreConnector, StoreError } from "@/server/stores";
import { openCredentials, type SealContext, type SealedConnection, sealCredentials } from "./credentials";

/** How often a process looks whether another one has renewed the credentials. */
const LOOK_MS = 100;
/** The lease exceeds the store's time-out by this, for what the service itself does. */
const SLACK_MS = 5 * SECOND_MS;

type RenewCredentials = NonNullable<StoreConnection["renewCredentials"]>;
type Place = Pick<SealedConnection, "id" | "url">;

/**
 * Renews the stored credentials of a connection: whoever has the lease asks the store and stores what it answers,
 * before anybody uses it; the others wait and take that. A process that ends in between leaves a lease that expires.
 */
export const renewalOf =
  (context: SealContext, row: Place, connector: StoreConnector): RenewCredentials =>
  async (renew) => {
    const { storeTimeoutMs } = context.services.settings;
    for (let waitedMs = 0; waitedMs <= storeTimeoutMs; waitedMs += LOOK_MS) {
      const renewed = await attempt(context, row, connector, renew);
      if (renewed !== null) return renewed;
      await pause(LOOK_MS);
    }
    throw new StoreError("throttled", "definite", "The sign-in to the store is being renewed.", {
      retryAfterMs: SECOND_MS,
    });
  };

/** Null while another process has the lease, and where the lease was lost. */
async function attempt(
  context: SealContext,
  { id, url }: Place,
  connector: StoreConnector,
  renew: Parameters<RenewCredentials>[0],
) {
  const { services, tenant } = context;
  const leaseMs = services.settings.storeTimeoutMs + SLACK_MS;
  const lease = await inTenant(services.db, tenant, (tx) =>
    leaseRenewal(tx, id, { nowMs: services.now(), leaseMs }),
  );
  if (lease === null) return null;
  const end = (secret: Uint8Array | null) =>
    inTenant(services.db, tenant, (tx) => endRenewal(tx, id, lease.fence, secret));
  try {
    const stored = openCredentials(context, { id, url, secret: lease.secret }, connector);
    const next = await renew(stored);
    await services.checkpoint("credentials:renewed");
    const isStored = await end(next && sealCredentials(context, id, next));
    return isStored ? (next ?? stored) : null;
  } catch (error) {
    if (error instanceof StoreError) await end(null);
    throw error;
  }
}
