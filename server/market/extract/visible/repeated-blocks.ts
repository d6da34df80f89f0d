import { below, type Element, isElement, parentOf, shortText } from "@/server/market/extract/document/nodes";
import type { Region, RenderedText } from "@/server/market/extract/document/rendered-text";
import { encloses } from "@/server/market/extract/visible/zones";

const MAX_ABOVE = 14;

const signatureOf = (element: Element): string => {
  const [first = ""] = (element.attribs["class"] ?? "").split(/\s+/);
  return `${element.name}.${first}`;
};

/** For each parent: how many of its children with the same tag and class contain a price. */
export type PriceHolders = ReadonlyMap<unknown, ReadonlyMap<string, number>>;

export function priceHolders(elements: readonly Element[]): PriceHolders {
  const seen = new Set<Element>();
  const byParent = new Map<unknown, Map<string, number>>();
  for (const element of elements) {
    for (let at: Element | null = element; at !== null && !seen.has(at); at = parentOf(at)) {
      seen.add(at);
      const alike = byParent.get(at.parent) ?? new Map<string, number>();
      const signature = signatureOf(at);
      alike.set(signature, (alike.get(signature) ?? 0) + 1);
      byParent.set(at.parent, alike);
    }
  }
  return byParent;
}

const LONG_LINK = 12;
const LOOKED_AT = 120;
const cards = new WeakMap<Element, boolean>();

/**
 * Whether a block shows a product of its own: a picture, a heading or a link with a name. Rows of a price list do
 * not.
 */
function isCard(block: Element): boolean {
  const cached = cards.get(block);
  if (cached !== undefined) return cached;
  let made = false;
  let remaining = LOOKED_AT;
  for (const node of below(block)) {
    if (remaining-- <= 0) break;
    if (!isElement(node)) continue;
    const named =
      node.name === "a" && shortText(node, 40).length >= LONG_LINK && !/^t[rdh]$/.test(block.name);
    const headed = /^h[2-6]$/.test(node.name) && /\p{L}{4}/u.test(shortText(node, 60));
    if (node.name === "img" || headed || named) made = true;
    if (made) break;
  }
  cards.set(block, made);
  return made;
}

/**
 * Counts the blocks with the same tag and class beside an ancestor of this element that contain a price as well: many
 * in a list of products (`count`) or of options (`rows`), none around the page's main price. Blocks that contain the
 * title are ignored.
 */
export function blocksAlike(
  element: Element,
  title: Region | null,
  holders: PriceHolders,
  text: RenderedText,
): { readonly count: number; readonly rows: number; readonly linked: boolean } {
  let count = 0;
  let rows = 0;
  let linked = false;
  let at: Element | null = element;
  for (let level = 0; at !== null && level < MAX_ABOVE; level++, at = parentOf(at)) {
    const region = text.regions.get(at);
    if (region === undefined || (title !== null && encloses(region, title))) break;
    if (at.name === "a" && /^(?!#|javascript:)./.test(at.attribs["href"] ?? "")) linked = true;
    const siblings = (holders.get(at.parent)?.get(signatureOf(at)) ?? 1) - 1;
    if (siblings === 0) continue;
    if (isCard(at)) count = Math.max(count, siblings);
    else rows = Math.max(rows, siblings);
  }
  return { count, rows, linked };
}
