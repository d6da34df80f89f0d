import { StoreError } from "@/server/stores/port";

/** The metadata key that holds our write key. */
export const MARKER_KEY = "pricecheck_write_key";

/** The reference of a variant, which the server addresses below its product only. */
export const refOf = (productId: string, variantId: string): string => `${productId}/${variantId}`;

/** Where a variant is in the shop. */
export interface VariantPlace {
  readonly productId: string;
  readonly variantId: string;
  readonly path: string;
}

/** Returns where a variant is. @throws StoreError `not_found` for a text that is no reference */
export function placeOf(ref: string): VariantPlace {
  const [match, productId = "", variantId = ""] = /^([\w-]{1,99})\/([\w-]{1,99})$/.exec(ref) ?? [];
  if (match === undefined)
    throw new StoreError("not_found", "definite", "This is no reference of a Medusa shop.");
  return { productId, variantId, path: `/admin/products/${productId}/variants/${variantId}` };
}
