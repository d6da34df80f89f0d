import { isUtf8 } from "node:buffer";
import { setImmediate as turn } from "node:timers/promises";

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

/** The longest words of JSON outside of texts and numbers, `false`, have so many letters. */
const MAX_WORD = 5;
/** So many bytes are counted before others get their turn; a busy machine may take a hundred times as long for them. */
const SLICE_BYTES = 64 * 1024;

const PLAIN = 0;
const QUOTE = 1;
const COMMA = 2;
const COLON = 3;
const OPENING = 4;
const CLOSING = 5;
const DIGIT = 6;
const BLANK = 7;

/** What each byte outside of texts is. */
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
 * Parses JSON whose number of values, names and levels has been counted before any of them is made: a text of few
 * megabytes can hold hundreds of thousands, and every later step costs time for each. Between the parts of a long
 * text others get their turn.
 * @param bytes in UTF-8
 * @throws JsonTooComplex beyond the bounds, SyntaxError or TypeError for what is no JSON in UTF-8
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

/** The end of the last long text. One comes after the other: many that are ready together would hold up everybody else. */
let lastLong: Promise<unknown> = Promise.resolve();

async function countAndParse(bytes: Uint8Array, bounds: JsonBounds): Promise<unknown> {
  if (!isUtf8(bytes)) throw new TypeError("The text is not in UTF-8.");
  const count = new Count(bytes, bounds);
  for (let end = SLICE_BYTES; count.upTo(end) < bytes.length; end += SLICE_BYTES) await turn();
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
}

/** How much of a text was found so far. */
class Count {
  private at = 0;
  private level = 0;
  private values = 0;
  /** Digits in a row, and letters in a row, up to here. */
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
   * Goes on to a place in the text, or past it where a text in quotation marks lies across it.
   * @returns where it came to
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

/** The place of the quotation mark that ends the string which begins at `from`; the end of the text where none does. */
function endOfString(bytes: Uint8Array, from: number): number {
  for (let start = from + 1, at = start; ; start = at + 1) {
    at = bytes.indexOf(QUOTATION_MARK, start);
    if (at < 0) return bytes.length;
    let backslashes = 0;
    while (at - backslashes > start && bytes[at - backslashes - 1] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
}
