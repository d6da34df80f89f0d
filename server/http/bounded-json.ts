/** What a JSON text may hold before it is made into values. */
export interface JsonBounds {
  /** How deep arrays and objects may lie in one another. */
  readonly depth: number;
  /** Names in one object. */
  readonly names: number;
  /** Members of objects and elements of arrays, in all. */
  readonly values: number;
}

/** A thousand rows of a bulk body with all their fields and a hundred tags each are some 130,000 values. */
const BOUNDS: JsonBounds = { depth: 32, names: 1_000, values: 200_000 };

/** A text holds more than its bounds allow; `message` is for the sender. */
export class JsonTooComplex extends Error {}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Parses JSON whose number of values, names and levels has been counted before any of them is made: a text of few
 * megabytes can hold hundreds of thousands, and every later step costs time for each.
 * @param bytes in UTF-8
 * @throws JsonTooComplex beyond the bounds, SyntaxError or TypeError for what is no JSON in UTF-8
 */
export function parseJson(bytes: Uint8Array, bounds: JsonBounds = BOUNDS): unknown {
  checkBounds(bytes, bounds);
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
}

function checkBounds(bytes: Uint8Array, { depth, names, values }: JsonBounds): void {
  const namesAt = new Int32Array(depth + 1);
  let level = 0;
  let found = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    // Digits, letters and white space are most of what is not a string.
    if (byte !== QUOTE && byte !== COMMA && byte < COLON) continue;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === COMMA) found += 1;
    else if (byte === COLON) {
      const count = (namesAt[level] ?? 0) + 1;
      namesAt[level] = count;
      if (count > names) throw new JsonTooComplex(`An object of the body may have at most ${names} names.`);
    } else if (OPENING.has(byte)) {
      level += 1;
      found += 1;
      if (level > depth) throw new JsonTooComplex(`The body may be nested at most ${depth} levels deep.`);
      namesAt[level] = 0;
    } else if (CLOSING.has(byte) && level > 0) level -= 1;
    if (found > values) throw new JsonTooComplex(`The body may hold at most ${values} values.`);
  }
}

/** The place of the quotation mark that ends the string which begins at `from`; the end of the text where none does. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
