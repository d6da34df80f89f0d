/** A run of text between two tags, with its entities decoded. */
export class Text {
  constructor(
    readonly data: string,
    readonly parent: Element,
  ) {}
}

export type Child = Element | Text;
export type Parent = Element;

/** An element of a page. The root of a document is an element without a name and without a parent. */
export class Element {
  readonly children: Child[] = [];
  constructor(
    readonly name: string,
    readonly attribs: Readonly<Record<string, string>>,
    readonly parent: Element | null,
  ) {}
}

export const isElement = (node: Child | Parent | null | undefined): node is Element =>
  node instanceof Element;

/** Returns the text of a text node; null for any other node. */
export const textOfNode = (node: Child): string | null => (node instanceof Text ? node.data : null);

export const attribute = (element: Element, name: string): string => element.attribs[name] ?? "";

/** Returns the element that a node is in; null for one directly below the root. */
export const parentOf = (node: Child): Element | null =>
  node.parent === null || node.parent.parent === null ? null : node.parent;

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
    if (!isElement(node)) continue;
    for (let at = node.children.length - 1; at >= 0; at--) {
      const child = node.children[at];
      if (child !== undefined) stack.push(child);
    }
  }
}

const UNREAD = new Set(["noscript", "template", "head"]);

/** Returns the text of an element up to a number of characters, with white space collapsed. */
export function shortText(element: Element, limit: number): string {
  let text = "";
  for (const node of below(element)) {
    const data = textOfNode(node);
    if (data === null || UNREAD.has(node.parent?.name ?? "")) continue;
    text += data.slice(0, limit * 2);
    if (text.length > limit * 3) break;
  }
  return text.replace(/\s+/g, " ").trim().slice(0, limit);
}
