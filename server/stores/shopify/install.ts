import { createHmac, timingSafeEqual } from "node:crypto";
import { credentialsOf } from "@/server/stores/credentials";
import type { CodeGrant, CodeRequest } from "@/server/stores/key-grant";
import { type StoreConnection, StoreError } from "@/server/stores/port";
import { isShopAddress, isShopHost, shopAddress } from "@/server/stores/shopify/address";
import { shopifyApp, shopifyDeclaration } from "@/server/stores/shopify/declaration";
import { askForInstalledToken } from "@/server/stores/shopify/installed-token";

const SCOPES = ["read_products", "write_products", "read_inventory"] as const;

const appOf = (connection: StoreConnection) => credentialsOf(connection, shopifyApp, shopifyDeclaration);

function pageUrl(connection: StoreConnection, { state, returnUrl }: CodeRequest): string {
  const query = new URLSearchParams({
    client_id: appOf(connection).clientId,
    scope: SCOPES.join(","),
    redirect_uri: returnUrl,
    state,
  });
  return `${shopAddress(connection)}/admin/oauth/authorize?${query}`;
}

/** The shop signs the sorted parameters, without the signature, in hexadecimal. */
function isGenuine(connection: StoreConnection, query: URLSearchParams): boolean {
  const signed = new URLSearchParams([...query].filter(([name]) => name !== "hmac"));
  signed.sort();
  const own = createHmac("sha256", appOf(connection).clientSecret).update(signed.toString()).digest();
  const theirs = Buffer.from(query.get("hmac") ?? "", "hex");
  if (theirs.length !== own.length || !timingSafeEqual(theirs, own)) return false;
  return query.getAll("shop").join() === new URL(shopAddress(connection)).host;
}

async function exchange(connection: StoreConnection, query: URLSearchParams) {
  const code = query.get("code");
  if (!code) throw new StoreError("unauthorized", "definite", "The shop sent no code. Connect again.");
  const shop = { ...connection, url: shopAddress(connection) };
  return askForInstalledToken(shop, appOf(connection), { code, expiring: "1" });
}

/**
 * The installation of an app by a merchant, by the authorization-code grant. Nothing of the query with which Shopify
 * opens an app is trusted: it names the address that a person sees in the form before they connect.
 */
export const shopifyInstall: CodeGrant<StoreConnection> = {
  by: "code",
  title: "Install an app in the shop",
  app: shopifyApp,
  url: pageUrl,
  isGenuine,
  exchange,
  address: shopAddress,
  isStore: isShopAddress,
  opened: (query) => {
    const host = query.get("shop") ?? "";
    return isShopHost(host) ? `https://${host}` : null;
  },
};
