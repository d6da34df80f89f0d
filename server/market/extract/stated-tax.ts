import { amountKey } from "@/server/market/extract/amount";
import type { PriceDecision } from "@/server/market/extract/decide-price";
import type { ParsedPage } from "@/server/market/extract/document/parsed-page";
import { asSnippet, type StatedTax } from "@/server/market/extract/page-offer";
import type { PriceCandidate } from "@/server/market/extract/visible/price-candidate";
import { saysWithoutTax, saysWithTax, taxWords } from "@/server/market/extract/visible/tax-mark";
import type { VisiblePage } from "@/server/market/extract/visible/visible-prices";

/**
 * Returns what says whether a page's price includes tax: the words around it, else its data that say it does not; null
 * where nothing does, or where the words may be about something else.
 */
export function statedTaxOf(decision: PriceDecision & { found: true }, page: ParsedPage): StatedTax | null {
  const said = wordsOf(decision.visible?.best.candidate, page);
  if (said !== undefined) return said;
  // Shop systems write that the tax is included by how prices were entered, so that it says nothing of this one.
  if (decision.claim?.withoutTax === true)
    return { included: false, words: "valueAddedTaxIncluded: false", shown: false };
  return null;
}

/** Returns what says whether a price that a person has selected includes tax: its text, else the words around it. */
export function selectedTax(
  { amount, snippet }: { readonly amount: string; readonly snippet: string },
  page: ParsedPage,
  { prices }: VisiblePage,
): StatedTax | null {
  if (saysWithoutTax(snippet)) return { included: false, words: snippet, shown: true };
  if (saysWithTax(snippet)) return { included: true, words: snippet, shown: true };
  const seen = prices.find(({ key }) => key === amountKey(amount));
  return wordsOf(seen?.best.candidate, page) ?? null;
}

/** What the words around an amount say: null that they may be about something else, undefined nothing. */
function wordsOf(candidate: PriceCandidate | undefined, page: ParsedPage): StatedTax | null | undefined {
  const said = candidate && taxWords(candidate, page.text.lines);
  if (!said) return undefined;
  if (said.mark === "unclear") return null;
  return { included: said.mark === "with", words: asSnippet(said.words), shown: true };
}
