import type { StoreConnection, StoreConnector } from "@/server/stores";

/** A store ready to be called: its connector, and the address, credentials and limits of the connection. */
export interface ResolvedStore {
  readonly connector: StoreConnector;
  readonly connection: StoreConnection;
}
