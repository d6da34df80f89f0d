import { isUtf8 } from "node:buffer";

/** What a JSON text may hold before it is made into values. */
export interface JsonBounds {
  /** How deep arrays and objects may lie in one another. */
  readonly depth: number;
  /** Names in one object. */
  readonly names: number;
  /** Members of objects and elements of arrays, in all. */
  readonly values: number;
  /** Digits of a number on either side of its point; reading one of millions takes half a second. */
  readonly digits: number;
}

/** A thousand rows of a bulk body with all their fields and a hundred tags each are some 130,000 values. */
const BOUNDS: JsonBounds = { depth: 32, names: 1_000, values: 200_000, digits: 400 };

/** A text holds more than its bounds allow; `message` is for the sender. */
export class JsonTooComplex extends Error {}

const PLAIN = 0;
const QUOTE = 1;
const COMMA = 2;
const COLON = 3;
const OPENING = 4;
const CLOSING = 5;
const DIGIT = 6;

/** What each byte outside of texts is. */
const KINDS = new Uint8Array(256);
for (const [characters, kind] of [
  ['"', QUOTE],
  [",", COMMA],
  [":", COLON],
  ["[{", OPENING],
  ["]}", CLOSING],
  ["0123456789", DIGIT],
] as const)
  for (const character of characters) KINDS[character.charCodeAt(0)] = kind;

const QUOTATION_MARK = 0x22;
const BACKSLASH = 0x5c;

/**
 * Parses JSON whose number of values, names and levels has been counted before any of them is made: a text of few
 * megabytes can hold hundreds of thousands, and every later step costs time for each.
 * @param bytes in UTF-8
 * @throws JsonTooComplex beyond the bounds, SyntaxError or TypeError for what is no JSON in UTF-8
 */
export function parseJson(bytes: Uint8Array, bounds: JsonBounds = BOUNDS): unknown {
  if (!isUtf8(bytes)) throw new TypeError("The text is not in UTF-8.");
  checkBounds(bytes, bounds);
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
}

function checkBounds(bytes: Uint8Array, { depth, names, values, digits }: JsonBounds): void {
  const namesAt = new Int32Array(depth + 1);
  let level = 0;
  let found = 0;
  let run = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const kind = KINDS[bytes[at] ?? 0];
    run = kind === DIGIT ? run + 1 : 0;
    if (kind === PLAIN) continue;
    if (kind === DIGIT) {
      if (run > digits) throw new JsonTooComplex(`A number of the body may have at most ${digits} digits.`);
    } else if (kind === QUOTE) at = endOfString(bytes, at);
    else if (kind === COMMA) found += 1;
    else if (kind === COLON) {
      const count = (namesAt[level] ?? 0) + 1;
      namesAt[level] = count;
      if (count > names) throw new JsonTooComplex(`An object of the body may have at most ${names} names.`);
    } else if (kind === OPENING) {
      level += 1;
      found += 1;
      if (level > depth) throw new JsonTooComplex(`The body may be nested at most ${depth} levels deep.`);
      namesAt[level] = 0;
    } else if (level > 0) level -= 1;
    if (found > values) throw new JsonTooComplex(`The body may hold at most ${values} values.`);
  }
}

/** The place of the quotation mark that ends the string which begins at `from`; the end of the text where none does. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== QUOTATION_MARK) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
