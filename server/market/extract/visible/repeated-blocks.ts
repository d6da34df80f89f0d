import { below, type Element, isElement, parentOf, shortText } from "@/server/market/extract/document/nodes";
import type { Place, RenderedText } from "@/server/market/extract/document/rendered-text";
import { encloses } from "@/server/market/extract/visible/zones";

const MOST_ABOVE = 14;

const signatureOf = (element: Element): string => {
  const [first = ""] = (element.attribs["class"] ?? "").split(/\s+/);
  return `${element.name}.${first}`;
};

/** The elements that hold a price, with all that encloses them. */
export function priceHolders(elements: readonly Element[]): ReadonlySet<Element> {
  const holders = new Set<Element>();
  for (const element of elements) {
    for (let at: Element | null = element; at !== null && !holders.has(at); at = parentOf(at)) holders.add(at);
  }
  return holders;
}

const LONG_LINK = 12;
const LOOKED_AT = 120;
const cards = new WeakMap<Element, boolean>();

/** Whether a block shows a thing of its own: a picture, a heading or a link with a name. Rows of a price list do not. */
function isCard(block: Element): boolean {
  const before = cards.get(block);
  if (before !== undefined) return before;
  let made = false;
  let left = LOOKED_AT;
  for (const node of below(block)) {
    if (left-- <= 0) break;
    if (!isElement(node)) continue;
    const named = node.name === "a" && shortText(node, 40).length >= LONG_LINK && !/^t[rdh]$/.test(block.name);
    if (node.name === "img" || /^h[2-6]$/.test(node.name) || named) made = true;
    if (made) break;
  }
  cards.set(block, made);
  return made;
}

/**
 * How many blocks of the same build beside one that encloses this element hold a price as well: many in a list of
 * products (`count`) or of options (`rows`), none around the price of the page's own. Blocks that hold the title are
 * not looked at.
 */
export function blocksAlike(
  element: Element,
  title: Place | null,
  holders: ReadonlySet<Element>,
  text: RenderedText,
): { readonly count: number; readonly rows: number; readonly linked: boolean } {
  let count = 0;
  let rows = 0;
  let linked = false;
  let at: Element | null = element;
  for (let level = 0; at !== null && level < MOST_ABOVE; level++, at = parentOf(at)) {
    const place = text.places.get(at);
    if (place === undefined || (title !== null && encloses(place, title))) break;
    if (at.name === "a" && /^(?!#|javascript:)./.test(at.attribs["href"] ?? "")) linked = true;
    const current: Element = at;
    const signature = signatureOf(current);
    const siblings = (current.parent?.children ?? []).filter(
      (one) => isElement(one) && one !== current && holders.has(one) && signatureOf(one) === signature,
    );
    if (siblings.length === 0) continue;
    if (isCard(current)) count = Math.max(count, siblings.length);
    else rows = Math.max(rows, siblings.length);
  }
  return { count, rows, linked };
}
