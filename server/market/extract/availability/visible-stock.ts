import { type StockStatement, stockLexicon } from "@/server/market/extract/availability/stock-lexicon";
import { isDormantBadge, stateAround } from "@/server/market/extract/availability/stock-state";
import type { Line } from "@/server/market/extract/document/lines";
import { ancestorsOf, type Element, isElement, parentOf } from "@/server/market/extract/document/nodes";
import type { ParsedPage } from "@/server/market/extract/document/parsed-page";
import type { Region } from "@/server/market/extract/document/rendered-text";
import { asSnippet } from "@/server/market/extract/page-offer";
import { controlText, isEnabled } from "@/server/market/extract/visible/buy-button";
import type { VisiblePage } from "@/server/market/extract/visible/visible-prices";
import { encloses, isElsewhere } from "@/server/market/extract/visible/zones";

export type StockWord = StockStatement & {
  readonly snippet: string;
  /** Whether the text is between or beside the title, the price and the buy button. */
  readonly near: boolean;
};

const MAX_LINE_LENGTH = 90;
const BEHIND = 1500;
const AHEAD = 250;
const BESIDE = 400;
/** Without any of the marks, only the beginning of a page can be about its article. */
const BEGINNING = 1500;

/** Positions between which a page speaks of its article. */
type Span = { readonly from: number; readonly to: number; readonly nearTo: number };

/** Returns the availability texts near the title, price and buy button, in document order. */
export function visibleStock(page: ParsedPage, visible: VisiblePage): readonly StockWord[] {
  const [price] = visible.prices;
  const marks = [
    visible.title,
    visible.buy?.region,
    price !== undefined && price.score > 0 ? price.best.candidate.region : null,
  ].flatMap((region) => region ?? []);
  const span = spanOf(marks);
  const stockWords: StockWord[] = [];
  for (const line of page.text.lines) {
    const [part] = line.parts;
    if (part === undefined || line.text.length > MAX_LINE_LENGTH) continue;
    if (line.position < span.from || line.position > span.to) continue;
    const stated = statementOf(line, part.element, visible.buy);
    if (stated === null || !isAboutMain(page, part.element, marks)) continue;
    if (marks.length === 0 && stated.kind !== "ended") continue;
    stockWords.push({ ...stated, snippet: asSnippet(line.text), near: line.position <= span.nearTo });
  }
  return [...stockWords, ...silentButtons(page, span)];
}

function statementOf({ text }: Line, element: Element, buy: VisiblePage["buy"]): StockStatement | null {
  const stated = stockLexicon(text);
  if (stated === null) return null;
  const canBuy = buy?.enabled === true && !buy.region.hidden && !buy.doubtful;
  return canBuy && isDormantBadge(element) ? null : (stateAround(element) ?? stated);
}

function spanOf(marks: readonly Region[]): Span {
  if (marks.length === 0) return { from: 0, to: BEGINNING, nearTo: BEGINNING };
  const positions = marks.map((region) => region.position);
  const last = Math.max(...positions);
  return { from: Math.min(...positions) - AHEAD, to: last + BEHIND, nearTo: last + BESIDE };
}

/** Button-like inputs have their text in an attribute. */
function silentButtons(page: ParsedPage, { from, to, nearTo }: Span): readonly StockWord[] {
  return page.text.controls.flatMap((element) => {
    const region = page.text.regions.get(element);
    if (element.name !== "input" || region === undefined || region.hidden) return [];
    if (region.position < from || region.position > to) return [];
    const text = controlText(element);
    const stated = stockLexicon(text);
    if (stated === null || (stated.availability === "in_stock" && !isEnabled(element))) return [];
    return [{ ...stated, snippet: asSnippet(text), near: region.position <= nearTo }];
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

const CHOICES = 3;
const CHOICE_TAGS = new Set(["li", "label", "option", "tr", "button", "a"]);

function isOneOfMany(element: Element): boolean {
  let at: Element | null = element;
  for (let level = 0; at !== null && level < 6; level++, at = parentOf(at)) {
    if (CHOICE_TAGS.has(at.name) && alikeBeside(at) >= CHOICES) return true;
  }
  return false;
}

const counts = new WeakMap<Element, ReadonlyMap<string, number>>();
const kindOf = (element: Element): string => `${element.name} ${element.attribs["class"] ?? ""}`;

/** Counts the children of an element's parent with its tag and class. Each parent is counted once. */
function alikeBeside(element: Element): number {
  const { parent } = element;
  if (parent === null) return 1;
  let kinds = counts.get(parent);
  if (kinds === undefined) {
    kinds = countedKinds(parent);
    counts.set(parent, kinds);
  }
  return kinds.get(kindOf(element)) ?? 0;
}

function countedKinds(parent: Element): ReadonlyMap<string, number> {
  const kinds = new Map<string, number>();
  for (const child of parent.children) {
    if (!isElement(child) || !CHOICE_TAGS.has(child.name)) continue;
    const kind = kindOf(child);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return kinds;
}
