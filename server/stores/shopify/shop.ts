import { z } from "zod";
import { connectionKey, type Kept } from "@/server/stores/cache";
import { StoreError } from "@/server/stores/port";
import { callShopify } from "@/server/stores/shopify/admin-api";
import { DOCUMENTS } from "@/server/stores/shopify/documents";
import type { ShopifyConnection } from "@/server/stores/shopify/session";

/** The facts about a shop that are needed to read and write its prices. */
export interface ShopifyShop {
  readonly name: string;
  /** The shop's permanent domain, which identifies it. */
  readonly domain: string;
  readonly currency: string;
  readonly pricesIncludeTax: boolean;
  /** Whether the app may read inventory, which costs belong to. */
  readonly hasCosts: boolean;
}

const MAX_AGE_MS = 60_000;
const SHOP: Kept<ShopifyShop> = { kind: "shopify", name: "shop" };

const shopShape = z.object({
  shop: z.object({
    name: z.string(),
    myshopifyDomain: z.string(),
    currencyCode: z.string(),
    taxesIncluded: z.boolean(),
  }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
});

/**
 * Reads the shop.
 * @throws StoreError `unauthorized` where the app may not read and change products
 */
export async function loadShop(connection: ShopifyConnection): Promise<ShopifyShop> {
  const { data } = await callShopify(connection, { query: DOCUMENTS.shop, access: "read" }, shopShape);
  const scopes = new Set(data.currentAppInstallation.accessScopes.map(({ handle }) => handle));
  if (!scopes.has("write_products"))
    throw new StoreError(
      "unauthorized",
      "definite",
      "The app may not change products: give it the scopes read_products, write_products and read_inventory.",
    );
  const { name, myshopifyDomain, currencyCode, taxesIncluded } = data.shop;
  const shop = {
    name,
    domain: myshopifyDomain,
    currency: currencyCode,
    pricesIncludeTax: taxesIncluded,
    hasCosts: scopes.has("read_inventory") || scopes.has("write_inventory"),
  };
  connection.cache.set(SHOP, connectionKey(connection), shop, connection.now() + MAX_AGE_MS);
  return shop;
}

/** Returns the shop as it was at most a minute ago. @throws StoreError */
export async function cachedShop(connection: ShopifyConnection): Promise<ShopifyShop> {
  return connection.cache.get(SHOP, connectionKey(connection)) ?? loadShop(connection);
}

const priceLists = z.object({
  priceLists: z.object({
    nodes: z.array(z.object({ name: z.string(), fixedPricesCount: z.number().int() })),
  }),
});

/**
 * Returns what a person has to know about the prices of single markets: those that a price list fixes are neither read
 * nor written. Null if there are none.
 * @throws StoreError
 */
export async function fixedPricesNotice(connection: ShopifyConnection): Promise<string | null> {
  const operation = { query: DOCUMENTS.fixedPrices, access: "read" } as const;
  const answer = await callShopify(connection, operation, priceLists).catch((error: unknown) => {
    if (error instanceof StoreError && error.reason === "unauthorized") return null;
    throw error;
  });
  if (answer === null) return "The app may not read price lists: prices of single markets stay as they are.";
  const fixed = answer.data.priceLists.nodes.filter(({ fixedPricesCount }) => fixedPricesCount > 0);
  if (fixed.length === 0) return null;
  const named = fixed.map(({ name, fixedPricesCount }) => `${name} (${fixedPricesCount})`).join(", ");
  return `These price lists fix prices of single markets, which are neither read nor changed: ${named}.`;
}
