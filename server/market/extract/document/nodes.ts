import type { CheerioAPI } from "cheerio";

type Root = ReturnType<CheerioAPI["root"]>[number];
export type Child = Root["children"][number];
export type Element = Extract<Child, { attribs: unknown }>;
export type Parent = NonNullable<Child["parent"]>;

const TEXT_NODE = 3;

export const isElement = (node: Child | Parent | null | undefined): node is Element =>
  node !== null && node !== undefined && "attribs" in node;

/** Returns the text of a text node; null for any other node. */
export const textOfNode = (node: Child): string | null =>
  node.nodeType === TEXT_NODE && "data" in node ? node.data : null;

export const attribute = (element: Element, name: string): string => element.attribs[name] ?? "";

export const parentOf = (node: Child): Element | null => (isElement(node.parent) ? node.parent : null);

/** Returns the element and its ancestors, innermost first, at most `limit` of them. */
export function ancestorsOf(element: Element, limit: number): readonly Element[] {
  const chain: Element[] = [];
  for (let at: Element | null = element; at !== null && chain.length < limit; at = parentOf(at))
    chain.push(at);
  return chain;
}

/**
 * Iterates over all descendants of a node in document order; iterative, since a page may nest deeper than a call
 * stack.
 */
export function* below(top: Parent): Generator<Child> {
  const stack: Child[] = [...top.children].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    yield node;
    if (!("children" in node)) continue;
    for (let at = node.children.length - 1; at >= 0; at--) {
      const child = node.children[at];
      if (child !== undefined) stack.push(child);
    }
  }
}

const UNREAD = new Set(["script", "style", "noscript", "template", "head"]);

/** Returns the text of an element up to a number of characters, with white space collapsed. */
export function shortText(element: Element, limit: number): string {
  let text = "";
  for (const node of below(element)) {
    const data = textOfNode(node);
    const parent = parentOf(node);
    if (data === null || (parent !== null && UNREAD.has(parent.name))) continue;
    text += data.slice(0, limit * 2);
    if (text.length > limit * 3) break;
  }
  return text.replace(/\s+/g, " ").trim().slice(0, limit);
}
