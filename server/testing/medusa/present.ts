import { pick, type Wants } from "./fields";
import type { ListRow, PriceList, Shop, ShopProduct, ShopVariant } from "./shop";

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
const CREATED = iso(Date.UTC(2026, 0, 1));
const number = (text: string | null): number | null => (text === null ? null : Number(text));

const PRICES = ["*prices", "prices.price_rules.attribute", "prices.price_rules.value"];
export const USUAL_OF_VARIANT = [
  ..."id,title,sku,metadata,manage_inventory,product_id,created_at,updated_at,deleted_at,*product".split(","),
  ...PRICES,
];
export const USUAL_OF_PRODUCT = [
  ..."id,title,status,metadata,created_at,updated_at,*variants,*tags".split(","),
  ...PRICES.map((name) => name.replace("prices", "variants.prices")),
];
export const USUAL_OF_LIST =
  "id,type,description,title,status,starts_at,ends_at,created_at,updated_at,metadata,rules".split(",");

/** Shows the wanted fields of a variant. */
export const showVariant = (shop: Shop, variant: ShopVariant, wants: Wants) => {
  const product = shop.products.get(variant.productId);
  const row = {
    ...variantRow(variant, wants, "prices"),
    ...(product ? { product: productRow(product) } : {}),
  };
  const counted = wants("inventory_quantity") && variant.managesInventory;
  return { ...pick(row, wants), ...(counted ? { inventory_quantity: variant.stock } : {}) };
};

/** Shows the wanted fields of a product with its variants. */
export const showProduct = (shop: Shop, product: ShopProduct, wants: Wants) => {
  const variants = [...shop.variants.values()]
    .filter(({ productId }) => productId === product.id)
    .map((variant) => variantRow(variant, wants, "variants.prices"));
  return pick({ ...productRow(product), variants }, wants);
};

/** The conditions of a price are empty unless both of their fields are asked for. */
function variantRow({ id, rows, ...variant }: ShopVariant, wants: Wants, pricesPath: string) {
  const showsRules = ["attribute", "value"].every((field) => wants(`${pricesPath}.price_rules.${field}`));
  return {
    id,
    sku: variant.sku,
    title: variant.title,
    product_id: variant.productId,
    metadata: Object.keys(variant.metadata).length === 0 ? null : variant.metadata,
    manage_inventory: variant.managesInventory,
    created_at: CREATED,
    updated_at: iso(variant.updatedMs),
    deleted_at: null,
    prices: rows.map((row) => ({
      id: row.id,
      amount: Number(row.amount),
      currency_code: row.currency,
      min_quantity: number(row.minQuantity),
      max_quantity: number(row.maxQuantity),
      variant_id: id,
      created_at: CREATED,
      updated_at: iso(row.updatedMs),
      rules: showsRules ? row.rules : {},
    })),
  };
}

const productRow = ({ id, title, status, updatedMs, categories, tags }: ShopProduct) => ({
  id,
  title,
  status,
  metadata: null,
  created_at: CREATED,
  updated_at: iso(updatedMs),
  categories: categories.map((name, n) => ({ id: `pcat_${n}`, name })),
  tags: tags.map((value, n) => ({ id: `ptag_${n}`, value })),
});

export const listRow = ({ id, type, status, startsMs, endsMs, rules, updatedMs }: PriceList) => ({
  id,
  type,
  description: "",
  title: id,
  status,
  starts_at: iso(startsMs),
  ends_at: iso(endsMs),
  created_at: CREATED,
  updated_at: iso(updatedMs),
  metadata: null,
  rules,
});

export const listedPriceRow = (row: ListRow, updatedMs: number) => ({
  id: row.id,
  currency_code: row.currency,
  amount: Number(row.amount),
  min_quantity: number(row.minQuantity),
  max_quantity: null,
  created_at: CREATED,
  deleted_at: null,
  updated_at: iso(updatedMs),
  price_set: { id: `pset_${row.id}`, variant: row.variantId === null ? null : { id: row.variantId } },
  price_rules: Object.entries(row.rules).map(([attribute, value]) => ({ attribute, value })),
});
