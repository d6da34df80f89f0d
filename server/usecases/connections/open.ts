import type { ConnectionRow } from "@/server/db/connections/connections";
import { openSecret } from "@/server/db/secrets/secrets";
import {
  type StoreConnection,
  type StoreConnector,
  type StoreCredentials,
  StoreError,
  type StoreKind,
} from "@/server/stores/port";
import { connectorFor } from "@/server/stores/registry";
import type { RequestContext } from "../request-context";
import { storeKind } from "./store-of-item";

/** A store that can be called: its connector and how to reach it. */
export interface OpenStore {
  readonly connector: StoreConnector;
  readonly connection: StoreConnection;
}

/**
 * Opens a connection's credentials. Only our own sandbox and, where the operator allows it, others may lie in a
 * private network. What is wrong with the stored credentials is the connection's fault, and the store was not asked.
 * @throws StoreError definite: unauthorized when the secret cannot be opened (it was sealed under another key) or holds
 * no credentials of the store's kind, rejected for a kind this version does not know
 */
export function openStore(context: RequestContext, row: ConnectionRow): OpenStore {
  const kind = storeKind(row.kind);
  if (kind === null)
    throw new StoreError("rejected", "definite", `This version knows no store of kind ${row.kind}.`);
  const connector = connectorFor(kind);
  const credentials = openCredentials(context, row, connector);
  return { connector, connection: reachStore(context, kind, row.url, credentials) };
}

/** How a store is called: our own sandbox may lie in a private network, others where the operator allows it. */
export function reachStore(
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
  const place = { table: "integrations", row: row.id, workspaceId: tenant.workspaceId };
  try {
    const opened = openSecret(services.settings.encryptionKey, place, row.secret);
    return connector.credentials.parse(JSON.parse(opened));
  } catch (cause) {
    const message = "The stored credentials cannot be opened; replace them.";
    throw new StoreError("unauthorized", "definite", message, { cause });
  }
}
