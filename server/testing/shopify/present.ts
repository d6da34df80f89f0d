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

/** How many variants each product has, by its id. */
export type VariantCounts = ReadonlyMap<number, number>;

/** Counts the variants of all products, once for many presented ones. */
export function variantCounts(shop: Shop): VariantCounts {
  const counts = new Map<number, number>();
  for (const { productId } of shop.variants.values()) counts.set(productId, (counts.get(productId) ?? 0) + 1);
  return counts;
}

export const presentProduct = (
  shop: Shop,
  product: ShopProduct,
  counts: VariantCounts = variantCounts(shop),
) => ({
  ...product,
  id: productGid(product.id),
  onlineStoreUrl: product.url,
  hasOnlyDefaultVariant: counts.get(product.id) === 1,
  updatedAt: iso(product.updatedMs),
  category: product.category === null ? null : { name: product.category },
});

export const presentVariant = (
  shop: Shop,
  token: ShopToken,
  variant: ShopVariant,
  counts?: VariantCounts,
) => ({
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
    return presentProduct(shop, product, counts);
  },
  metafield: ({ namespace, key }: { readonly namespace?: string | null; readonly key: string }) => {
    const value = variant.metafields.get(metafieldName(token.app, namespace, key));
    return value === undefined ? null : { value };
  },
});
