import { z } from "zod";
import { credentialsOf } from "@/server/stores/credentials";
import { fingerprintOf } from "@/server/stores/fingerprint";
import {
  type StoreConnection,
  type StoreConnector,
  StoreError,
  type StoreIdentity,
  type StorePricing,
} from "@/server/stores/port";
import { wooCredentials, wooDeclaration } from "@/server/stores/woocommerce/declaration";
import { maintainWebhooks, readDelivery, removeWebhooks } from "@/server/stores/woocommerce/hints";
import { grantUrl, readGrant } from "@/server/stores/woocommerce/key-grant";
import { listWooVariants } from "@/server/stores/woocommerce/listing";
import { readWooPrice, writeWooPrice } from "@/server/stores/woocommerce/prices";
import { callWoo, type WooConnection } from "@/server/stores/woocommerce/rest";
import { loadShop, readSite } from "@/server/stores/woocommerce/shop";
import { readTaxInclusion, readTaxRates } from "@/server/stores/woocommerce/tax-rates";

/** WooCommerce, by its REST API v3: the connection's URL is the shop's address. */
export const woocommerce: StoreConnector<"woocommerce"> = {
  ...wooDeclaration,
  refForSku: null,
  test: async (connection) => identify(withCredentials(connection)),
  readPricing: async (connection) => pricingOf(withCredentials(connection)),
  listVariants: async (connection, request) => listWooVariants(withCredentials(connection), request),
  readPrice: async (connection, ref) => readWooPrice(withCredentials(connection), ref),
  writePrice: async (connection, ref, request) => writeWooPrice(withCredentials(connection), ref, request),
  hints: {
    maintain: async (connection, target) => maintainWebhooks(withCredentials(connection), target),
    remove: async (connection, url) => removeWebhooks(withCredentials(connection), url),
    read: readDelivery,
  },
  keyGrant: { by: "message", url: grantUrl, read: readGrant },
};

/** Merchants also paste the address of the REST API itself. */
const withCredentials = (connection: StoreConnection): WooConnection => ({
  ...connection,
  url: connection.url.replace(/\/wp-json(\/wc\/v3)?\/*$/, ""),
  woo: credentialsOf(connection, wooCredentials, wooDeclaration),
});

async function pricingOf(connection: WooConnection): Promise<StorePricing> {
  const { currency } = await loadShop(connection);
  const pricesIncludeTax = await readTaxInclusion(connection);
  return { currency, pricesIncludeTax, taxRates: pricesIncludeTax ? await readTaxRates(connection) : null };
}

async function identify(connection: WooConnection): Promise<StoreIdentity> {
  const { name, address } = await readSite(connection);
  const pricing = await pricingOf(connection);
  await requireWritePermission(connection);
  return {
    name,
    // A site is one shop.
    channel: "shop",
    fingerprint: fingerprintOf("woocommerce", address),
    ...pricing,
    notices: (await hasCosts(connection))
      ? []
      : ["The shop does not report its cost of goods: costs stay unknown unless imported."],
  };
}

/**
 * Checks that the key may change products by a batch of no products, which changes nothing. Only a refusal of the key
 * counts: a shop may lack this path.
 * @throws StoreError `unauthorized`
 */
async function requireWritePermission(connection: WooConnection): Promise<void> {
  const call = { method: "POST", path: "/products/batch", body: { update: [] }, access: "read" } as const;
  await callWoo(connection, call, z.unknown()).catch((error: unknown) => {
    if (error instanceof StoreError && error.reason === "rejected") return;
    throw error;
  });
}

const withCost = z.object({ cost_of_goods_sold: z.unknown().optional() });

/** Whether the shop has switched on its cost of goods; it then shows one with each product. */
async function hasCosts(connection: WooConnection): Promise<boolean> {
  const query = { per_page: "1", _fields: "id,cost_of_goods_sold" };
  const call = { method: "GET", path: "/products", query, access: "read" } as const;
  const { data } = await callWoo(connection, call, z.array(withCost));
  return data.every((product) => product.cost_of_goods_sold !== undefined);
}
