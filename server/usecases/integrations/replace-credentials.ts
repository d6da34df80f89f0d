import { findConnection } from "@/server/db/connections/connections";
import type { Tx } from "@/server/db/database/transaction";
import { deleteGrant } from "@/server/db/integrations/grants";
import { type IntegrationRow, lockIntegration, replaceSecret } from "@/server/db/integrations/integrations";
import { resumeSaleReads } from "@/server/db/items/sale-reads";
import { addJob } from "@/server/db/queue/queue";
import { hurryQueued } from "@/server/db/write-backs/waiting";
import { DomainError, notFound } from "@/server/domain/errors";
import {
  connectorFor,
  type StoreConnection,
  StoreError,
  type StoreIdentity,
  storeText,
} from "@/server/stores";
import { requireConfirmedForOutbound } from "../confirmed-email";
import { sealCredentials } from "../connections/credentials";
import { observeCalls } from "../connections/observed-calls";
import { buildStoreConnection, parseStoreKind, resolveStore } from "../connections/store";
import { fieldError } from "../input";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { readTransaction, writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { type Connected, MAX_STORE_NAME_LENGTH, readCredentials, toValidationError } from "./connect";
import { grantedCredentials } from "./granted-credentials";
import { otherWorkspaceNotices } from "./other-workspaces";

/** The new sign-in of a connection: typed, or the id of a key that the store gave. */
export interface Replacement {
  readonly id: string;
  readonly credentials?: Record<string, unknown> | undefined;
  readonly grant?: string | undefined;
}

/**
 * Replaces a connection's credentials, after signing in with them and checking that they lead to the same channel of
 * the same store. Nothing else changes: queued prices are written with the new credentials, at once.
 * @throws DomainError not_found; validation_error naming `credentials` if they do not work or lead elsewhere;
 * conflict if the connection ended meanwhile; plan_limit in a suspended workspace; email_not_confirmed
 */
export async function replaceCredentials(
  context: RequestContext,
  { id, credentials, grant }: Replacement,
): Promise<Pick<Connected, "row" | "notices">> {
  const seen = await readTransaction(context, (tx) => lockIntegration(tx, id));
  const kind = seen && parseStoreKind(seen.kind);
  if (!seen || !kind || seen.status === "disconnected") throw notFound("store");
  requireWritableWorkspace(context);
  if (kind !== "sandbox") requireConfirmedForOutbound(context);
  const placement = await storedPlacement(context, id);
  const given =
    grant === undefined
      ? { typed: { ...placement, ...credentials } }
      : { granted: { ...placement, ...(await grantedCredentials(context, { kind, url: seen.url, grant })) } };
  const connection = buildStoreConnection(context, kind, seen.url, readCredentials(kind, given));
  const identity = await observeCalls(context, connectorFor(kind), id)
    .test(connection)
    .catch(toValidationError);
  requireSame(seen, identity);
  const secret = sealCredentials(context, id, connection.credentials);
  const { channel, fingerprint } = identity;
  return writeTransaction(context, async (tx) => {
    const row = await lockIntegration(tx, id);
    if (!row || row.status === "disconnected")
      throw new DomainError("conflict", "The store was disconnected meanwhile.", {
        current_status: "disconnected",
      });
    requireSame(row, identity);
    await replaceSecret(tx, id, {
      secret,
      name: storeText(identity.name, MAX_STORE_NAME_LENGTH),
      channel,
      fingerprint,
    });
    if (grant !== undefined) await deleteGrant(tx, grant);
    await writeAtOnce(context, tx, id);
    await resumeSaleReads(tx, id, new Date(context.services.now()));
    await recordChange(context, tx, {
      action: "store.replace_credentials",
      subject: id,
      after: { kind, url: row.url },
    });
    const elsewhere = await otherWorkspaceNotices(context, tx, fingerprint);
    const replaced = await lockIntegration(tx, id);
    return { row: replaced ?? row, notices: [...identity.notices, ...elsewhere] };
  });
}

/** Has the prices that waited for a sign-in written now. */
async function writeAtOnce({ services }: RequestContext, tx: Tx, integrationId: string): Promise<void> {
  const nowMs = services.now();
  for (const id of await hurryQueued(tx, integrationId, new Date(nowMs)))
    await addJob(tx, "write_back", { v: 1, workspaceId: tx.tenant.workspaceId, id }, { runAtMs: nowMs });
}

/**
 * Returns the settings of the stored credentials that locate things in the store; none if they cannot be decrypted.
 */
async function storedPlacement(context: RequestContext, id: string): Promise<StoreConnection["credentials"]> {
  const row = await readTransaction(context, (tx) => findConnection(tx, id));
  try {
    if (!row) return {};
    const { connector, connection } = resolveStore(context, row);
    return connector.placementOf(connection.credentials);
  } catch (error) {
    if (error instanceof StoreError) return {};
    throw error;
  }
}

/** A connection made before channel ids were recorded is compared by name and currency only. */
function requireSame(row: IntegrationRow, identity: StoreIdentity): void {
  const same =
    row.channel === null
      ? row.name === storeText(identity.name, MAX_STORE_NAME_LENGTH) && row.currency === identity.currency
      : row.channel === identity.channel;
  if (same) return;
  const found = storeText(identity.name, MAX_STORE_NAME_LENGTH);
  throw fieldError(
    "credentials",
    "other_store",
    `These credentials lead to another channel of the store (${found}). To change over to it, disconnect this one first.`,
  );
}
