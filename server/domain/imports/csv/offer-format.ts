import { isCurrency } from "@/server/domain/currency";
import { PACK_SIZE_LENGTH } from "@/server/domain/items/pack-size";
import { type PageAddress, pageAddress } from "@/server/domain/page-address";
import { type CsvRow, cellsOf } from "./cells";
import { type FileForm, ownFields, ownNames } from "./file-form";
import type { ParsedRow } from "./own-format";

/** A competitor's page from one CSV row; undefined leaves the stored value of an offer that exists. */
export interface OfferRow {
  readonly sku: string;
  readonly page: PageAddress;
  readonly seller: string | undefined;
  readonly currency: string | undefined;
  readonly packSize: string | null | undefined;
  /** What delivery costs, as a decimal; its currency is the page's where it is null. */
  readonly shipping: { readonly amount: string; readonly currency: string | null } | null | undefined;
  /** A CSS selector of the element with the price. */
  readonly priceSelector: string | null | undefined;
}

export const OFFER_COLUMNS = [
  "sku",
  "url",
  "seller",
  "currency",
  "pack_size",
  "shipping",
  "price_selector",
] as const;
const NEEDED_OFFER_COLUMNS = ["sku", "url"] as const;

/** The longest selector that is accepted, in characters. */
export const SELECTOR_LENGTH = 300;

/** The message for an address that cannot be watched. */
export const NOT_A_PAGE = "This is not the http or https address of a page.";

/**
 * Reads a row of the offers format: an item's sku and a page; seller, currency, pack size, shipping and selector are
 * optional.
 */
function readOfferRow(row: CsvRow): ParsedRow<OfferRow> {
  const cells = cellsOf(row);
  const complain = (path: string, message: string) => cells.issues.push({ path, code: "invalid", message });
  const sku = cells.singleLine("sku", 200);
  const seller = cells.text("seller", 200) ?? undefined;
  const packSize = cells.text("pack_size", PACK_SIZE_LENGTH);
  const amount = cells.text("shipping", 40);
  const shipping = amount ? { amount, currency: null } : amount === undefined ? undefined : null;
  const priceSelector = cells.text("price_selector", SELECTOR_LENGTH);
  const currency = row["currency"] || undefined;
  const page = pageAddress(row["url"] ?? "");
  if (!sku) complain("sku", "The row has no SKU.");
  if (page === null) complain("url", row["url"] ? NOT_A_PAGE : "The row has no url.");
  if (currency !== undefined && !isCurrency(currency))
    complain("currency", `"${currency.slice(0, 20)}" is not a currency we know.`);
  if (!sku || page === null || cells.issues.length > 0) return { ok: false, issues: cells.issues };
  return { ok: true, value: { sku, page, seller, currency, packSize, shipping, priceSelector } };
}

/** A file of competitors' pages. */
export const offerForm: FileForm<OfferRow> = {
  id: "offers",
  title: "A list with one row a page",
  columns: ownNames(OFFER_COLUMNS),
  fields: ownFields(OFFER_COLUMNS),
  needed: NEEDED_OFFER_COLUMNS,
  amounts: ["shipping"],
  settable: ["seller", "currency"],
  writesPoints: true,
  reader: () => ({ read: readOfferRow }),
};
