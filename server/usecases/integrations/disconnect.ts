import { findConnection } from "@/server/db/connections/connections";
import type { Tx } from "@/server/db/database/transaction";
import { deleteHints } from "@/server/db/integrations/hints";
import { endIntegration, type IntegrationRow, lockIntegration } from "@/server/db/integrations/integrations";
import { unlinkAll } from "@/server/db/integrations/synced-items";
import { notFound } from "@/server/domain/errors";
import { StoreError } from "@/server/stores";
import { resolveStore } from "../connections/store";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { readTransaction, writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { failUnsentWriteBacks } from "../write-backs/fail-unsent";
import { hintUrl } from "./hint-target";

export type Disconnected =
  | { readonly idempotent: true }
  | { readonly idempotent: false; readonly row: IntegrationRow };

/**
 * Ends a connection: its approved and unsent prices fail, its credentials are deleted, its items belong to no store.
 * A repeat changes nothing.
 * @throws DomainError not_found; conflict while the outcome of a sent price is unknown
 */
export async function disconnectStore(context: RequestContext, id: string): Promise<Disconnected> {
  await endHints(context, id);
  return writeTransaction(context, async (tx) => {
    const row = await lockIntegration(tx, id);
    if (!row) throw notFound("store");
    if (row.status === "disconnected") return { idempotent: true };
    requireWritableWorkspace(context);
    await endConnection(context, tx, row);
    const ended = await lockIntegration(tx, id);
    if (!ended) throw new Error("the connection just ended is not there");
    return { idempotent: false, row: ended };
  });
}

/**
 * Asks the store to notify the service no more. A store that does not answer keeps its registration, whose messages are
 * then refused, so that it stops by itself.
 */
async function endHints(context: RequestContext, id: string): Promise<void> {
  const { services, tenant } = context;
  const row = await readTransaction(context, (tx) => findConnection(tx, id));
  if (!row || row.status === "disconnected") return;
  requireWritableWorkspace(context);
  try {
    const { connector, connection } = resolveStore(context, row);
    const key = { workspaceId: tenant.workspaceId, integrationId: id };
    await connector.hints?.remove(connection, hintUrl(services, key));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
  }
}

/**
 * Ends a connection whose row the transaction has locked, whatever the workspace's state.
 * @throws DomainError conflict while the outcome of a sent price is unknown
 */
export async function endConnection(context: RequestContext, tx: Tx, row: IntegrationRow): Promise<void> {
  const at = new Date(context.services.now());
  await failUnsentWriteBacks(tx, context, row.id);
  await unlinkAll(tx, row.id, at);
  await endIntegration(tx, row.id, at);
  await deleteHints(tx, row.id);
  await recordChange(context, tx, {
    action: "store.disconnect",
    subject: row.id,
    before: { kind: row.kind, url: row.url },
  });
}
