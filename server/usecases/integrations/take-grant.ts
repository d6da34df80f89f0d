import { tenantOf } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { grantKind, receiveGrant } from "@/server/db/integrations/grants";
import { notFound } from "@/server/domain/errors";
import { connectorFor } from "@/server/stores";
import { parseStoreKind } from "../connections/store";
import type { Services } from "../services";
import { type GrantKey, sealGrant, stateHash } from "./grant-secret";

/**
 * Takes the key that a store was asked for, and stores it encrypted until the person connects by it.
 * @param body the store's message, parsed from JSON
 * @throws DomainError not_found for an unknown or expired request, a wrong state, and a second message
 */
export async function takeGrant(services: Services, key: GrantKey, body: unknown): Promise<void> {
  const at = new Date(services.now());
  const taken = await inTenant(services.db, tenantOf(key.workspaceId), async (tx) => {
    const kind = parseStoreKind((await grantKind(tx, key.grantId, at)) ?? "");
    const keyGrant = kind && connectorFor(kind).keyGrant;
    const granted = keyGrant?.by === "message" ? keyGrant.read(body) : null;
    if (!granted) return false;
    const credentials = sealGrant(services, key, granted.credentials);
    return receiveGrant(tx, key.grantId, { stateHash: stateHash(granted.state), credentials, at });
  });
  if (!taken) throw notFound("store");
}
