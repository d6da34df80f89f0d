import { isCurrency } from "@/server/domain/currency";
import { PACK_SIZE_LENGTH } from "@/server/domain/items/pack-size";
import { type CsvRow, cellsOf } from "./cells";
import { type FileForm, ownFields, ownNames } from "./file-form";
import { isMerchantFeed, merchantFeed } from "./merchant-feed";
import type { ParsedRow } from "./own-format";
import { stockOf } from "./stock-words";
import { utcMs, whyNoTime } from "./time-cell";

/** A competitor's price from one CSV row; the amount in minor units. */
export interface ObservationRow {
  readonly sku: string;
  readonly seller: string;
  readonly price: bigint;
  readonly currency: string;
  readonly inStock: boolean | null;
  readonly packSize: string | null;
  /** What delivery costs, in minor units of the same currency; null where it is not known. */
  readonly shipping: bigint | null;
  readonly observedAtMs: number;
  readonly url: string | null;
}

/** Every column that is read. */
export const OBSERVATION_FIELDS = [
  "sku",
  "seller",
  "price",
  "currency",
  "in_stock",
  "pack_size",
  "shipping",
  "observed_at",
  "url",
] as const;
/** The columns that a file has to have. */
const OBSERVATION_COLUMNS = ["sku", "seller", "price", "currency", "observed_at"] as const;

/**
 * Reads a row of the observations format; every column but stock, pack size, shipping and address is required.
 * @param row the time in UTC, as `plainCells` writes it
 */
export function readObservationRow(row: CsvRow): ParsedRow<ObservationRow> {
  const cells = cellsOf(row);
  const sku = cells.singleLine("sku", 200);
  const seller = cells.text("seller", 200);
  const currency = row["currency"] ?? "";
  const price = isCurrency(currency) ? cells.amount("price", currency) : null;
  const shipping = (isCurrency(currency) ? cells.shipping("shipping", currency) : null) ?? null;
  const time = row["observed_at"] ?? "";
  const observedAtMs = utcMs(time);
  const word = row["in_stock"] ?? "";
  const inStock = stockOf(word);
  const complain = (path: string, message: string) => cells.issues.push({ path, code: "invalid", message });
  if (!sku) complain("sku", "The row has no SKU.");
  if (!seller) complain("seller", "The row has no seller.");
  if (!isCurrency(currency)) complain("currency", `"${currency.slice(0, 20)}" is not a currency we know.`);
  else if (row["price"] === "") complain("price", "The row has no price.");
  if (Number.isNaN(observedAtMs)) complain("observed_at", whyNoTime(time));
  if (word !== "" && inStock === undefined)
    complain("in_stock", "Write true or false, in stock or out of stock, or leave it empty.");
  const url = cells.link("url") ?? null;
  const packSize = cells.text("pack_size", PACK_SIZE_LENGTH) ?? null;
  if (!sku || !seller || price === null || price === undefined || cells.issues.length > 0)
    return { ok: false, issues: cells.issues };
  return {
    ok: true,
    value: { sku, seller, price, currency, inStock: inStock ?? null, packSize, shipping, observedAtMs, url },
    notes: cells.notes,
  };
}

/** A list of competitors' prices. */
const observationList: FileForm<ObservationRow> = {
  id: "observations",
  title: "A list with one row a price",
  columns: ownNames(OBSERVATION_FIELDS),
  fields: ownFields(OBSERVATION_FIELDS),
  needed: OBSERVATION_COLUMNS,
  amounts: ["price", "shipping"],
  amountNamesCurrency: "price",
  times: ["observed_at"],
  settable: ["seller", "currency", "in_stock", "observed_at"],
  writesPoints: true,
  reader: () => ({ read: readObservationRow }),
};

/** A competitor's feed of products for Google's Merchant Center and its like. */
const feed = merchantFeed(readObservationRow);

/** Returns the form of a file of competitors' prices, recognised by its header. */
export const observationForm = (columns: readonly string[]): FileForm<ObservationRow> =>
  isMerchantFeed(columns) ? feed : observationList;
