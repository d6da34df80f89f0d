import type { ItemPatch } from "@/server/domain/catalog/item-patch";
import { isCurrency } from "@/server/domain/currency";
import { MAX_MINOR } from "@/server/domain/money";
import type { StoreVariant } from "@/server/stores/port";

const MOST = { sku: 200, title: 500, name: 200, tag: 100, tags: 100, url: 2000, stock: 1_000_000_000 };

/**
 * What a variant says of the item of its sku; what the store does not say keeps its value, a price it does not have
 * becomes unknown. The cost is left to the caller, who knows where the known one came from.
 */
export function patchOfVariant(variant: StoreVariant, integrationId: string): ItemPatch {
  const { ref, parentRef, sku, title, brand, category, tags, price, currency, compareAt, stock, url } =
    variant;
  return {
    sku: sku.trim(),
    price,
    currency,
    integrationId,
    storeRef: ref,
    storeParentRef: parentRef,
    ...(title?.trim() ? { title: title.trim().slice(0, MOST.title) } : {}),
    ...(brand === null ? {} : { brand: brand.slice(0, MOST.name) }),
    ...(category === null ? {} : { category: category.slice(0, MOST.name) }),
    ...(tags === null ? {} : { tags: tags.filter(isTag).slice(0, MOST.tags) }),
    ...(compareAt === null ? {} : { compareAtPrice: compareAt }),
    ...(stock === null ? {} : { stock }),
    ...(url === null || url.length > MOST.url ? {} : { url }),
  };
}

const isTag = (tag: string): boolean => tag.length > 0 && tag.length <= MOST.tag;

/** Why a variant cannot be taken into the catalog, in words; null where it can. */
export function unfitReason(variant: StoreVariant): string | null {
  const { sku, title, brand, category, tags, price, compareAt, cost, stock, currency } = variant;
  if (sku.trim().length > MOST.sku) return `The sku is longer than ${MOST.sku} characters.`;
  const texts = [sku, title, brand, category, variant.url, ...(tags ?? [])];
  if (texts.some((text) => text?.includes("\u0000"))) return "A text of it contains a NUL character.";
  if (!isCurrency(currency)) return `Its currency "${currency.slice(0, 10)}" is not one we know.`;
  if ([price, compareAt, cost].some((amount) => amount !== null && (amount < 0n || amount > MAX_MINOR)))
    return "An amount of it is negative or larger than any price.";
  if (stock !== null && (!Number.isInteger(stock) || Math.abs(stock) > MOST.stock))
    return "Its stock is not a whole number we can hold.";
  return null;
}
