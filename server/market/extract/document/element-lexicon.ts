import type { Element, ElementNames } from "@/server/market/extract/document/nodes";

/** The attributes that name an element. */
export const NAMING = [
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

/** The names of the pages read last; many elements have the same ones. */
const known = new Map<string, ElementNames>();
const MOST_KNOWN = 20_000;
const NAMELESS: ElementNames = { words: new Set(), joined: "", matches: new Map() };

/** Returns the words of an element's class, id and similar names. */
function elementNames(element: Element): ElementNames {
  element.names ??= namesOf(writtenNames(element));
  return element.names;
}

function writtenNames(element: Element): string {
  let names = element.name.includes("-") ? element.name : "";
  for (const name of NAMING) {
    const value = element.attribs[name];
    if (value !== undefined && value !== "") names += names === "" ? value : ` ${value}`;
  }
  return names;
}

function namesOf(written: string): ElementNames {
  if (written === "") return NAMELESS;
  const text = written.length > LONGEST ? written.slice(0, LONGEST) : written;
  const same = known.get(text);
  if (same !== undefined) return same;
  const words = text
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1);
  const made = { words: new Set(words), joined: text.toLowerCase(), matches: new Map() };
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, made);
  return made;
}

/** Whether the set contains one of the element's words. */
export function hasWord(element: Element, set: ReadonlySet<string>): boolean {
  for (const word of elementNames(element).words) if (set.has(word)) return true;
  return false;
}

/**
 * Whether the element's names match. The answer is kept with the names, so that the expression is tried once for all
 * elements that have them.
 * @param expression a constant, without the flags `g` and `y`
 */
export function isNamed(element: Element, expression: RegExp): boolean {
  const { joined, matches } = elementNames(element);
  if (joined === "") return false;
  const known = matches.get(expression);
  if (known !== undefined) return known;
  const made = expression.test(joined);
  matches.set(expression, made);
  return made;
}
