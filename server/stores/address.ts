import type { LookupFunction } from "node:net";
import { HostError, pinHost, type Resolver } from "@/server/outbound/address";
import { StoreError } from "@/server/stores/port";

export type PinnedAddress = {
  readonly url: URL;
  /** Returns only the checked addresses to a socket, even if the name resolves differently by then. */
  readonly lookup: LookupFunction;
};

const refused = (message: string) => new StoreError("address_refused", "definite", message);

/**
 * Parses a store address that a person typed. The path is kept.
 * @throws StoreError `address_refused` unless it is http(s), and if it has a query, a fragment, or credentials, which
 * would appear in logs
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
 * Resolves a store's host once and pins the result (see `pinHost`).
 * @throws StoreError `address_refused` for a host outside the public internet unless `allowPrivate`; `unreachable` if
 * the name does not resolve
 */
export async function pinStoreAddress(
  url: URL,
  options: { readonly allowPrivate: boolean; readonly resolve?: Resolver },
): Promise<PinnedAddress> {
  try {
    return { url, lookup: await pinHost(url, options) };
  } catch (cause) {
    if (!(cause instanceof HostError)) throw cause;
    if (cause.reason === "not_public") {
      throw refused("The store address leads to a private or reserved network.");
    }
    throw new StoreError("unreachable", "definite", "The store's host name does not resolve.", { cause });
  }
}
