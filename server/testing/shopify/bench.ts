import { MARKER } from "@/server/stores/shopify/documents";
import { refOf } from "@/server/stores/shopify/variant-place";
import type { StoreBench } from "@/server/testing/store-conformance";
import { saveVariants } from "./save";
import { centsOf, euros } from "./seed";
import {
  ACCESS_TOKEN,
  APP,
  metafieldName,
  productGid,
  type Shop,
  type ShopVariant,
  variantGid,
} from "./shop";
import type { ShopifyStandIn } from "./stand-in";

/** The connector's reference of a variant. */
export const refOfVariant = ({ productId, id }: ShopVariant): string =>
  refOf({ productId: productGid(productId), variantId: variantGid(id) });

/** Returns the variant of a reference. @throws Error */
function variantOf(shop: Shop, ref: string): ShopVariant {
  const found = [...shop.variants.values()].find((variant) => refOfVariant(variant) === ref);
  if (!found) throw new Error(`the shop has no ${ref}`);
  return found;
}

/** Our write key beside a variant's price; null if there is none. */
const markerOf = ({ metafields }: ShopVariant): string | null =>
  metafields.get(metafieldName(APP.clientId, MARKER.namespace, MARKER.key)) ?? null;

/** Saves a price in cents as the merchant does in the admin. */
export function editAsMerchant(shop: Shop, ref: string, cents: bigint): void {
  const { id, productId } = variantOf(shop, ref);
  saveVariants(shop, productId, [{ id: variantGid(id), price: euros(cents) }], { app: "admin" });
}

/** A running shop as the conformance suite needs it. */
export function benchOf({ shop, url, stop }: ShopifyStandIn): StoreBench {
  return {
    url,
    credentials: { accessToken: ACCESS_TOKEN },
    wrongCredentials: { accessToken: "shpat_of_nobody" },
    writeMatch: "productVariantsBulkUpdate",
    variants: async () =>
      [...shop.variants.values()].map((variant) => ({
        ref: refOfVariant(variant),
        price: centsOf(variant.price),
      })),
    look: async (ref) => {
      const variant = variantOf(shop, ref);
      return { price: centsOf(variant.price), writeKey: markerOf(variant) };
    },
    editPrice: async (ref, price) => editAsMerchant(shop, ref, price),
    unprice: null,
    show: null,
    crashes: [],
    effects: async (writeKey) => shop.events.filter(({ marker }) => marker === writeKey).length,
    stop,
  };
}
