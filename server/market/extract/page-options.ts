import { amountKey, isPriceAmount } from "@/server/market/extract/amount";
import { stockLexicon } from "@/server/market/extract/availability/stock-lexicon";
import {
  ancestorsOf,
  attribute,
  below,
  type Element,
  isElement,
  shortText,
} from "@/server/market/extract/document/nodes";
import type { ParsedPage } from "@/server/market/extract/document/parsed-page";
import { asSnippet, type PriceClaim } from "@/server/market/extract/page-offer";
import type { VisiblePage } from "@/server/market/extract/visible/visible-prices";
import { encloses } from "@/server/market/extract/visible/zones";
import { readPrices } from "@/server/market/price-text/read-price";
import type { PriceHints } from "@/server/market/price-text/reading";

const MOST_SELECTS = 20;
const MOST_NODES = 600;
const LEVELS = 6;
/** "+ $5.00", "(+5,00 €)", "add $5": what a choice costs on top. */
const SURCHARGE = /(?:[+±]|\b(?:add|plus|zzgl\.?|aufpreis))\s*\(?\p{Sc}?$/iu;

type Option = {
  readonly text: string;
  readonly selected: boolean;
  readonly amount: string;
  readonly currency: string | null;
};

/**
 * Returns the price in the options to choose from beside the buy button, for a page that shows none: where all have
 * one price that, else that of the selected one. Empty where several differ and the page selects none, where a choice
 * has no price although it can be bought, and where a choice only costs something on top.
 */
export function optionClaims(
  page: ParsedPage,
  { buy, prices }: VisiblePage,
  hints: PriceHints,
): readonly PriceClaim[] {
  if (buy === null || prices.some(({ score, onlyOther }) => score > 0 && !onlyOther)) return [];
  const chosen = page.index.selects
    .slice(0, MOST_SELECTS)
    .filter((select) => isBeside(page, select, buy.region))
    .flatMap((select) => chosenIn(select, hints) ?? []);
  const [first] = chosen;
  if (first === undefined || distinct(chosen) > 1) return [];
  const { amount, currency, text } = first;
  return [{ format: "page_options", amount, currency, kind: "exact", snippet: asSnippet(text) }];
}

/** Whether a list stands with the buy button in a form, or in a small part of the page. */
const isBeside = (
  page: ParsedPage,
  select: Element,
  buy: NonNullable<VisiblePage["buy"]>["region"],
): boolean =>
  ancestorsOf(select, LEVELS).some((block) => {
    const region = page.text.regions.get(block);
    return region !== undefined && !/^(?:body|main)$/.test(block.name) && encloses(region, buy);
  });

function chosenIn(select: Element, hints: PriceHints): Option | null {
  const options: Option[] = [];
  for (const option of optionsOf(select)) {
    const text = shortText(option, 160);
    if (attribute(option, "value") === "" && "value" in option.attribs) continue;
    const read = priceIn(text, hints);
    if (read !== null) options.push({ text, selected: "selected" in option.attribs, ...read });
    else if (!("disabled" in option.attribs) && stockLexicon(text)?.availability !== "out_of_stock")
      return null;
  }
  return distinct(options) === 1 ? (options[0] ?? null) : (options.find(({ selected }) => selected) ?? null);
}

function optionsOf(select: Element): readonly Element[] {
  const options: Element[] = [];
  let remaining = MOST_NODES;
  for (const node of below(select)) {
    if (remaining-- <= 0) return [];
    if (isElement(node) && node.name === "option") options.push(node);
  }
  return options;
}

/** Returns the one price that an option names, with its currency; null for none, several and one on top. */
function priceIn(text: string, hints: PriceHints): Pick<Option, "amount" | "currency"> | null {
  const named = readPrices(text, hints).filter(({ currencyText }) => currencyText !== null);
  const [price] = named;
  if (price === undefined || named.length > 1 || price.form !== "exact" || !isPriceAmount(price.amount))
    return null;
  return SURCHARGE.test(text.slice(0, price.start))
    ? null
    : { amount: price.amount, currency: price.currency };
}

const distinct = (options: readonly Option[]): number =>
  new Set(options.map(({ amount, currency }) => `${amountKey(amount)} ${currency}`)).size;
