import { tenantOf } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { takeFault } from "@/server/db/rehearsals/switches";
import { faultsMetBy, type MetFault, type StoreCallKind } from "@/server/domain/rehearsals/faults";
import type { Services } from "../services";

/**
 * Returns the faults that a sandbox store's calls meet: those that people switched on in the workspace whose id is the
 * store's name. Each is counted before the store acts on it, so that a store that dies does not meet it again.
 */
export const rehearsalSource =
  (services: Services) =>
  (storeName: string, call: StoreCallKind): Promise<MetFault | null> =>
    inTenant(services.db, tenantOf(storeName), (tx) =>
      takeFault(tx, faultsMetBy(call), new Date(services.now())),
    );
