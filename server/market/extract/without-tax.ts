import { amountKey } from "@/server/market/extract/amount";
import type { PriceDecision } from "@/server/market/extract/decide-price";
import type { ParsedPage } from "@/server/market/extract/document/parsed-page";
import { asSnippet, type WithoutTax } from "@/server/market/extract/page-offer";
import type { PriceCandidate } from "@/server/market/extract/visible/price-candidate";
import { saysWithoutTax, taxWords } from "@/server/market/extract/visible/tax-mark";
import type { VisiblePage } from "@/server/market/extract/visible/visible-prices";

/**
 * Returns what says that a page's price is without tax: the words around it, else its data or the names of its
 * elements; null where nothing does, or where words say that the tax is in it.
 */
export function withoutTaxOf(decision: PriceDecision & { found: true }, page: ParsedPage): WithoutTax | null {
  const said = wordsOf(decision.visible?.best.candidate, page);
  if (said !== undefined) return said;
  if (decision.claim?.withoutTax === true) return { words: "valueAddedTaxIncluded: false", shown: false };
  return null;
}

/** Returns what says that a price is without tax which a person has selected: its text, else the words around it. */
export function selectedWithoutTax(
  { amount, snippet }: { readonly amount: string; readonly snippet: string },
  page: ParsedPage,
  { prices }: VisiblePage,
): WithoutTax | null {
  if (saysWithoutTax(snippet)) return { words: snippet, shown: true };
  const seen = prices.find(({ key }) => key === amountKey(amount));
  return wordsOf(seen?.best.candidate, page) ?? null;
}

/** What the words around an amount say: null that the tax is in it, undefined nothing. */
function wordsOf(candidate: PriceCandidate | undefined, page: ParsedPage): WithoutTax | null | undefined {
  const said = candidate && taxWords(candidate, page.text.lines);
  if (!said) return undefined;
  return said.mark === "with" ? null : { words: asSnippet(said.words), shown: true };
}
