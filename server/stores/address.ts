import { lookup as systemLookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { StoreError } from "@/server/stores/port";

export type ResolvedAddress = { readonly address: string; readonly family: 4 | 6 };

/** Every address of a host name, as the resolver gives them; throws when there are none. */
export type Resolver = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export type PinnedAddress = {
  readonly url: URL;
  /** Gives a socket the addresses that were checked and no others, whatever the name says by then. */
  readonly lookup: LookupFunction;
};

const refused = (message: string) => new StoreError("address_refused", "definite", message);

/**
 * Reads a store address as a person typed it. Refuses what is not http(s), and credentials inside the
 * address, which would end up in logs. The path is kept; query and fragment are refused.
 * Throws StoreError `address_refused`.
 */
export function parseStoreUrl(text: string): URL {
  if (!URL.canParse(text)) throw refused("The store address is not a valid URL.");
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw refused("The store address has to begin with https:// or http://.");
  }
  if (url.username !== "" || url.password !== "") {
    throw refused("The store address must not contain a user name or password.");
  }
  if (url.search !== "" || url.hash !== "") {
    throw refused("The store address must not contain a query or fragment.");
  }
  return url;
}

/**
 * Resolves a store's host once and pins the answer. Unless `allowPrivate`, one address that is not public
 * unicast refuses the host: a name that points both ways is how an inner network is reached from outside.
 * Throws StoreError `address_refused`, or `unreachable` when the name does not resolve.
 */
export async function pinStoreAddress(
  url: URL,
  options: { readonly allowPrivate: boolean; readonly resolve?: Resolver },
): Promise<PinnedAddress> {
  const addresses = await resolveHost(url.hostname, options.resolve ?? resolveBySystem);
  if (!options.allowPrivate && !addresses.every(({ address }) => isPublicUnicast(address))) {
    throw refused("The store address leads to a private or reserved network.");
  }
  return { url, lookup: pinnedLookup(addresses) };
}

/** All that was ever given out for the public internet; the rest of IPv6 holds translators into other networks. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** True for an address of the public internet; false for every special range and for what is no address. */
export function isPublicUnicast(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const read = ipaddr.process(address);
  if (read.range() !== "unicast") return false;
  return read instanceof ipaddr.IPv4 || read.match(GLOBAL_IPV6);
}

async function resolveHost(hostname: string, resolve: Resolver): Promise<readonly ResolvedAddress[]> {
  const literal = hostname.replace(/^\[(.*)\]$/, "$1");
  if (ipaddr.isValid(literal)) {
    return [{ address: literal, family: ipaddr.parse(literal).kind() === "ipv4" ? 4 : 6 }];
  }
  let addresses: readonly ResolvedAddress[];
  try {
    addresses = await resolve(hostname);
  } catch (cause) {
    throw new StoreError("unreachable", "definite", "The store's host name does not resolve.", { cause });
  }
  if (addresses.length === 0) {
    throw new StoreError("unreachable", "definite", "The store's host name does not resolve.");
  }
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
