import type { CsvRow } from "./cells";

/**
 * What a row says of its product: it `names` the product with its facts, `begins` another product without them,
 * `repeats` the name of the one above, or leaves everything to the rows above and `follows`.
 */
export type Place = "names" | "begins" | "repeats" | "follows";

/** The message for a row whose product is not known. */
export const PRODUCT_AT_FAULT = "The row of the product above has a fault.";

/**
 * Follows, through the rows of a file, which product they belong to. Below a row that is left out, which may have
 * named another product, only rows that say themselves to which they belong have one, so that no item receives the
 * facts of another product or loses its own.
 */
export class ProductAbove {
  private first: CsvRow | null = null;
  private isUnsure = false;

  /**
   * Returns the first row of the product that a row belongs to; null when that row was left out.
   * @param placeOf place of the row below that first row, of which there is none at the beginning of a file
   */
  firstRowOf(row: CsvRow, placeOf: (first: CsvRow | null) => Place): CsvRow | null {
    const place = placeOf(this.first);
    if (place === "repeats") return this.first;
    if (place === "names") this.isUnsure = false;
    if (this.isUnsure) return null;
    if (place !== "follows" || this.first === null) this.first = row;
    return this.first;
  }

  /** Tells that a row is left out; null for one that cannot be read. */
  refused(row: CsvRow | null): void {
    if (row !== null && row !== this.first) return;
    this.isUnsure = true;
    if (row !== null) this.first = null;
  }
}
