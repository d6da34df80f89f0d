import { isNamed } from "@/server/market/extract/document/element-lexicon";
import {
  ancestorsOf,
  attribute,
  below,
  type Element,
  isElement,
  shortText,
} from "@/server/market/extract/document/nodes";
import { PRICE_NAME } from "@/server/market/extract/document/price-parts";
import type { Region, RenderedText } from "@/server/market/extract/document/rendered-text";
import { likeness } from "@/server/market/extract/likeness";
import type { PriceCandidate } from "@/server/market/extract/visible/price-candidate";
import { LIMIT_LABEL, NOW_LABEL } from "@/server/market/extract/visible/price-lexicon";
import { taxMark } from "@/server/market/extract/visible/tax-mark";
import { encloses } from "@/server/market/extract/visible/zones";
import { ALIKE } from "@/server/market/extract/weights/page-weights";

const HEADING = /^h[1-6]$/;
const HEADING_LEVELS = 5;
const WORDS_BEFORE = /\p{L}{2,}\s*$/u;
const WORDS_BEHIND = /^\s*(?:\p{L}{3,}\s+\p{L}{3,}|on\s+\p{L})/u;
const SEPARATOR = /^\s*[·|•:;,()–—-]/u;
const LABEL_BEFORE = new RegExp(`${NOW_LABEL.source}\\s*$`, "u");

/** Whether an amount limits others ("under $500"), or is a part of a heading's sentence ("$1 million insurance"). */
export function isInSentence(candidate: PriceCandidate): boolean {
  const { before, after, element } = candidate;
  if (LIMIT_LABEL.test(before)) return true;
  const near = ancestorsOf(element, HEADING_LEVELS);
  const heading = near.findIndex(({ name }) => HEADING.test(name));
  if (heading === -1 || near.slice(0, heading + 1).some((one) => isNamed(one, PRICE_NAME))) return false;
  const isLabel = LABEL_BEFORE.test(before) || taxMark(candidate) !== null;
  return !isLabel && !SEPARATOR.test(after) && (WORDS_BEFORE.test(before) || WORDS_BEHIND.test(after));
}

/** What tells a card of another product from the page's own. */
export type Identity = {
  readonly text: RenderedText;
  readonly title: Region | null;
  /** The names of the page's product. */
  readonly names: readonly string[];
  /** Whether a link leads to the page itself. */
  readonly isOwn: (href: string) => boolean;
};

const CARD_LEVELS = 7;
const MOST_NODES = 150;
const LONGEST_CARD = 300;

/**
 * Whether an amount stands in a card of another product: a small block that begins with the product's name or picture
 * as its one link, which leads to another page.
 */
export function isOfOtherCard({ element, region }: PriceCandidate, page: Identity): boolean {
  for (const block of ancestorsOf(element, CARD_LEVELS)) {
    const around = page.text.regions.get(block);
    if (around === undefined || (page.title !== null && encloses(around, page.title))) return false;
    if (shortText(block, LONGEST_CARD + 1).length > LONGEST_CARD) return false;
    const links = productLinks(block, page);
    if (links === null || links.length > 1) return false;
    const [link] = links;
    if (link === undefined) continue;
    const at = page.text.regions.get(link);
    return at !== undefined && at.enter <= region.enter;
  }
  return false;
}

/**
 * Returns the links below or around a block that show a product of another page, one for each address; null where the
 * block has a page's first heading, so that it is the page's own.
 */
function productLinks(block: Element, page: Identity): readonly Element[] | null {
  const links = new Map<string, Element>();
  let remaining = MOST_NODES;
  const nodes = block.name === "a" ? [block] : below(block);
  for (const node of nodes) {
    if (remaining-- <= 0) break;
    if (isElement(node) && node.name === "h1") return null;
    if (!isElement(node) || node.name !== "a" || !showsProduct(node)) continue;
    const href = attribute(node, "href");
    if (/^(?:$|#|\?|javascript:|mailto:|tel:)/i.test(href) || page.isOwn(href)) continue;
    const text = shortText(node, 120);
    if (text !== "" && page.names.some((name) => likeness(text, name) >= ALIKE.card)) continue;
    links.set(href, node);
  }
  return [...links.values()];
}

/** Whether a link is in a heading, or holds one. */
function showsProduct(link: Element): boolean {
  if (ancestorsOf(link, 3).some(({ name }) => HEADING.test(name))) return true;
  let remaining = 20;
  for (const node of below(link)) {
    if (remaining-- <= 0) return false;
    if (isElement(node) && HEADING.test(node.name) && /\p{L}{3}/u.test(shortText(node, 40))) return true;
  }
  return false;
}
