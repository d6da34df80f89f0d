import { credentialsOf } from "@/server/stores/credentials";
import { fingerprintOf } from "@/server/stores/fingerprint";
import type { StoreConnection, StoreConnector, StoreIdentity, StorePricing } from "@/server/stores/port";
import { shopAddress } from "@/server/stores/shopify/address";
import { shopifyCredentials, shopifyDeclaration } from "@/server/stores/shopify/declaration";
import { maintainWebhooks, readDelivery, removeWebhooks } from "@/server/stores/shopify/hints";
import { shopifyInstall } from "@/server/stores/shopify/install";
import { listShopifyVariants } from "@/server/stores/shopify/listing";
import { readShopifyPrice, writeShopifyPrice } from "@/server/stores/shopify/prices";
import type { ShopifyConnection } from "@/server/stores/shopify/session";
import { fixedPricesNotice, loadShop, type ShopifyShop } from "@/server/stores/shopify/shop";

/** Shopify, by its Admin API: the connection's URL is the shop's address. */
export const shopify: StoreConnector<"shopify"> = {
  ...shopifyDeclaration,
  refForSku: null,
  test: async (connection) => identify(withCredentials(connection)),
  readPricing: async (connection) => pricingOf(await loadShop(withCredentials(connection))),
  listVariants: async (connection, request) => listShopifyVariants(withCredentials(connection), request),
  readPrice: async (connection, ref) => readShopifyPrice(withCredentials(connection), ref),
  writePrice: async (connection, ref, request) =>
    writeShopifyPrice(withCredentials(connection), ref, request),
  hints: {
    maintain: async (connection, target) => maintainWebhooks(withCredentials(connection), target),
    remove: async (connection, url) => removeWebhooks(withCredentials(connection), url),
    read: readDelivery,
  },
  keyGrant: shopifyInstall,
};

const withCredentials = (connection: StoreConnection): ShopifyConnection => ({
  ...connection,
  url: shopAddress(connection),
  shopify: credentialsOf(connection, shopifyCredentials, shopifyDeclaration),
});

/** The Admin API does not tell the rates of the taxes that the prices include. */
const pricingOf = ({ currency, pricesIncludeTax }: ShopifyShop): StorePricing => ({
  currency,
  pricesIncludeTax,
  taxRates: null,
});

async function identify(connection: ShopifyConnection): Promise<StoreIdentity> {
  const shop = await loadShop(connection);
  const fixed = await fixedPricesNotice(connection);
  return {
    name: shop.name || shop.domain,
    // A domain is one shop.
    channel: "shop",
    fingerprint: fingerprintOf("shopify", shop.domain),
    ...pricingOf(shop),
    notices: [
      ...(shop.hasCosts ? [] : ["The app may not read inventory: costs and stock stay unknown."]),
      ...(fixed === null ? [] : [fixed]),
    ],
  };
}
