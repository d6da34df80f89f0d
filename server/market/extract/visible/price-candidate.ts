import type { Line } from "@/server/market/extract/document/lines";
import type { Element } from "@/server/market/extract/document/nodes";
import type { Region } from "@/server/market/extract/document/rendered-text";
import type { PriceForm } from "@/server/market/price-text/reading";

/** A number on the page that may be a price. */
export type PriceCandidate = {
  /** Major units, decimal; the lower one of a range. */
  readonly amount: string;
  /** ISO 4217 when the text or the page's language determines it. */
  readonly currency: string | null;
  /** Whether the text itself contains a currency. */
  readonly named: boolean;
  readonly form: PriceForm;
  readonly certain: boolean;
  readonly line: Line;
  readonly element: Element;
  readonly region: Region;
  /** Text of the line on either side, up to the next price, in lower case. */
  readonly before: string;
  readonly after: string;
  /** Whether no other price follows in its line, so that the text behind it is about this one. */
  readonly last: boolean;
  /** The short adjacent lines when the price is alone on its line. */
  readonly lineBefore: string;
  readonly lineAfter: string;
};
