import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";

/**
 * The network address a request came from. A proxy in our own network is believed for the last hop, which it wrote
 * itself; what any other peer says of its origin is not.
 */
export function clientAddress(incoming: IncomingMessage): string | null {
  const peer = incoming.socket.remoteAddress ?? null;
  const forwarded = incoming.headers["x-forwarded-for"];
  if (peer === null || forwarded === undefined) return peer;
  const last = (typeof forwarded === "string" ? forwarded : forwarded.join(",")).split(",").at(-1)?.trim();
  return last && ipaddr.isValid(last) && isOwnNetwork(peer) ? last : peer;
}

function isOwnNetwork(address: string): boolean {
  const range = ipaddr.process(address).range();
  return range === "loopback" || range === "private" || range === "uniqueLocal";
}
