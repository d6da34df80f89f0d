import { openSecret } from "@/server/db/secrets";
import type { ConnectionRow } from "@/server/db/store-connections";
import type { StoreConnection, StoreConnector } from "@/server/stores/port";
import { connectorFor } from "@/server/stores/registry";
import type { Acting } from "../acting";
import { storeKind } from "./store-of-item";

/** A store that can be called: its connector and how to reach it. */
export interface OpenStore {
  readonly connector: StoreConnector;
  readonly connection: StoreConnection;
}

/**
 * Opens a connection's credentials. Only our own sandbox and, where the operator allows it, others may lie in a
 * private network.
 * @throws Error when the secret cannot be opened or holds no credentials of the store's kind
 */
export function openStore({ services, tenant }: Acting, row: ConnectionRow): OpenStore {
  const kind = storeKind(row.kind);
  if (kind === null) throw new Error(`there is no connector for a store of kind ${row.kind}`);
  const place = { table: "integrations", row: row.id, workspaceId: tenant.workspaceId };
  const { encryptionKey, allowPrivateStores, storeTimeoutMs: timeoutMs } = services.settings;
  const connector = connectorFor(kind);
  const credentials = connector.credentials.parse(JSON.parse(openSecret(encryptionKey, place, row.secret)));
  const sandbox = services.sandbox && `${services.sandbox.url.replace(/\/+$/, "")}/`;
  const ours = kind === "sandbox" && sandbox !== null && row.url.startsWith(sandbox);
  return {
    connector,
    connection: { url: row.url, credentials, allowPrivate: allowPrivateStores || ours, timeoutMs },
  };
}
