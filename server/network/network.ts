import ipaddr from "ipaddr.js";

const IPV4_BITS = 24;
const IPV6_BITS = 48;

/**
 * Returns the network of an IP address, coarse enough not to identify a single machine: `192.0.2.0/24`,
 * `2001:db8:1::/48`.
 * @returns null for a text that is not an IP address
 */
export function networkOf(ip: string | null): string | null {
  if (ip === null || !ipaddr.isValid(ip)) return null;
  const address = ipaddr.process(ip);
  const bits = address.kind() === "ipv4" ? IPV4_BITS : IPV6_BITS;
  const cidr = `${address.toString()}/${bits}`;
  const network =
    address.kind() === "ipv4"
      ? ipaddr.IPv4.networkAddressFromCIDR(cidr)
      : ipaddr.IPv6.networkAddressFromCIDR(cidr);
  return `${network.toString()}/${bits}`;
}

/** Returns the key under which an address is rate-limited: IPv6 by its /64, since a single line has a whole one. */
export function addressKey(address: string | null): string {
  if (address === null || !ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`;
}
