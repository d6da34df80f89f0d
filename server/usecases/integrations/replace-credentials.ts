import { findConnection } from "@/server/db/connections/connections";
import { type IntegrationRow, lockIntegration, replaceSecret } from "@/server/db/integrations/integrations";
import { sealSecret } from "@/server/db/secrets/secrets";
import { DomainError, notFound } from "@/server/domain/errors";
import { placementOf } from "@/server/stores/credentials";
import { type StoreCredentials, StoreError, type StoreIdentity, storeText } from "@/server/stores/port";
import { connectorFor } from "@/server/stores/registry";
import { buildStoreConnection, resolveStore } from "../connections/open";
import { storeKind } from "../connections/store-of-item";
import { fieldError } from "../input";
import { recordChange } from "../record-change";
import {
  change,
  type RequestContext,
  read,
  requireConfirmedForOutbound,
  requireLive,
} from "../request-context";
import { type Connected, explain, NAME_SHOWN, readCredentials } from "./connect";
import { elsewhereNotices } from "./elsewhere";

/**
 * Gives a connection other credentials, after signing in with them and finding the same channel of the same store that
 * it leads to now. Nothing else of it changes: what waits to be written is written with the new ones.
 * @throws DomainError not_found; validation_error naming `credentials`, where they do not work or lead elsewhere; conflict
 * where the connection ended meanwhile; plan_limit in a suspended workspace; email_not_confirmed
 */
export async function replaceCredentials(
  context: RequestContext,
  { id, credentials }: { readonly id: string; readonly credentials: Record<string, unknown> },
): Promise<Pick<Connected, "row" | "notices">> {
  const { services, tenant } = context;
  const seen = await read(context, (tx) => lockIntegration(tx, id));
  const kind = seen && storeKind(seen.kind);
  if (!seen || !kind || seen.status === "disconnected") throw notFound("store");
  requireLive(context);
  if (kind !== "sandbox") requireConfirmedForOutbound(context);
  const placed = { ...(await presentPlacement(context, id)), ...credentials };
  const connection = buildStoreConnection(context, kind, seen.url, readCredentials(kind, placed));
  const identity = await connectorFor(kind).test(connection).catch(explain);
  requireSame(seen, identity);
  const place = { table: "integrations", row: id, workspaceId: tenant.workspaceId };
  const secret = sealSecret(services.settings.encryptionKey, place, JSON.stringify(connection.credentials));
  const { channel, fingerprint } = identity;
  return change(context, async (tx) => {
    const row = await lockIntegration(tx, id);
    if (!row || row.status === "disconnected")
      throw new DomainError("conflict", "The store was disconnected meanwhile.", {
        current_status: "disconnected",
      });
    requireSame(row, identity);
    await replaceSecret(tx, id, {
      secret,
      name: storeText(identity.name, NAME_SHOWN),
      channel,
      fingerprint,
    });
    await recordChange(context, tx, {
      action: "store.replace_credentials",
      subject: id,
      after: { kind, url: row.url },
    });
    const elsewhere = await elsewhereNotices(context, tx, fingerprint);
    const replaced = await lockIntegration(tx, id);
    return { row: replaced ?? row, notices: [...identity.notices, ...elsewhere] };
  });
}

/** Where things are in the store, as the present credentials say; nothing where they cannot be opened. */
async function presentPlacement(context: RequestContext, id: string): Promise<StoreCredentials> {
  const row = await read(context, (tx) => findConnection(tx, id));
  try {
    if (!row) return {};
    const { connector, connection } = resolveStore(context, row);
    return placementOf(connector, connection.credentials);
  } catch (error) {
    if (error instanceof StoreError) return {};
    throw error;
  }
}

/** A connection made before channels were told apart is known by its name and currency alone. */
function requireSame(row: IntegrationRow, identity: StoreIdentity): void {
  const same =
    row.channel === null
      ? row.name === storeText(identity.name, NAME_SHOWN) && row.currency === identity.currency
      : row.channel === identity.channel;
  if (same) return;
  const found = storeText(identity.name, NAME_SHOWN);
  throw fieldError(
    "credentials",
    "other_store",
    `These credentials lead to another channel of the store (${found}). To change over to it, disconnect this one first.`,
  );
}
