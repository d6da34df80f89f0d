import { compile, selectAll } from "css-select";
import type { Element } from "@/server/market/extract/document/nodes";
import { type Child, isElement, textOfNode } from "@/server/market/extract/document/nodes";

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
    return element.parent;
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

/** Whether a text is a CSS selector that can be searched for: no pseudo-elements, and no states of a browser. */
export function isSelector(text: string): boolean {
  if (text.trim() === "") return false;
  const adapter = adapterFor({ left: MOST_LOOKS });
  try {
    return typeof compile<Child, Element>(text, { adapter, cacheResults: false }) === "function";
  } catch {
    return false;
  }
}

/**
 * Returns the elements that a selector selects below an element, in document order.
 * @throws CostlySelector when the search takes too many steps
 */
export function selectElements(root: Element, selector: string): readonly Element[] {
  const adapter = adapterFor({ left: MOST_LOOKS });
  return selectAll<Child, Element>(selector, [root], { adapter, cacheResults: false });
}
