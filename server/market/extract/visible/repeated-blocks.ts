import { wordsOf } from "@/server/market/extract/document/element-words";
import { type Element, isElement, parentOf } from "@/server/market/extract/document/nodes";
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

/**
 * How many blocks of the same build beside one that encloses this element hold a price as well: many in a list of
 * products, none around the price of the page's own. Blocks that hold the title are not looked at.
 */
export function blocksAlike(
  element: Element,
  title: Place | null,
  holders: ReadonlySet<Element>,
  text: RenderedText,
): { readonly count: number; readonly linked: boolean } {
  let count = 0;
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
    const isPriceRow = wordsOf(current).words.has("price") && level < 3;
    if (!isPriceRow) count = Math.max(count, siblings.length);
  }
  return { count, linked };
}
