const NESTING = 4000;
const OPEN_FORMATTING = 300;
const ATTRIBUTES = 1500;
const CLOSES_ITSELF = new Set(
  "area base br col embed hr img input link meta param source track wbr p li dt dd td th tr option optgroup tbody thead tfoot colgroup html head body path circle rect use line polygon g".split(
    " ",
  ),
);
const FORMATTING = new Set("a b big code em font i nobr s small strike strong tt u".split(" "));

/**
 * Whether markup can be parsed in linear time. The HTML standard's tree builder takes quadratic time for endlessly
 * nested tags, formatting left open before every block, and tags with thousands of attributes; no shop's page comes
 * near these bounds.
 */
export function isWithinBounds(html: string): boolean {
  let depth = 0;
  let formatting = 0;
  let at = html.indexOf("<");
  while (at !== -1) {
    const closing = html[at + 1] === "/";
    const name = nameAt(html, at + (closing ? 2 : 1));
    if (name === "") {
      at = html.indexOf("<", at + 1);
      continue;
    }
    const step = closing ? -1 : 1;
    if (!CLOSES_ITSELF.has(name)) depth = Math.max(0, depth + step);
    if (FORMATTING.has(name)) formatting = Math.max(0, formatting + step);
    if (depth > NESTING || formatting > OPEN_FORMATTING) return false;
    const end = endOfTag(html, at);
    if (end === null) return false;
    const raw = !closing && (name === "script" || name === "style");
    at = html.indexOf(raw ? `</${name}` : "<", end);
  }
  return true;
}

function nameAt(html: string, from: number): string {
  let end = from;
  while (end - from < 20 && /[a-z0-9-]/i.test(html[end] ?? "")) end++;
  const name = html.slice(from, end).toLowerCase();
  return /^[a-z]/.test(name) ? name : "";
}

/** Returns the index after a tag; null when it has more attributes than any page needs. */
function endOfTag(html: string, from: number): number | null {
  let quote = "";
  let attributes = 0;
  for (let at = from; at < html.length; at++) {
    const character = html[at] ?? "";
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === ">") {
      return at + 1;
    } else if ((character === '"' || character === "'") && html[at - 1] === "=") {
      quote = character;
    } else if (/\s/.test(character) && !/\s/.test(html[at - 1] ?? "")) {
      if (++attributes > ATTRIBUTES) return null;
    }
  }
  return html.length;
}
