import { GraphQLError } from "graphql";
import {
  metafieldName,
  productGid,
  type Shop,
  type ShopProduct,
  type ShopToken,
  type ShopVariant,
  variantGid,
} from "./shop";

/** The refusal of a field or an operation for which the token has no scope. */
export function requireScope({ scopes }: ShopToken, scope: string, what: string): void {
  if (scopes.includes(scope)) return;
  throw new GraphQLError(`Access denied for ${what}. Required access: \`${scope}\` access scope.`, {
    extensions: { code: "ACCESS_DENIED" },
  });
}

const iso = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

export const presentProduct = (shop: Shop, product: ShopProduct) => ({
  ...product,
  id: productGid(product.id),
  onlineStoreUrl: product.url,
  hasOnlyDefaultVariant:
    [...shop.variants.values()].filter(({ productId }) => productId === product.id).length === 1,
  updatedAt: iso(product.updatedMs),
  category: product.category === null ? null : { name: product.category },
});

export const presentVariant = (shop: Shop, token: ShopToken, variant: ShopVariant) => ({
  id: variantGid(variant.id),
  sku: variant.sku,
  title: variant.title,
  price: variant.price,
  compareAtPrice: variant.compareAtPrice,
  updatedAt: iso(variant.updatedMs),
  inventoryQuantity: variant.stock,
  inventoryItem: () => {
    requireScope(token, "read_inventory", "inventoryItem field");
    const { currency } = shop.settings;
    return {
      tracked: variant.tracked,
      unitCost: variant.cost === null ? null : { amount: variant.cost, currencyCode: currency },
    };
  },
  product: () => {
    const product = shop.products.get(variant.productId);
    if (!product) throw new Error(`variant ${variant.id} has no product`);
    return presentProduct(shop, product);
  },
  metafield: ({ namespace, key }: { readonly namespace?: string | null; readonly key: string }) => {
    const value = variant.metafields.get(metafieldName(token.app, namespace, key));
    return value === undefined ? null : { value };
  },
});
