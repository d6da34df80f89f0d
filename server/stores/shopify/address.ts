import { parseStoreUrl } from "@/server/stores/address";
import { type StoreConnection, StoreError } from "@/server/stores/port";

const SHOP_HOST = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;

/** Returns whether a name is that of a shop's permanent address. */
export const isShopHost = (host: string): boolean => SHOP_HOST.test(host);

/** Returns whether an address leads to a shop at Shopify, whatever the installation allows. */
export function isShopAddress(url: string): boolean {
  try {
    return shopAddress({ url, allowPrivate: false }) !== "";
  } catch (error) {
    if (error instanceof StoreError) return false;
    throw error;
  }
}

/**
 * Returns the address of a shop's Admin API. Merchants also paste the address of their admin. A secret is sent to
 * Shopify alone and over https alone, so any other host is refused; an installation that allows private networks has
 * its own stand-ins there.
 * @throws StoreError `address_refused` for an address that is none, and for every other host
 */
export function shopAddress({ url, allowPrivate }: Pick<StoreConnection, "url" | "allowPrivate">): string {
  const { protocol, hostname, host, pathname } = parseStoreUrl(url);
  if (hostname === "admin.shopify.com") {
    const [, handle] = /^\/store\/([a-z0-9][a-z0-9-]*)(?:\/|$)/.exec(pathname) ?? [];
    if (handle !== undefined) return `https://${handle}.myshopify.com`;
  }
  if (isShopHost(hostname)) return `https://${hostname}`;
  if (allowPrivate) return `${protocol}//${host}`;
  throw new StoreError(
    "address_refused",
    "definite",
    "The address of a Shopify shop ends in .myshopify.com. The shop's admin shows it under Settings → Domains.",
  );
}
