import type { PriceDecision } from "@/server/market/extract/decide-price";
import type { ParsedPage } from "@/server/market/extract/document/parsed-page";
import { asSnippet, type WithoutTax } from "@/server/market/extract/page-offer";
import { taxWords } from "@/server/market/extract/visible/tax-mark";

/**
 * Returns what says that a page's price is without tax: the words around it, else its data or the names of its
 * elements; null where nothing does, or where words say that the tax is in it.
 */
export function withoutTaxOf(decision: PriceDecision & { found: true }, page: ParsedPage): WithoutTax | null {
  const seen = decision.visible?.best ?? null;
  const said = seen === null ? null : taxWords(seen.candidate, page.text.lines);
  if (said !== null) return said.mark === "with" ? null : { words: asSnippet(said.words), shown: true };
  if (decision.claim?.withoutTax === true) return { words: "valueAddedTaxIncluded: false", shown: false };
  return null;
}
