import { inTenant } from "@/server/db/database/transaction";
import { extendWriteBackLease } from "@/server/db/write-backs/write-backs";
import { keepLease, LONGEST_STORE_CALLS_MS } from "../keep-lease";
import type { Work } from "./transitions";

/**
 * Calls the store under the write-back's lease, which is renewed meanwhile: a store may take longer than a lease lasts,
 * and workers that take the same write-back over from one another would never end it.
 */
export const whileLeased = <T>(
  { context: { services, tenant }, row }: Work,
  call: () => Promise<T>,
): Promise<T> =>
  keepLease(
    services,
    {
      of: { write_back: row.id },
      leaseMs: services.settings.writeBackLeaseMs,
      longestMs: LONGEST_STORE_CALLS_MS,
      extend: (untilMs) => inTenant(services.db, tenant, (tx) => extendWriteBackLease(tx, row, untilMs)),
    },
    call,
  );
