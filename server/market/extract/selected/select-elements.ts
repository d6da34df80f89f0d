import { compile, selectAll } from "css-select";
import {
  type Child,
  type Element,
  isElement,
  parentOf,
  textOfNode,
} from "@/server/market/extract/document/nodes";

/** Looks at nodes for one selector; a page of 18,000 elements takes some ten thousands. */
const MOST_LOOKS = 2_000_000;

/** A selector whose search on a page was given up. */
export class CostlySelector extends Error {}

type Looks = { left: number };

function look(looks: Looks): void {
  if (looks.left-- <= 0) throw new CostlySelector("The selector takes too many steps on this page.");
}

const childrenOf = (node: Child): Child[] => (isElement(node) ? node.children : []);

/** Describes our nodes to the library; each look at one is counted. */
const adapterFor = (looks: Looks) => ({
  isTag: (node: Child): node is Element => {
    look(looks);
    return isElement(node);
  },
  getAttributeValue: (element: Element, name: string): string | undefined => {
    look(looks);
    return element.attribs[name];
  },
  getChildren: (node: Child): Child[] => {
    look(looks);
    return childrenOf(node);
  },
  getName: (element: Element): string => element.name,
  getParent: (element: Element): Child | null => {
    look(looks);
    return parentOf(element);
  },
  getSiblings: (node: Child): Child[] => {
    const siblings = node.parent === null ? [node] : node.parent.children;
    looks.left -= siblings.length;
    look(looks);
    return siblings;
  },
  getText: (node: Child): string => {
    look(looks);
    return textOfNode(node) ?? "";
  },
  hasAttrib: (element: Element, name: string): boolean => {
    look(looks);
    return element.attribs[name] !== undefined;
  },
  removeSubsets: (nodes: Child[]): Child[] => nodes,
});

/** Why a text selects nothing on any page. */
export type SelectorFault = "no_selector" | "never_matches";

/** As a browser's `querySelectorAll` takes selectors: none begins with a combinator. */
const options = () => ({
  adapter: adapterFor({ left: MOST_LOOKS }),
  cacheResults: false,
  relativeSelector: false,
});

const compiled = (selector: string) => compile<Child, Element>(selector, options());

/** The library compiles every selector that matches no element to one and the same function. */
const NEVER = compiled(":not(*)");

/**
 * Returns why a text cannot select anything on a page as it was fetched: it is no CSS selector, names a pseudo-element
 * or a state that is not known, or asks for what only a browser has, such as `:hover`. Null for any other text.
 */
export function faultOfSelector(text: string): SelectorFault | null {
  if (text.trim() === "") return "no_selector";
  try {
    return compiled(text) === NEVER ? "never_matches" : null;
  } catch {
    return "no_selector";
  }
}

/**
 * Returns the elements that a selector selects in a document, in its order.
 * @param root the root of the document
 * @throws CostlySelector when the search takes too many steps
 */
export function selectElements(root: Element, selector: string): readonly Element[] {
  return selectAll<Child, Element>(selector, root.children, options());
}
