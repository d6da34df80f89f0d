import { stockLexicon } from "@/server/market/extract/availability/stock-lexicon";
import { ancestorsOf, type Element, isElement, parentOf } from "@/server/market/extract/document/nodes";
import type { ParsedPage } from "@/server/market/extract/document/parsed-page";
import type { Region } from "@/server/market/extract/document/rendered-text";
import { type Availability, asSnippet } from "@/server/market/extract/page-offer";
import { controlText, isEnabled } from "@/server/market/extract/visible/buy-button";
import type { VisiblePage } from "@/server/market/extract/visible/visible-prices";
import { encloses, isElsewhere } from "@/server/market/extract/visible/zones";

export type StockWord = {
  readonly availability: Availability;
  readonly snippet: string;
  /** Whether the text is that of a button, such as "sold out" in place of "buy". */
  readonly button: boolean;
};

const MAX_LINE_LENGTH = 90;
const BEHIND = 1500;
const AHEAD = 250;

/** Returns the availability texts near the title, price and buy button, in document order. */
export function visibleStock(page: ParsedPage, visible: VisiblePage): readonly StockWord[] {
  const marks = [visible.title, visible.buy?.region, visible.prices[0]?.best.candidate.region].flatMap(
    (region) => region ?? [],
  );
  if (marks.length === 0) return [];
  const from = Math.min(...marks.map((region) => region.position)) - AHEAD;
  const to = Math.max(...marks.map((region) => region.position)) + BEHIND;
  const buttons = new Set(page.text.controls.filter((control) => control.name !== "a"));
  const stockWords: StockWord[] = [];
  for (const line of page.text.lines) {
    const [part] = line.parts;
    if (
      part === undefined ||
      line.position < from ||
      line.position > to ||
      line.text.length > MAX_LINE_LENGTH
    )
      continue;
    const availability = stockLexicon(line.text);
    if (availability === null || !isAboutMain(page, part.element, marks)) continue;
    const button = ancestorsOf(part.element, 4).some((one) => buttons.has(one));
    stockWords.push({ availability, snippet: asSnippet(line.text), button });
  }
  return [...stockWords, ...silentButtons(page, from, to)];
}

/** Button-like inputs have their text in an attribute. */
function silentButtons(page: ParsedPage, from: number, to: number): readonly StockWord[] {
  return page.text.controls.flatMap((element) => {
    const region = page.text.regions.get(element);
    if (element.name !== "input" || region === undefined || region.position < from || region.position > to)
      return [];
    const availability = stockLexicon(controlText(element));
    if (availability === null || (availability === "in_stock" && !isEnabled(element))) return [];
    return [{ availability, snippet: asSnippet(controlText(element)), button: true }];
  });
}

/** Whether an element is visible, in the main part of the page, and not one of several choices such as sizes. */
function isAboutMain(page: ParsedPage, element: Element, marks: readonly Region[]): boolean {
  if (page.text.regions.get(element)?.hidden) return false;
  const chain = ancestorsOf(element, 40);
  const isOutside = chain.some((one) => {
    const region = page.text.regions.get(one);
    return (
      region !== undefined &&
      isElsewhere(one) &&
      !isDelivery(one) &&
      !marks.some((mark) => encloses(region, mark))
    );
  });
  return !isOutside && !isOneOfMany(element);
}

/** Shops often state availability in the part about delivery. */
const isDelivery = (element: Element): boolean =>
  /deliver|shipping|versand|liefer|livraison|stock|availab/i.test(
    `${element.attribs["class"] ?? ""} ${element.attribs["id"] ?? ""}`,
  );

function isOneOfMany(element: Element): boolean {
  let at: Element | null = element;
  for (let level = 0; at !== null && level < 6; level++, at = parentOf(at)) {
    const current: Element = at;
    if (!/^(?:li|label|option|tr|button|a)$/.test(current.name)) continue;
    const alike = (current.parent?.children ?? []).filter(
      (one) =>
        isElement(one) && one.name === current.name && one.attribs["class"] === current.attribs["class"],
    );
    if (alike.length >= 3) return true;
  }
  return false;
}
