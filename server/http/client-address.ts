import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Whether an address is one of the operator's own proxies. */
export type ProxyTest = (address: string) => boolean;

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Reads what the operator calls their proxies.
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
 * Where a request came from: the peer, or, where the peer is a named proxy, whom that proxy says it asked for. Every
 * further proxy on the way is passed over by its name too; what stands before the first unknown address is not believed.
 * @param peer the address of the connection; null where the platform keeps it to itself, so that naming any proxy says
 * that one wrote the last entry
 * @param forwarded the header X-Forwarded-For
 * @returns null where it cannot be told
 */
export function originOf(
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

/** IPv4 written as IPv6 is the same address. */
const plain = (address: string): string =>
  isIP(address) === 0 ? address : ipaddr.process(address).toString();

const known = new WeakMap<IncomingMessage, string | null>();

/** Decides once, for everything that asks later, where a request came from. */
export function noteClientAddress(incoming: IncomingMessage, isProxy: ProxyTest): string | null {
  const peer = incoming.socket.remoteAddress ?? null;
  const origin = originOf(peer, isProxy(peer ?? "") ? incoming.headers["x-forwarded-for"] : null, isProxy);
  known.set(incoming, origin);
  return origin;
}

/** The address a request came from: as it was noted, else the connection's own. */
export function clientAddress(incoming: IncomingMessage): string | null {
  const noted = known.get(incoming);
  if (noted !== undefined) return noted;
  const peer = incoming.socket.remoteAddress;
  return peer === undefined ? null : plain(peer);
}
