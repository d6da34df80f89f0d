import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Whether an address belongs to one of the operator's proxies. */
export type ProxyTest = (address: string) => boolean;

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Compiles the operator's list of proxies.
 * @param list addresses and CIDR ranges, such as `10.0.0.0/8` or `::1`
 * @throws Error for an entry that is neither
 */
export function proxyTest(list: readonly string[]): ProxyTest {
  const ranges = list.map(rangeOf);
  if (ranges.length === 0) return () => false;
  return (text) => {
    if (isIP(text) === 0) return false;
    const address = ipaddr.process(text);
    return ranges.some((range) => range[0].kind() === address.kind() && address.match(range));
  };
}

function rangeOf(text: string): Range {
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

/**
 * Returns the client's address: the peer, or the address its proxy reports when the peer is a configured proxy.
 * Further configured proxies in the list are skipped; entries before the first other address are not trusted.
 * @param peer the address of the connection; null when the platform does not expose it: the last entry is then
 * trusted to come from a configured proxy
 * @param forwarded the header X-Forwarded-For
 * @returns null when the address is unknown
 */
export function clientIpOf(
  peer: string | null,
  forwarded: string | readonly string[] | null | undefined,
  isProxy: ProxyTest,
): string | null {
  const entries = forwarded ? String(forwarded).split(",") : [];
  const hops = entries.map((entry) => entry.trim()).reverse();
  let origin = peer;
  for (const hop of hops) {
    if (isIP(hop) === 0 || (origin !== null && !isProxy(origin))) break;
    origin = hop;
  }
  return origin === null ? null : plain(origin);
}

/** Converts IPv4-mapped IPv6 addresses to IPv4, so that both forms are equal. */
const plain = (address: string): string =>
  isIP(address) === 0 ? address : ipaddr.process(address).toString();

const addresses = new WeakMap<IncomingMessage, string | null>();

/** Determines and returns the client's address, and stores it for later calls of `clientAddress`. */
export function storeClientAddress(incoming: IncomingMessage, isProxy: ProxyTest): string | null {
  const peer = incoming.socket.remoteAddress ?? null;
  const origin = clientIpOf(peer, isProxy(peer ?? "") ? incoming.headers["x-forwarded-for"] : null, isProxy);
  addresses.set(incoming, origin);
  return origin;
}

/** Returns the stored client address, or that of the connection when none is stored. */
export function clientAddress(incoming: IncomingMessage): string | null {
  const stored = addresses.get(incoming);
  if (stored !== undefined) return stored;
  const peer = incoming.socket.remoteAddress;
  return peer === undefined ? null : plain(peer);
}
