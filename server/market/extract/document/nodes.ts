/** A run of text between two tags, with its entities decoded. */
export class Text {
  constructor(
    readonly data: string,
    readonly parent: Element,
  ) {}
}

export type Child = Element | Text;
export type Parent = Element;

/** What the class, id and similar attributes of elements say; elements with the same names share one. */
export type ElementNames = {
  /** Single words: `productPrice__old-2` yields product, price, old. */
  readonly words: ReadonlySet<string>;
  /** The whole names in lower case, separated by spaces, to find words written together. */
  readonly joined: string;
  /** Whether the names match an expression, as far as it was asked. */
  readonly matches: Map<RegExp, boolean>;
};

/** An element of a page. The root of a document is an element without a name and without a parent. */
export class Element {
  readonly children: Child[] = [];
  /** Set when the names are first read. */
  names: ElementNames | null = null;
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
/** Whoever asks for a short text asks about a small part of a page. */
const MOST_VISITED = 4_000;

/** Returns the text of an element up to a number of characters, with white space collapsed. */
export function shortText(element: Element, limit: number): string {
  const gathered = { text: "", limit, left: MOST_VISITED };
  gather(gathered, element);
  return gathered.text.replace(/\s+/g, " ").trim().slice(0, limit);
}

/** Adds the text below an element. The depth of a page's tree is limited, so that it cannot exhaust the call stack. */
function gather(gathered: { text: string; readonly limit: number; left: number }, element: Element): void {
  const isRead = !UNREAD.has(element.name);
  for (const child of element.children) {
    if (gathered.text.length > gathered.limit * 3 || gathered.left-- <= 0) return;
    if (child instanceof Element) gather(gathered, child);
    else if (isRead) gathered.text += child.data.slice(0, gathered.limit * 2);
  }
}
