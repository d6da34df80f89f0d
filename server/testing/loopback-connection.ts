import { openStoreCache } from "@/server/stores/cache";
import type { StoreConnection, StoreCredentials } from "@/server/stores/port";

/**
 * Returns a connection to a store on this machine, with a cache of its own.
 * @param now the clock of connectors, in milliseconds since 1970; default: this machine's
 */
export const loopbackConnection = (
  url: string,
  credentials: StoreCredentials,
  now: () => number = Date.now,
): StoreConnection => ({ url, credentials, allowPrivate: true, now, cache: openStoreCache(now) });
