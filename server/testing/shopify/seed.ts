import type { Shop, ShopProduct, ShopVariant } from "./shop";

/** A product to add; what is not given is that of a plain product with one variant. */
export interface ProductSeed extends Partial<Omit<ShopProduct, "id" | "updatedMs">> {
  readonly variants?: readonly Partial<Omit<ShopVariant, "id" | "productId" | "metafields" | "updatedMs">>[];
}

/** Adds a product with its variants; by default one, at 20.00. Returns the variants. */
export function addProduct(shop: Shop, { variants = [{}], ...given }: ProductSeed = {}): ShopVariant[] {
  const id = shop.nextId();
  const updatedMs = shop.now();
  shop.products.set(id, {
    id,
    title: `Product ${id}`,
    vendor: "Teapot & Sons",
    productType: "Tea",
    status: "ACTIVE",
    tags: ["loose"],
    category: null,
    url: `https://${shop.settings.domain}/products/${id}`,
    updatedMs,
    ...given,
  });
  return variants.map((each) => {
    const variant: ShopVariant = {
      id: shop.nextId(),
      productId: id,
      sku: `S-${id}-${shop.variants.size}`,
      title: "Default Title",
      price: "20.00",
      compareAtPrice: null,
      metafields: new Map(),
      cost: "12.00",
      tracked: true,
      stock: 7,
      updatedMs,
      ...each,
    };
    shop.variants.set(variant.id, variant);
    return variant;
  });
}

/** A decimal of the shop for an amount in cents, and back. */
export const euros = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
export const centsOf = (text: string): bigint => BigInt(Math.round(Number(text) * 100));

/** Fills a shop with products of one variant, and some of four. */
export function fillShop(shop: Shop, products: number): void {
  for (let n = 0; n < products; n += 1) {
    const price = 2000n + BigInt(n);
    addProduct(shop, {
      title: `Tea ${n}`,
      category: n % 3 === 0 ? "Loose leaf" : null,
      productType: n % 3 === 0 ? "" : "Tea",
      variants: [
        {
          price: euros(price),
          compareAtPrice: n % 5 === 0 ? euros(price + 5000n) : null,
          cost: n % 7 === 0 ? null : "12.00",
          tracked: n % 4 !== 0,
        },
      ],
    });
  }
  for (let n = 0; n < 3; n += 1)
    addProduct(shop, {
      title: `Sizes ${n}`,
      variants: ["S", "M", "L", "XL"].map((title) => ({ title, price: euros(4000n + BigInt(n)) })),
    });
}
