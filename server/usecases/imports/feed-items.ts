import { type XmlReader, xmlItemsOf } from "./spreadsheets/xml";

/** The columns that a feed in XML is read as: the attributes of a product that an import may take. */
export const FEED_COLUMNS = [
  "id",
  "title",
  "link",
  "image_link",
  "availability",
  "price",
  "sale_price",
  "sale_price_effective_date",
  "brand",
  "gtin",
  "mpn",
  "condition",
  "item_group_id",
  "product_type",
] as const;

/** A product in RSS 2.0 and in Atom. */
const ITEMS = ["item", "entry"];
/**
 * The prefix of a product's attributes, which count before elements of the same name: an entry has an id of its own.
 */
const PREFIX = "g:";
/** More characters than any of these columns takes. */
const MAX_VALUE = 10_000;
/** A product has some dozens of attributes; more of them fill no memory. */
const MAX_VALUES = 500;

/**
 * Reads the products of a feed in XML, RSS 2.0 or Atom, piece by piece; each as its cells by `FEED_COLUMNS`, trimmed.
 * Entities that a file declares are not expanded.
 * @throws DomainError validation_error for a file that ends too early or is no XML
 */
export const feedItems = (pieces: AsyncIterable<string>): AsyncGenerator<readonly string[]> =>
  xmlItemsOf(pieces, (items: (readonly string[])[]) => new FeedReader(items));

class FeedReader implements XmlReader {
  private depth = 0;
  /** How deep the product is that is being read; null between products. */
  private itemDepth: number | null = null;
  private values = new Map<string, string>();
  private value = "";

  constructor(private readonly items: (readonly string[])[]) {}

  open(name: string, attributes: Readonly<Record<string, string>>, fullName: string): void {
    this.depth++;
    this.value = "";
    if (this.itemDepth === null && ITEMS.includes(name)) {
      this.itemDepth = this.depth;
      this.values = new Map();
    } else if (attributes["href"] !== undefined && this.isOfItem()) this.set(fullName, attributes["href"]);
  }

  text(text: string): void {
    if (this.isOfItem() && this.value.length < MAX_VALUE) this.value += text;
  }

  close(_name: string, fullName: string): void {
    if (this.depth === this.itemDepth) {
      const { values } = this;
      this.items.push(FEED_COLUMNS.map((column) => values.get(PREFIX + column) ?? values.get(column) ?? ""));
      this.itemDepth = null;
    } else if (this.isOfItem() && this.value.trim() !== "") this.set(fullName, this.value.trim());
    this.value = "";
    this.depth--;
  }

  /**
   * Whether the open element is one of the product itself, and not of a part of it, such as the price of its delivery.
   */
  private isOfItem(): boolean {
    return this.itemDepth !== null && this.depth === this.itemDepth + 1;
  }

  /** Of several values the first counts, as of several pictures. */
  private set(fullName: string, value: string): void {
    const name = fullName.toLowerCase();
    if (!this.values.has(name) && this.values.size < MAX_VALUES)
      this.values.set(name, value.slice(0, MAX_VALUE));
  }
}
