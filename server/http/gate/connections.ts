import type { Server } from "node:http";
import type { Socket } from "node:net";
import { addressKey } from "@/server/network/network";
import type { ProxyTest } from "../client-address";

/** How often Node checks for requests that exceed their time limits, in milliseconds. */
export const CHECK_INTERVAL_MS = 1_000;
/**
 * How long a connection is kept for its next request, in milliseconds: longer than the minute for which proxies keep
 * theirs, because a request that meets the closing of its connection fails.
 */
export const KEEP_ALIVE_MS = 75_000;
/** Idle time after which a connection is closed, in milliseconds. */
const IDLE_TIMEOUT_MS = 120_000;

export interface ConnectionLimits {
  /** Maximum number of open connections. */
  readonly connections: number;
  /**
   * Maximum number of open connections from one address; the operator's proxies are exempt, as they serve many
   * clients.
   */
  readonly connectionsPerAddress: number;
  /** Time limit for the headers of a request, in milliseconds. */
  readonly headersTimeoutMs: number;
  /** Time limit for a whole request, including an uploaded file, in milliseconds. */
  readonly requestTimeoutMs: number;
}

/** Limits the number of connections and the time each may take for an unfinished request. */
export function limitConnections(server: Server, limits: ConnectionLimits, isProxy: ProxyTest): void {
  server.maxConnections = limits.connections;
  server.headersTimeout = limits.headersTimeoutMs;
  server.requestTimeout = limits.requestTimeoutMs;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.setTimeout(IDLE_TIMEOUT_MS);
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isProxy(remoteAddress)) return;
    const key = addressKey(remoteAddress);
    const count = (open.get(key) ?? 0) + 1;
    if (count > limits.connectionsPerAddress) {
      socket.destroy();
      return;
    }
    open.set(key, count);
    socket.once("close", () => {
      const remaining = (open.get(key) ?? 1) - 1;
      if (remaining > 0) open.set(key, remaining);
      else open.delete(key);
    });
  });
}
