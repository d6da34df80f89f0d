import type { ValidationIssue } from "@/server/domain/items/item-patch";

/** 8.71126E+12: a spreadsheet keeps the first digits of a long number, and writes how many there were. */
const EXPONENT = /^\d(?:[.,]\d+)?E\+\d{1,3}$/i;
/** 4006270000012.0: a program reads a column of numbers as fractions where a cell of it is empty. */
const FRACTION = /^\d{4,}\.0$/;

/**
 * Returns what is wrong with a sku that looks like a number that another program has rewritten, in sentences; null for
 * any other. Its own digits may be lost, so no item is created by it.
 */
export function shortenedSkuText(sku: string): string | null {
  const shown = `"${sku.slice(0, 40)}" looks like a number that a spreadsheet has`;
  if (EXPONENT.test(sku))
    return `${shown} shortened. Format the column as text before you enter or open the SKUs.`;
  if (FRACTION.test(sku))
    return `${shown} rewritten with a decimal. Format the column as text, and save it again.`;
  return null;
}

/** The code of the issue of a row whose sku no item has. */
export const UNKNOWN_SKU = "unknown_sku";

/** Returns the issue of a row whose sku no item has, with the reason where the sku shows it. */
export const unknownSku = (sku: string): ValidationIssue => ({
  path: "sku",
  code: UNKNOWN_SKU,
  message: shortenedSkuText(sku) ?? `There is no item with the SKU "${sku}".`,
});
