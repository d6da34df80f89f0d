import { isCurrency } from "@/server/domain/currency";
import { type CsvRow, cellsOf } from "./cells";
import { type FileForm, ownFields, ownNames } from "./file-form";
import type { ParsedRow } from "./own-format";
import { utcMs, whyNoTime } from "./time-cell";

/** A price of an item from before it was recorded. Amounts are minor units of the currency, times since 1970. */
export interface EarlierPriceRow {
  readonly sku: string;
  readonly price: bigint;
  readonly currency: string;
  readonly compareAt: bigint | null;
  readonly fromMs: number;
  /** Null: until the next price of the item, or what was recorded. */
  readonly untilMs: number | null;
}

/** Every column that is read. */
export const EARLIER_PRICE_FIELDS = [
  "sku",
  "price",
  "currency",
  "compare_at_price",
  "valid_from",
  "valid_until",
] as const;

/** Reads a row of the earlier prices' format. @param row times in UTC, as `plainCells` writes them */
function readEarlierPriceRow(row: CsvRow): ParsedRow<EarlierPriceRow> {
  const cells = cellsOf(row);
  const complain = (path: string, message: string) => cells.issues.push({ path, code: "invalid", message });
  const sku = cells.singleLine("sku", 200);
  const currency = row["currency"] ?? "";
  const price = isCurrency(currency) ? cells.amount("price", currency) : null;
  const compareAt = (isCurrency(currency) ? cells.amount("compare_at_price", currency) : null) ?? null;
  const [from = "", until = ""] = [row["valid_from"], row["valid_until"]];
  const fromMs = utcMs(from);
  const untilMs = until === "" ? null : utcMs(until);
  if (!sku) complain("sku", "The row has no SKU.");
  if (!isCurrency(currency)) complain("currency", `"${currency.slice(0, 20)}" is not a currency we know.`);
  else if (row["price"] === "") complain("price", "The row has no price.");
  if (from === "") complain("valid_from", "The row does not say from when the price was charged.");
  else if (Number.isNaN(fromMs)) complain("valid_from", whyNoTime(from));
  if (Number.isNaN(untilMs)) complain("valid_until", whyNoTime(until));
  if (!sku || price === null || price === undefined || cells.issues.length > 0)
    return { ok: false, issues: cells.issues };
  return { ok: true, value: { sku, price, currency, compareAt, fromMs, untilMs }, notes: cells.notes };
}

/** A list of what shoppers could pay before it was recorded. */
export const earlierPriceForm: FileForm<EarlierPriceRow> = {
  id: "earlier_prices",
  title: "A list with one row a price and the time from when it was charged",
  columns: ownNames(EARLIER_PRICE_FIELDS),
  fields: ownFields(EARLIER_PRICE_FIELDS),
  needed: ["sku", "price", "currency", "valid_from"],
  amounts: ["price", "compare_at_price"],
  amountNamesCurrency: "price",
  times: ["valid_from", "valid_until"],
  ends: ["valid_until"],
  settable: ["currency"],
  writesPoints: true,
  reader: () => ({ read: readEarlierPriceRow }),
};
