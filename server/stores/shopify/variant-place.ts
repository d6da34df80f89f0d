import { StoreError } from "@/server/stores/port";

/** Where a variant is in the shop, as global ids of the Admin API. */
export interface VariantPlace {
  readonly productId: string;
  readonly variantId: string;
}

const PRODUCT = "gid://shopify/Product/";
const VARIANT = "gid://shopify/ProductVariant/";

/** The number in a global id; the id itself, should it have none. */
export const numberOf = (globalId: string): string => globalId.slice(globalId.lastIndexOf("/") + 1);

/**
 * The reference of a variant: the numbers of its product and of itself, since a price is written through the product.
 */
export const refOf = ({ productId, variantId }: VariantPlace): string =>
  `${numberOf(productId)}/${numberOf(variantId)}`;

/** Returns the place of a reference. @throws StoreError `not_found` for a text that is no reference */
export function placeOf(ref: string): VariantPlace {
  const [match, product, variant] = /^(\d{1,20})\/(\d{1,20})$/.exec(ref) ?? [];
  if (match === undefined)
    throw new StoreError("not_found", "definite", "This is no reference of a Shopify shop.");
  return { productId: `${PRODUCT}${product}`, variantId: `${VARIANT}${variant}` };
}
