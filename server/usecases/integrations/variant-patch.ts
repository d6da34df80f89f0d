import { isCurrency } from "@/server/domain/currency";
import type { ItemPatch } from "@/server/domain/items/item-patch";
import type { ShopWindow } from "@/server/domain/items/shop-window";
import { MAX_MINOR } from "@/server/domain/money";
import { isPlainCode, isReadable, isStorable, readable } from "@/server/domain/text";
import type { StoreVariant } from "@/server/stores";

const MAX = {
  sku: 200,
  ref: 200,
  title: 500,
  name: 200,
  tag: 100,
  tags: 100,
  url: 2000,
  stock: 1_000_000_000,
};

/**
 * Builds the item's patch from a variant. A value that the store does not report stays unchanged, but a missing price
 * becomes unknown. The caller adds the cost, because it knows the source of the present one.
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
    storeState: variant.enabled === false ? "disabled" : null,
    ...(title?.trim() ? { title: cut(readable(title.trim()), MAX.title) } : {}),
    ...(brand === null ? {} : { brand: cut(readable(brand), MAX.name) }),
    ...(category === null ? {} : { category: cut(readable(category), MAX.name) }),
    ...(tags === null ? {} : { tags: tags.filter(isTag).slice(0, MAX.tags) }),
    ...(compareAt === null ? {} : { compareAtPrice: compareAt }),
    ...windowPatch(variant),
    ...(stock === null ? {} : { stock }),
    ...(url !== null && isLink(url) ? { url } : {}),
  };
}

/** Builds the part of an item's patch that says what shoppers see. */
export const windowPatch = ({ shopperPrice, compareAt, sale }: ShopWindow) => ({
  shopperPrice,
  shownCompareAt: compareAt,
  salePrice: sale?.price ?? null,
  saleFromMs: sale?.from?.getTime() ?? null,
  saleUntilMs: sale?.until?.getTime() ?? null,
});

const isTag = (tag: string): boolean => tag.length > 0 && tag.length <= MAX.tag && isReadable(tag);
const isLink = (url: string): boolean => url.length <= MAX.url && /^https?:\/\//i.test(url);

/** Returns the beginning of a text without cutting a surrogate pair. */
const cut = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replace(/\p{Surrogate}$/u, "");

const isBroken = (text: string | null): boolean => text !== null && !isStorable(text);

/** Returns why a variant's sku and reference cannot be stored, as text; null if they can. */
export function unnameableReason({ sku, ref, parentRef }: StoreVariant): string | null {
  if (sku.trim().length > MAX.sku) return `The SKU is longer than ${MAX.sku} characters.`;
  if (ref === "" || ref.length > MAX.ref || (parentRef?.length ?? 0) > MAX.ref)
    return `The store's reference is empty or longer than ${MAX.ref} characters.`;
  if ([sku, ref, parentRef].some(isBroken)) return BROKEN;
  return isPlainCode(sku.trim())
    ? null
    : "Its SKU holds control characters or characters that cannot be seen.";
}

const BROKEN = "A text of it contains a NUL character or broken Unicode.";

/** Returns why a variant cannot be added to the catalog, as text; null if it can. */
export function unfitReason(variant: StoreVariant): string | null {
  const { title, brand, category, tags, cost, stock, currency } = variant;
  if ([title, brand, category, variant.url, ...(tags ?? [])].some(isBroken)) return BROKEN;
  if (!isCurrency(currency)) return `Its currency "${currency.slice(0, 10)}" is not one we know.`;
  const amounts = priceProblem(variant) ?? amountProblem([cost]);
  if (amounts !== null) return amounts;
  if (stock !== null && (!Number.isInteger(stock) || Math.abs(stock) > MAX.stock))
    return "Its stock is not a whole number we can hold.";
  return null;
}

/** Returns why a price and what shoppers see beside it cannot be stored, as text; null if they can. */
export const priceProblem = ({
  price,
  compareAt,
  shopperPrice,
  sale,
}: ShopWindow & Pick<StoreVariant, "price">): string | null =>
  amountProblem([price, compareAt, shopperPrice, sale?.price ?? null]);

const amountProblem = (amounts: readonly (bigint | null)[]): string | null =>
  amounts.some((amount) => amount !== null && (amount < 0n || amount > MAX_MINOR))
    ? "An amount of it is negative or larger than any price."
    : null;
