import { tenantOf } from "@/server/db/database/tenant";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { findHints, insertHints, storesWithoutHints } from "@/server/db/integrations/hints";
import { lockIntegration } from "@/server/db/integrations/integrations";
import { addJob } from "@/server/db/queue/queue";
import { connectorFor, STORE_KINDS } from "@/server/stores";
import type { Services } from "../services";
import { newHintSecret } from "./hint-target";

const STORES_AT_ONCE = 100;

/** Lets the store notify the service of changes; the first look registers that in the store. */
export async function prepareHints(services: Services, tx: Tx, id: string): Promise<void> {
  const { workspaceId } = tx.tenant;
  const secret = newHintSecret(services, { workspaceId, integrationId: id });
  await insertHints(tx, id, { secret, dueAt: new Date(services.now()) });
  await addJob(tx, "store_hints", { v: 1, workspaceId, id });
}

/**
 * Does so for the stores of all workspaces that were connected before their kind sent hints. Where a store's
 * credentials do not allow it, its first look says so in the settings. A repeat changes nothing.
 */
export async function prepareMissingHints(services: Services): Promise<void> {
  const kinds = STORE_KINDS.filter((kind) => connectorFor(kind).hints !== undefined);
  let afterId = "";
  for (;;) {
    const found = await storesWithoutHints(services.db, kinds, { afterId, most: STORES_AT_ONCE });
    for (const { workspaceId, id } of found)
      await inTenant(services.db, tenantOf(workspaceId), async (tx) => {
        const row = await lockIntegration(tx, id);
        if (row && row.status !== "disconnected" && (await findHints(tx, id)) === null)
          await prepareHints(services, tx, id);
      });
    const last = found.at(-1);
    if (!last || found.length < STORES_AT_ONCE) return;
    afterId = last.id;
  }
}
