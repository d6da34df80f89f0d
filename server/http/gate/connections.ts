import type { Server } from "node:http";
import type { Socket } from "node:net";
import { addressKey } from "@/server/network/network";
import type { ProxyTest } from "../client-address";

/** How often Node looks for requests that take too long, in milliseconds. */
export const CHECK_EVERY_MS = 1_000;
/** A connection on which nothing moves in either direction is ended, in milliseconds. */
const SILENCE_MS = 120_000;

export interface ConnectionLimits {
  /** All connections at once. */
  readonly connections: number;
  /** Connections at once from one address; the operator's own proxies, which speak for many, are not bound by it. */
  readonly connectionsPerAddress: number;
  /** How long the headers of a request may take, in milliseconds. */
  readonly headersTimeoutMs: number;
  /** How long a whole request may take, a file that is sent included, in milliseconds. */
  readonly requestTimeoutMs: number;
}

/** Bounds what connections may hold: how many there are, and how long each may keep its request unfinished. */
export function limitConnections(server: Server, limits: ConnectionLimits, isProxy: ProxyTest): void {
  server.maxConnections = limits.connections;
  server.headersTimeout = limits.headersTimeoutMs;
  server.requestTimeout = limits.requestTimeoutMs;
  server.setTimeout(SILENCE_MS);
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
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    });
  });
}
