import { currencyDecimals } from "@/server/domain/currency";
import { MARKER } from "@/server/stores/shopify/documents";
import { idOf, metafieldName, type Shop, type ShopVariant } from "./shop";

/** One variant of the mutation, as its input type has it. */
export interface VariantInput {
  readonly id?: string | null;
  readonly price?: unknown;
  readonly compareAtPrice?: unknown;
  readonly metafields?:
    | readonly {
        readonly namespace?: string | null;
        readonly key?: string | null;
        readonly type?: string | null;
        readonly value?: string | null;
      }[]
    | null;
}

export interface SaveError {
  readonly code: string;
  readonly field: readonly string[];
  readonly message: string;
}

/** What a save did; null if the shop died, so that there is no answer. */
export type Saved = {
  readonly variants: readonly ShopVariant[];
  readonly errors: readonly SaveError[];
} | null;

/**
 * Saves variants of a product as the mutation does: all of them with their metafields in one transaction, or none where
 * one is refused, unless the caller allows parts. A field that is not given stays.
 * @param app the app that saves: its namespace is `$app`
 */
export function saveVariants(
  shop: Shop,
  productId: number,
  inputs: readonly VariantInput[],
  { app, allowPartial = false }: { readonly app: string; readonly allowPartial?: boolean },
): Saved {
  if (!shop.products.has(productId))
    return {
      variants: [],
      errors: [refused("PRODUCT_DOES_NOT_EXIST", ["productId"], "Product does not exist")],
    };
  const checked = inputs.map((input, n) => ({ input, ...check(shop, productId, input, n) }));
  const errors = checked.flatMap(({ error }) => (error ? [error] : []));
  if (errors.length > 0 && !allowPartial) return { variants: [], errors };
  const fit = checked.filter(({ error }) => !error);
  const crash = inputs.some((input) => markerIn(input) !== null) ? shop.crashes.shift() : undefined;
  if (crash === "before_save") return null;
  const variants = fit.flatMap(({ variant, input }) => (variant ? [store(shop, variant, input, app)] : []));
  return crash === "before_answer" ? null : { variants, errors };
}

const markerIn = ({ metafields }: VariantInput): string | null =>
  metafields?.find(({ namespace, key }) => namespace === MARKER.namespace && key === MARKER.key)?.value ??
  null;

const refused = (code: string, field: readonly string[], message: string): SaveError => ({
  code,
  field,
  message,
});

function check(
  shop: Shop,
  productId: number,
  { id, price, metafields }: VariantInput,
  n: number,
): { readonly variant: ShopVariant | undefined; readonly error: SaveError | null } {
  const at = ["variants", String(n)];
  const variant = shop.variants.get(idOf(id ?? "", "ProductVariant"));
  if (variant?.productId !== productId) {
    const message = "Product variant does not exist";
    return { variant, error: refused("PRODUCT_VARIANT_DOES_NOT_EXIST", [...at, "id"], message) };
  }
  if (price !== undefined && price !== null && Number(price) < 0)
    return { variant, error: refused("NEGATIVE_PRICE_VALUE", [...at, "price"], "Price can't be negative") };
  for (const { key, type, value } of metafields ?? []) {
    if (!key || !value)
      return { variant, error: refused("BLANK", [...at, "metafields"], "Value can't be blank.") };
    if (type !== "single_line_text_field" || value.includes("\n"))
      return { variant, error: refused("INVALID_VALUE", [...at, "metafields"], "Type can't be blank") };
  }
  return { variant, error: null };
}

function store(shop: Shop, variant: ShopVariant, input: VariantInput, app: string): ShopVariant {
  const { price, compareAtPrice, metafields } = input;
  const old = variant.price;
  if (price !== undefined && price !== null) variant.price = stored(String(price), shop);
  if (compareAtPrice !== undefined)
    variant.compareAtPrice = compareAtPrice === null ? null : stored(String(compareAtPrice), shop);
  for (const { namespace, key, value } of metafields ?? [])
    variant.metafields.set(metafieldName(app, namespace, key ?? ""), value ?? "");
  touch(shop, variant);
  shop.events.push({ variantId: variant.id, marker: markerIn(input), old, new: variant.price });
  return variant;
}

/** Moves the dates of a variant and of its product. */
export function touch(shop: Shop, variant: ShopVariant): void {
  variant.updatedMs = shop.now();
  const product = shop.products.get(variant.productId);
  if (product) product.updatedMs = variant.updatedMs;
  shop.unsent.push({ topic: "products/update", id: variant.productId });
}

/** The shop rounds what its currency cannot express and says nothing. */
const stored = (text: string, { settings }: Shop): string =>
  Number(text).toFixed(Math.max(2, currencyDecimals(settings.currency) ?? 2));
