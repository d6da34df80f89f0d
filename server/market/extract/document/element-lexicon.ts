import { attribute, type Element } from "@/server/market/extract/document/nodes";

const NAMING = [
  "class",
  "id",
  "itemprop",
  "name",
  "data-testid",
  "data-test",
  "data-qa",
  "data-role",
  "data-type",
];
const cache = new WeakMap<Element, ElementWords>();

export type ElementWords = {
  /** Single words: `productPrice__old-2` yields product, price, old. */
  readonly words: ReadonlySet<string>;
  /** The whole names in lower case, separated by spaces, to find words written together. */
  readonly joined: string;
};

/** Returns the words of an element's class, id and similar names. */
export function elementWords(element: Element): ElementWords {
  const cached = cache.get(element);
  if (cached !== undefined) return cached;
  const custom = element.name.includes("-") ? [element.name] : [];
  const names = [...custom, ...NAMING.map((name) => attribute(element, name))]
    .filter((name) => name !== "")
    .join(" ")
    .slice(0, 400);
  const words = names
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1);
  const made = { words: new Set(words), joined: names.toLowerCase() };
  cache.set(element, made);
  return made;
}

/** Whether the set contains one of the element's words. */
export function hasWord(element: Element, set: ReadonlySet<string>): boolean {
  for (const word of elementWords(element).words) if (set.has(word)) return true;
  return false;
}
