import { amountKey, fieldAmount, isPriceAmount } from "@/server/market/extract/amount";
import { attribute, type Element, shortText } from "@/server/market/extract/document/nodes";
import { asSnippet, type SelectorFailure } from "@/server/market/extract/page-offer";
import { CostlySelector, selectElements } from "@/server/market/extract/selected/select-elements";
import { readPrices } from "@/server/market/price-text/read-price";
import type { PriceHints } from "@/server/market/price-text/reading";

export type SelectedPrice =
  | {
      readonly found: true;
      readonly amount: string;
      /** ISO 4217 when the selected text names it. */
      readonly currency: string | null;
      readonly snippet: string;
    }
  | { readonly found: false; readonly reason: SelectorFailure; readonly snippet: string };

const MOST_SELECTED = 50;

/**
 * Returns the price in the elements that a selector selects. Several elements count as one price when they show the
 * same amount; different amounts are none.
 */
export function selectedPrice(root: Element, selector: string, hints: PriceHints): SelectedPrice {
  const elements = selected(root, selector);
  if (elements === null) return { found: false, reason: "selector_too_costly", snippet: "" };
  if (elements.length === 0) return { found: false, reason: "selector_matches_nothing", snippet: "" };
  const texts = elements.slice(0, MOST_SELECTED).map(textOf);
  const snippet = asSnippet(texts.join(" | "));
  const amounts = texts.flatMap((text) => amountsIn(text, hints));
  const [first] = amounts;
  if (first === undefined) return { found: false, reason: "selector_without_price", snippet };
  const isOne = amounts.every(
    ({ amount, currency }) => amountKey(amount) === amountKey(first.amount) && currency === first.currency,
  );
  if (!isOne || elements.length > MOST_SELECTED)
    return { found: false, reason: "selector_with_several_prices", snippet };
  return { found: true, ...first, snippet };
}

function selected(root: Element, selector: string): readonly Element[] | null {
  try {
    return selectElements(root, selector);
  } catch (error) {
    if (error instanceof CostlySelector) return null;
    throw error;
  }
}

/** Returns what an element states: its `content` or `value`, else its text. */
const textOf = (element: Element): string =>
  attribute(element, "content") || attribute(element, "value") || shortText(element, 200);

type Amount = { readonly amount: string; readonly currency: string | null };

/** Returns the amounts that may be the article's price; a text without a currency is one bare number, or none. */
function amountsIn(text: string, hints: PriceHints): readonly Amount[] {
  const prices = readPrices(text, hints).filter(
    ({ form, amount, highAmount }) => form === "exact" && highAmount === null && isPriceAmount(amount),
  );
  if (prices.length > 0)
    return prices.map(({ amount, currency, currencyText }) => ({
      amount,
      currency: currencyText === null ? null : currency,
    }));
  const bare = readPrices(text, hints).length === 0 ? fieldAmount(text, hints) : null;
  return bare === null ? [] : [bare];
}
