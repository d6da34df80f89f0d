import type { ConnectionRow } from "@/server/db/connections/connections";
import { openSecret } from "@/server/db/secrets/secrets";
import { parseCredentials } from "@/server/stores/credentials";
import {
  type StoreConnection,
  type StoreConnector,
  type StoreCredentials,
  StoreError,
} from "@/server/stores/port";
import { connectorFor, type StoreKind } from "@/server/stores/registry";
import type { RequestContext } from "../request-context";
import { storeKind } from "./store-of-item";

/** A store ready to be called: its connector, and the address, credentials and limits of the connection. */
export interface ResolvedStore {
  readonly connector: StoreConnector;
  readonly connection: StoreConnection;
}

/**
 * Resolves a connection: its connector and its decrypted credentials. Does not call the store, so every error it
 * throws is certain (`definite`) not to have changed anything there. Only the installation's own sandbox and, if the
 * operator allows it, other stores may be in a private network.
 * @throws StoreError definite: unauthorized when the secret cannot be decrypted (sealed under another key) or holds
 * no credentials of the store's kind; rejected for a kind that this version does not know
 */
export function resolveStore(context: RequestContext, row: ConnectionRow): ResolvedStore {
  const kind = storeKind(row.kind);
  if (kind === null)
    throw new StoreError("rejected", "definite", `This version knows no store of kind ${row.kind}.`);
  const connector = connectorFor(kind);
  const credentials = openCredentials(context, row, connector);
  return { connector, connection: buildStoreConnection(context, kind, row.url, credentials) };
}

/**
 * Builds a store's connection settings. Private networks are allowed for the installation's own sandbox, and for
 * other stores if the operator allows it.
 */
export function buildStoreConnection(
  { services }: RequestContext,
  kind: StoreKind,
  url: string,
  credentials: StoreCredentials,
): StoreConnection {
  const { allowPrivateStores, storeTimeoutMs: timeoutMs } = services.settings;
  const sandbox = services.sandbox && `${services.sandbox.url.replace(/\/+$/, "")}/`;
  const ours = kind === "sandbox" && sandbox !== null && url.startsWith(sandbox);
  return { url, credentials, allowPrivate: allowPrivateStores || ours, timeoutMs };
}

function openCredentials(
  { services, tenant }: RequestContext,
  row: ConnectionRow,
  connector: StoreConnector,
): StoreConnection["credentials"] {
  const secretContext = { table: "integrations", row: row.id, workspaceId: tenant.workspaceId };
  try {
    const decrypted = openSecret(services.settings.encryptionKey, secretContext, row.secret);
    const parsed = parseCredentials(connector, JSON.parse(decrypted));
    if (parsed.ok) return parsed.credentials;
    throw new Error("the stored credentials do not fit their kind of store");
  } catch (cause) {
    const message = "The stored credentials cannot be opened; replace them.";
    throw new StoreError("unauthorized", "definite", message, { cause });
  }
}
