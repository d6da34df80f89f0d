import { leftOut } from "./file-form";
import { asOwnRows, storeForm } from "./store-form";
import { firstOf, isOn, othersOf, type StoreReader, unlessZero } from "./store-rows";

/** Products that are sold themselves; the price of any other type is that of its parts or variants. */
const SOLD = ["simple", "virtual", "downloadable"];
const GIFT_CARD = "giftcard";

/** Returns a reader for the rows of a Magento product export: one a product, and one for each store view of it. */
function magentoReader(): StoreReader {
  const read: StoreReader["read"] = (row) => {
    const type = row["product_type"]?.toLowerCase() ?? "";
    const view = row["store_view_code"];
    if (view) return leftOut("store_view", `"${row["sku"]?.slice(0, 60) ?? ""}" of "${view.slice(0, 60)}"`);
    const named = `${type.slice(0, 60)} "${row["sku"]?.slice(0, 60) ?? ""}"`;
    if (type === GIFT_CARD) return leftOut("gift_card", named);
    if (!SOLD.includes(type)) return leftOut("not_sold", named);
    return {
      ...othersOf(row),
      sku: row["sku"],
      title: row["name"],
      brand: row["manufacturer"],
      category: categoryOf(row["categories"]),
      price: unlessZero(row["price"]),
      cost: unlessZero(row["cost"]),
      msrp: unlessZero(row["msrp_price"]),
      map_price: unlessZero(row["map_price"]),
      stock: row["qty"],
      for_sale: isOn(row["product_online"]),
    };
  };
  return { read };
}

/** Returns the first category of a list of paths, without the root of the shop's tree. */
function categoryOf(cell: string | undefined): string | undefined {
  const [root = "", ...path] = firstOf(cell, ",")?.split("/") ?? [];
  return cell === undefined ? undefined : path.join(" > ") || root;
}

/** A product export of Magento 2 and Adobe Commerce. */
export const magento = storeForm({
  id: "magento",
  title: "Magento product export",
  columns: Object.fromEntries(
    [
      ...["sku", "store_view_code", "product_type", "categories", "name", "price", "cost", "qty"],
      ...["product_online", "msrp_price", "map_price", "manufacturer"],
    ].map((column) => [column, [column]]),
  ),
  fields: {
    sku: "sku",
    title: "name",
    brand: "manufacturer",
    category: "categories",
    price: "price",
    cost: "cost",
    msrp: "msrp_price",
    map_price: "map_price",
    stock: "qty",
  },
  needed: ["sku", "product_type"],
  writesPoints: true,
  reader: asOwnRows(magentoReader),
});
