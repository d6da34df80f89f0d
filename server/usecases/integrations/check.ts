import {
  type ConnectionRow,
  findConnection,
  recordConnectionHealth,
} from "@/server/db/connections/connections";
import { inTenant } from "@/server/db/database/transaction";
import { recordStoreIdentity, recordStorePricing } from "@/server/db/integrations/integrations";
import { isCurrency } from "@/server/domain/currency";
import { notFound } from "@/server/domain/errors";
import { StoreError, type StoreIdentity } from "@/server/stores";
import { requireConfirmedForOutbound } from "../confirmed-email";
import { resolveStore } from "../connections/store";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";
import { otherWorkspaceNotices } from "./other-workspaces";

export type StoreCheck =
  | { readonly ok: true; readonly identity: StoreIdentity; readonly notices: readonly string[] }
  | { readonly ok: false; readonly error: string };

/**
 * Signs in to a connected store, checks that everything needed is available, and stores the connection's health. No
 * audit event: nobody decides anything, and neither the store nor a setting changes. The health is the result of the
 * last call, and every sync stores it in the same way.
 * @throws DomainError not_found, email_not_confirmed
 */
export async function checkStore(context: RequestContext, id: string): Promise<StoreCheck> {
  const row = await readTransaction(context, (tx) => findConnection(tx, id));
  if (!row || row.status === "disconnected") throw notFound("store");
  if (row.kind !== "sandbox") requireConfirmedForOutbound(context);
  const check = await credentialsFor(context, row);
  return inTenant(context.services.db, context.tenant, async (tx) => {
    await recordConnectionHealth(tx, id, check.ok ? null : check.error, context.services.now());
    if (!check.ok) return check;
    await recordStoreIdentity(tx, id, check.identity);
    if (isCurrency(check.identity.currency)) await recordStorePricing(tx, id, check.identity);
    const elsewhere = await otherWorkspaceNotices(context, tx, check.identity.fingerprint);
    return { ...check, notices: [...check.identity.notices, ...elsewhere] };
  });
}

type SignedIn =
  | { readonly ok: true; readonly identity: StoreIdentity }
  | { readonly ok: false; readonly error: string };

async function credentialsFor(context: RequestContext, row: ConnectionRow): Promise<SignedIn> {
  try {
    const { connector, connection } = resolveStore(context, row);
    return { ok: true, identity: await connector.test(connection) };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { ok: false, error: error.message };
  }
}
