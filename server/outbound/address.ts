import { lookup as systemLookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

export type ResolvedAddress = { readonly address: string; readonly family: 4 | 6 };

/** Returns every address of a host name; throws when there are none. */
export type Resolver = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** Whether addresses outside the public internet may be reached: none, all, or the listed ones. */
export type AllowPrivate = boolean | readonly string[];

/** Why a connection to a host is refused: its name does not resolve, or not to the public internet. */
export class HostError extends Error {
  override readonly name = "HostError";
  constructor(
    readonly reason: "unresolved" | "not_public",
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Resolves the host of a URL once and pins the result: the returned lookup gives a socket only the checked addresses,
 * even if the name resolves differently by then. Unless `allowPrivate` permits it, a single address that is not
 * public unicast refuses the host: a name with both kinds of addresses is a way to reach an internal network from
 * outside.
 * @throws HostError
 */
export async function pinHost(
  url: URL,
  options: { readonly allowPrivate: AllowPrivate; readonly resolve?: Resolver },
): Promise<LookupFunction> {
  const addresses = await resolveHost(url.hostname, options.resolve ?? resolveBySystem);
  if (!addresses.every(({ address }) => isAllowed(address, options.allowPrivate))) {
    throw new HostError("not_public", "The address leads to a private or reserved network.");
  }
  return pinnedLookup(addresses);
}

/** All IPv6 addresses ever assigned to the public internet; the rest contains translators into other networks. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether an address is on the public internet; false for every special range and for text that is no address. */
function isPublicUnicast(address: string): boolean {
  if (isIP(address) === 0) return false;
  const read = ipaddr.process(address);
  if (read.range() !== "unicast") return false;
  return read instanceof ipaddr.IPv4 || read.match(GLOBAL_IPV6);
}

/**
 * Whether a host leads to a private network as it is written: an address, or a name of this machine. Other names are
 * resolved where they are contacted.
 */
export function isPrivateAsWritten(hostname: string, allowed: AllowPrivate): boolean {
  const literal = hostname.replace(/^\[(.*)\]$/, "$1");
  if (/(?:^|\.)localhost$/i.test(literal)) return !isAllowed("127.0.0.1", allowed);
  return isIP(literal) !== 0 && !isAllowed(literal, allowed);
}

const isAllowed = (address: string, allowed: AllowPrivate): boolean =>
  (typeof allowed === "boolean" ? allowed : allowed.includes(address)) || isPublicUnicast(address);

async function resolveHost(hostname: string, resolve: Resolver): Promise<readonly ResolvedAddress[]> {
  const literal = hostname.replace(/^\[(.*)\]$/, "$1");
  const family = isIP(literal);
  if (family === 4 || family === 6) return [{ address: literal, family }];
  let addresses: readonly ResolvedAddress[];
  try {
    addresses = await resolve(hostname);
  } catch (cause) {
    throw new HostError("unresolved", "The host name does not resolve.", { cause });
  }
  if (addresses.length === 0) throw new HostError("unresolved", "The host name does not resolve.");
  return addresses;
}

async function resolveBySystem(hostname: string): Promise<readonly ResolvedAddress[]> {
  const found = await systemLookup(hostname, { all: true });
  return found.map(({ address, family }) => ({ address, family: family === 4 ? 4 : 6 }));
}

function pinnedLookup(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const fitting = addresses.filter(({ family }) => !options.family || options.family === family);
    const first = fitting[0];
    if (!first) {
      callback(new Error("No checked address of that family."), "", 4);
    } else if (options.all) {
      callback(
        null,
        fitting.map(({ address, family }) => ({ address, family })),
      );
    } else {
      callback(null, first.address, first.family);
    }
  };
}
