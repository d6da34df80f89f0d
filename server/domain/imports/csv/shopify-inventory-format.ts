import type { ItemPatch } from "@/server/domain/items/item-patch";
import { cellsOf } from "./cells";
import type { RowReader } from "./file-form";
import { optionsOf, skuOf } from "./shopify-format";

/** What Shopify writes for a variant in a place that does not have it. */
const NOT_STOCKED = "not stocked";
/** More variants than a shop has; a row of a further one is a fault, so that memory stays bounded. */
const MAX_VARIANTS = 300_000;

/**
 * Returns a reader for the rows of a Shopify inventory export, in the order of the file. Each is a variant in one
 * place; its stock is the sum of its places so far. A variant without a sku is known by its handle and options.
 */
export function inventoryReader(): RowReader<ItemPatch> {
  const stocks = new Map<string, number>();
  const read: RowReader<ItemPatch>["read"] = (row) => {
    if (row["Available"]?.toLowerCase() === NOT_STOCKED || row["Available"] === "") return null;
    const cells = cellsOf(row);
    const sku = cells.singleLine("SKU", 200) ?? skuOf(row["Handle"] ?? "", optionsOf(cells));
    const here = cells.integer("Available") ?? 0;
    if (sku === "") cells.issues.push({ path: "sku", code: "required", message: "The row has no SKU." });
    else if (!stocks.has(sku) && stocks.size === MAX_VARIANTS)
      cells.issues.push({
        path: "sku",
        code: "too_many",
        message: `A file has at most ${MAX_VARIANTS} variants: split it.`,
      });
    if (cells.issues.length > 0) return { ok: false, issues: cells.issues };
    const stock = (stocks.get(sku) ?? 0) + here;
    stocks.set(sku, stock);
    return { ok: true, value: { sku, stock }, notes: cells.notes };
  };
  return { read };
}
