import type { Element } from "@/server/market/extract/document/nodes";
import type { Line, Place } from "@/server/market/extract/document/rendered-text";
import type { PriceForm } from "@/server/market/price-text/reading";

/** A number on the page that may be the price of something. */
export type PriceCandidate = {
  /** Major units, decimal; the lower one of a range. */
  readonly amount: string;
  /** ISO 4217 where the text or the page's language tells it. */
  readonly currency: string | null;
  /** Whether the text itself names a currency. */
  readonly named: boolean;
  readonly form: PriceForm;
  readonly certain: boolean;
  readonly line: Line;
  readonly element: Element;
  readonly place: Place;
  /** Text of the line on either side, up to the next price, lower case. */
  readonly before: string;
  readonly behind: string;
  /** The short lines next to it when it is alone on its own. */
  readonly lineBefore: string;
  readonly lineBehind: string;
};
