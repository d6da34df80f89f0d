import type { Element } from "@/server/market/extract/document/nodes";

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
const LONGEST = 400;
const cache = new WeakMap<Element, ElementWords>();

export type ElementWords = {
  /** Single words: `productPrice__old-2` yields product, price, old. */
  readonly words: ReadonlySet<string>;
  /** The whole names in lower case, separated by spaces, to find words written together. */
  readonly joined: string;
};

/** The words of the names of the pages read last; many elements have the same names. */
const known = new Map<string, ElementWords>();
const MOST_KNOWN = 20_000;
const NAMELESS: ElementWords = { words: new Set(), joined: "" };

/** Returns the words of an element's class, id and similar names. */
export function elementWords(element: Element): ElementWords {
  const cached = cache.get(element);
  if (cached !== undefined) return cached;
  const made = wordsOf(namesOf(element));
  cache.set(element, made);
  return made;
}

function namesOf(element: Element): string {
  let names = element.name.includes("-") ? element.name : "";
  for (const name of NAMING) {
    const value = element.attribs[name];
    if (value !== undefined && value !== "") names += names === "" ? value : ` ${value}`;
  }
  return names.length > LONGEST ? names.slice(0, LONGEST) : names;
}

function wordsOf(names: string): ElementWords {
  if (names === "") return NAMELESS;
  const same = known.get(names);
  if (same !== undefined) return same;
  const words = names
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1);
  const made = { words: new Set(words), joined: names.toLowerCase() };
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(names, made);
  return made;
}

/** Whether the set contains one of the element's words. */
export function hasWord(element: Element, set: ReadonlySet<string>): boolean {
  for (const word of elementWords(element).words) if (set.has(word)) return true;
  return false;
}
