/** Values that JSON text can hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const NAMED: Readonly<Record<string, string>> = {
  quot: '"',
  amp: "&",
  lt: "<",
  gt: ">",
  apos: "'",
  nbsp: " ",
};

export const isRecord = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Returns the JSON documents in a script's text, repaired when the defect has a single interpretation: comments,
 * CDATA and HTML comment marks, trailing commas and semicolons, raw line breaks in strings, escapes unknown to JSON,
 * HTML entities in place of quotes, several documents in a row. Empty when it cannot be parsed.
 */
export function readJsonText(text: string): readonly Json[] {
  const bare = withoutWrapping(text);
  if (bare === "") return [];
  const plain = parsed(bare);
  if (plain !== undefined) return [plain];
  const repaired = documentsOf(tidied(bare));
  if (repaired.length > 0) return repaired;
  return bare.includes('"') ? [] : documentsOf(tidied(withoutEntities(bare)));
}

/** Returns the parsed value, or undefined when the text is no JSON. */
export function parsed(text: string): Json | undefined {
  if (isTooDeep(text)) return undefined;
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

const DEEPEST = 500;

/** Values nested deeper than any page needs would exhaust the call stack when they are serialized. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") depth--;
    if (depth > DEEPEST) return true;
  }
  return false;
}

function withoutWrapping(text: string): string {
  let bare = text.replace(/^\uFEFF/, "").trim();
  for (const [open, close] of [
    ["<!--", "-->"],
    ["//<![CDATA[", "//]]>"],
    ["/*<![CDATA[*/", "/*]]>*/"],
    ["<![CDATA[", "]]>"],
  ] as const) {
    if (!bare.startsWith(open)) continue;
    bare = bare.slice(open.length).trim();
    if (bare.endsWith(close)) bare = bare.slice(0, -close.length).trim();
  }
  return bare.endsWith(";") ? bare.slice(0, -1).trim() : bare;
}

const withoutEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number.parseInt(decimal, 10) : hex ? Number.parseInt(hex, 16) : null;
    if (code !== null) return code > 0x10ffff ? whole : String.fromCodePoint(code);
    return NAMED[String(name).toLowerCase()] ?? whole;
  });

/** Repairs the text in one pass; strings stay unchanged except for characters that JSON forbids in them. */
function tidied(text: string): string {
  const out: string[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text[at] ?? "";
    if (character === '"') {
      const [piece, next] = tidiedString(text, at);
      out.push(piece);
      at = next;
    } else if (text.startsWith("//", at)) {
      at = endOf(text, "\n", at);
    } else if (text.startsWith("/*", at)) {
      at = endOf(text, "*/", at) + 2;
    } else if (character === "}" || character === "]") {
      dropTrailingComma(out);
      out.push(character);
      at++;
    } else {
      out.push(character);
      at++;
    }
  }
  return out.join("");
}

const endOf = (text: string, mark: string, from: number): number => {
  const at = text.indexOf(mark, from);
  return at === -1 ? text.length : at;
};

function dropTrailingComma(out: string[]): void {
  let at = out.length - 1;
  while (at >= 0 && (out[at] ?? "").trim() === "") at--;
  if (out[at] === ",") out.length = at;
}

const CONTROL_ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function tidiedString(text: string, start: number): readonly [string, number] {
  let out = '"';
  let at = start + 1;
  for (; at < text.length && text[at] !== '"'; at++) {
    const character = text[at] ?? "";
    if (character === "\\") {
      const next = text[at + 1] ?? "";
      const known =
        '"\\/bfnrt'.includes(next) || (next === "u" && /^[\da-f]{4}/i.test(text.slice(at + 2, at + 6)));
      if (known) out += character + next;
      else if (next === "\n" || next === "\r") out += "\\n";
      else out += next;
      at++;
    } else {
      out += character < " " ? (CONTROL_ESCAPES[character] ?? " ") : character;
    }
  }
  return [`${out}"`, at + 1];
}

function documentsOf(text: string): readonly Json[] {
  const whole = parsed(text);
  if (whole !== undefined) return [whole];
  const found: Json[] = [];
  let at = 0;
  while (at < text.length && found.length < 50) {
    const end = endOfValue(text, at);
    if (end === null) break;
    const value = parsed(text.slice(at, end).trim());
    if (value === undefined) break;
    found.push(value);
    at = end;
    while (at < text.length && /[\s,;]/.test(text[at] ?? "")) at++;
  }
  return found;
}

/** Returns the end of the object or array that begins at `from` (after white space); null when it is not closed. */
export function endOfValue(text: string, from: number): number | null {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      at++;
      while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
    } else if (character === "{" || character === "[") {
      depth++;
    } else if (character === "}" || character === "]") {
      depth--;
      if (depth === 0) return at + 1;
      if (depth < 0) return null;
    } else if (depth === 0 && !/\s/.test(character ?? "")) {
      return null;
    }
  }
  return null;
}
