import { isUtf8 } from "node:buffer";
import { setImmediate as turn } from "node:timers/promises";

/** Limits of a JSON text, checked before any value is created. */
export interface JsonBounds {
  /** Maximum nesting of arrays and objects. */
  readonly depth: number;
  /** Maximum number of names in one object. */
  readonly names: number;
  /** Maximum number of object members and array elements in total. */
  readonly values: number;
  /**
   * Maximum number of digits on either side of a decimal point; parsing a number with millions takes half a second.
   */
  readonly digits: number;
}

/** A thousand rows of a bulk body with all their fields and a hundred tags each are some 130,000 values. */
const BOUNDS: JsonBounds = { depth: 32, names: 1_000, values: 200_000, digits: 400 };

/** The text exceeds its limits; `message` is for the sender. */
export class JsonTooComplex extends Error {}

/** Length of `false`, the longest word of JSON outside strings and numbers. */
const MAX_WORD = 5;
/**
 * How many bytes are scanned before other work gets its turn; on a busy machine this may take a hundred times as
 * long.
 */
const SLICE_BYTES = 64 * 1024;

const PLAIN = 0;
const QUOTE = 1;
const COMMA = 2;
const COLON = 3;
const OPENING = 4;
const CLOSING = 5;
const DIGIT = 6;
const BLANK = 7;

/** The kind of each byte outside strings. */
const KINDS = new Uint8Array(256);
for (const [characters, kind] of [
  ['"', QUOTE],
  [",", COMMA],
  [":", COLON],
  ["[{", OPENING],
  ["]}", CLOSING],
  ["0123456789", DIGIT],
  [" \t\r\n", BLANK],
] as const)
  for (const character of characters) KINDS[character.charCodeAt(0)] = kind;

const QUOTATION_MARK = 0x22;
const BACKSLASH = 0x5c;

/**
 * Parses JSON after counting its values, names and levels: a text of a few megabytes can contain hundreds of
 * thousands, and every later step costs time for each. Yields to other work between the slices of a long text.
 * @param bytes in UTF-8
 * @throws JsonTooComplex beyond the limits, SyntaxError or TypeError for text that is no JSON in UTF-8
 */
export async function parseJson(bytes: Uint8Array, bounds: JsonBounds = BOUNDS): Promise<unknown> {
  if (bytes.length <= SLICE_BYTES) return countAndParse(bytes, bounds);
  const parsed = lastLong.then(() => countAndParse(bytes, bounds));
  lastLong = parsed.then(
    () => turn(),
    () => turn(),
  );
  return parsed;
}

/**
 * The end of the latest long text. Long texts are parsed one after the other, because many at once would delay all
 * other work.
 */
let lastLong: Promise<unknown> = Promise.resolve();

async function countAndParse(bytes: Uint8Array, bounds: JsonBounds): Promise<unknown> {
  if (!isUtf8(bytes)) throw new TypeError("The text is not in UTF-8.");
  const count = new Count(bytes, bounds);
  for (let end = SLICE_BYTES; count.upTo(end) < bytes.length; end += SLICE_BYTES) await turn();
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
}

/** The counts of a text up to the current position. */
class Count {
  private at = 0;
  private level = 0;
  private values = 0;
  /** Number of consecutive digits, and of consecutive letters, before the current position. */
  private digits = 0;
  private letters = 0;
  private readonly namesAt: Int32Array;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly bounds: JsonBounds,
  ) {
    this.namesAt = new Int32Array(bounds.depth + 1);
  }

  /**
   * Scans up to an index, or past it to the end of a string that spans it.
   * @returns the new index
   * @throws JsonTooComplex, SyntaxError
   */
  upTo(end: number): number {
    const { bytes } = this;
    const stop = Math.min(end, bytes.length);
    for (; this.at < stop; this.at += 1) {
      const kind = KINDS[bytes[this.at] ?? 0] ?? PLAIN;
      this.digits = kind === DIGIT ? this.digits + 1 : 0;
      this.letters = kind === PLAIN ? this.letters + 1 : 0;
      if (kind === PLAIN || kind === DIGIT) this.checkRuns();
      else if (kind === QUOTE) this.at = endOfString(bytes, this.at);
      else if (kind !== BLANK) this.note(kind);
    }
    return this.at;
  }

  private checkRuns(): void {
    if (this.letters > MAX_WORD) throw new SyntaxError("The text holds a word that JSON does not know.");
    if (this.digits > this.bounds.digits)
      throw new JsonTooComplex(`A number of the body may have at most ${this.bounds.digits} digits.`);
  }

  private note(kind: number): void {
    const { depth, names, values } = this.bounds;
    if (kind === CLOSING) {
      if (this.level > 0) this.level -= 1;
    } else if (kind === COLON) {
      const count = (this.namesAt[this.level] ?? 0) + 1;
      this.namesAt[this.level] = count;
      if (count > names) throw new JsonTooComplex(`An object of the body may have at most ${names} names.`);
    } else {
      this.values += 1;
      if (this.values > values) throw new JsonTooComplex(`The body may hold at most ${values} values.`);
      if (kind !== OPENING) return;
      this.level += 1;
      if (this.level > depth)
        throw new JsonTooComplex(`The body may be nested at most ${depth} levels deep.`);
      this.namesAt[this.level] = 0;
    }
  }
}

/**
 * Returns the index of the quotation mark that ends the string beginning at `from`, or the end of the text without
 * one.
 */
function endOfString(bytes: Uint8Array, from: number): number {
  for (let start = from + 1, at = start; ; start = at + 1) {
    at = bytes.indexOf(QUOTATION_MARK, start);
    if (at < 0) return bytes.length;
    let backslashes = 0;
    while (at - backslashes > start && bytes[at - backslashes - 1] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
}
