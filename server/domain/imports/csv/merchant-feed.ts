import type { CsvRow } from "./cells";
import type { FileForm } from "./file-form";
import { headerKey } from "./header-key";
import type { ParsedRow } from "./own-format";
import { unlessZero } from "./store-rows";

/** What is read of a feed, by the attributes of the products data specification. */
const COLUMNS = {
  id: ["id"],
  link: ["link"],
  price: ["price"],
  sale_price: ["sale_price"],
  sale_price_effective_date: ["sale_price_effective_date"],
  availability: ["availability"],
  // Not in a feed, but in a column that somebody added.
  seller: ["seller"],
  currency: ["currency"],
  observed_at: ["observed_at"],
} as const;

const MARKS = ["image_link", "availability", "condition", "google_product_category", "gtin"].map(headerKey);

/** Whether a header is that of a feed: its attributes are English words, which a list could have one by one. */
export function isMerchantFeed(columns: readonly string[]): boolean {
  const keys = new Set(columns.map(headerKey));
  const has = (key: string) => keys.has(key);
  return ["id", "title", "link", "price"].every(has) && !has("sku") && MARKS.some(has);
}

/**
 * Returns the form of a feed of products. The price is the sale price, within its dates where it has any. A price
 * names its currency; seller and time are those of the whole file.
 * @param readRow reads a row of the own format
 */
export const merchantFeed = <T>(readRow: (row: CsvRow) => ParsedRow<T>): FileForm<T> => ({
  id: "merchant_feed",
  title: "A product feed for Google Merchant Center",
  columns: Object.fromEntries(
    Object.entries(COLUMNS).map(([column, names]) => [column, names.map(headerKey)]),
  ),
  fields: {
    sku: "id",
    url: "link",
    price: "price",
    in_stock: "availability",
    seller: "seller",
    currency: "currency",
    observed_at: "observed_at",
  },
  needed: ["id", "price", "seller", "observed_at"],
  amounts: ["price", "sale_price"],
  amountNamesCurrency: "price",
  times: ["observed_at"],
  periods: ["sale_price_effective_date"],
  settable: ["seller", "currency", "observed_at"],
  writesPoints: true,
  reader: () => ({ read: (row) => readFeedRow(row, readRow) }),
});

function readFeedRow<T>(row: CsvRow, readRow: (row: CsvRow) => ParsedRow<T>): ParsedRow<T> {
  const sale = unlessZero(row["sale_price"]) ?? "";
  const period = row["sale_price_effective_date"] ?? "";
  const isRunning = sale !== "" && isWithin(row["observed_at"] ?? "", period);
  if (isRunning === null) {
    const message = "The dates of the sale cannot be read, so that it is not known which price holds.";
    return { ok: false, issues: [{ path: "sale_price_effective_date", code: "invalid", message }] };
  }
  return readRow({
    ...row,
    sku: row["id"] ?? "",
    url: row["link"] ?? "",
    in_stock: row["availability"] ?? "",
    price: isRunning ? sale : (row["price"] ?? ""),
  });
}

/** Whether a time lies in a period such as `…/…`, which is without a limit where it is empty; null for another text. */
function isWithin(time: string, period: string): boolean | null {
  if (period === "") return true;
  // A time that is not in UTC is one that could not be read.
  const times = period.split("/").map((text) => (text.endsWith("Z") ? Date.parse(text) : Number.NaN));
  const [from = Number.NaN, until = Number.NaN, ...more] = times;
  if (Number.isNaN(from) || Number.isNaN(until) || more.length > 0) return null;
  return from <= Date.parse(time) && Date.parse(time) <= until;
}
