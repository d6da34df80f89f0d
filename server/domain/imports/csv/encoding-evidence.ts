import { decodedBytes, type Encoding, SINGLE_BYTE } from "./encodings";

/** How much text with other letters than those of ASCII is looked at, in bytes. */
const SAMPLE_BYTES = 128 * 1024;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const ASCII_END = 0x80;

const bytesOf = (...bytes: number[]): ReadonlySet<number> => new Set(bytes);
/** Bytes to which an encoding assigns no character. */
const UNASSIGNED: Readonly<Partial<Record<Encoding, ReadonlySet<number>>>> = {
  "windows-1252": bytesOf(0x81, 0x8d, 0x8f, 0x90, 0x9d),
  "windows-1250": bytesOf(0x81, 0x83, 0x88, 0x90, 0x98),
  "iso-8859-2": bytesOf(...Array.from({ length: 0x20 }, (_, n) => ASCII_END + n)),
};

/** The letters beside those of ASCII, by encoding, of the languages that are written in it; one language an entry. */
const ALPHABETS: Readonly<Partial<Record<Encoding, readonly string[]>>> = {
  "windows-1252": [
    "äöüß",
    "àâæçèéêëîïôœùûüÿ",
    "áéíñóúüªº¿¡",
    "àèéìíîòóùúªº",
    "áâãàçéêíóôõúüªº",
    "áâäàçèéêëíîïóôöúûü",
    "æøåéèêóòâô",
    "åäöéü",
    "áéíóúýþðæö",
    "äöõüšž",
  ],
  "windows-1250": ["ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "ăâîşţ", "čćđšž"],
};

const WORD = /[A-Za-z\u0080-\u009F\u00A1-\uFFFF]+/gu;
const OTHER_LETTER = /[^A-Za-z]/u;
/** Signs and units that stand alone, in whatever language. */
const NO_WORD = /^(?:[cdkm]?m?[²³]|[¼½¾±×€£¥§®©™°]|µ[a-z]{0,2})$/u;
/** What stands at or within words of any language; signs of trade marks and degrees stand at their end alone. */
const MARKS = /[«»„“”‘’‚‹›…–—•·]|[®©™°]+$/gu;

/** Collects the bytes of a file that is not UTF-8, and tells which encoding its letters speak for. */
export class EncodingEvidence {
  private readonly seen = new Set<number>();
  private readonly sample: Uint8Array[] = [];
  private sampled = 0;
  private line: Uint8Array = new Uint8Array();
  private readonly japanese = new TextDecoder("shift_jis", { fatal: true });
  private isJapanese = true;

  add(bytes: Uint8Array): void {
    for (const byte of bytes) if (byte === 0 || byte >= ASCII_END) this.seen.add(byte);
    this.isJapanese &&= decodes(() => this.japanese.decode(bytes, { stream: true }));
    if (this.sampled < SAMPLE_BYTES) this.addLines(bytes);
  }

  /** Keeps the lines with other letters; the bytes of a line end are part of no character of two bytes. */
  private addLines(bytes: Uint8Array): void {
    let from = 0;
    for (let at = 0; at <= bytes.length; at++) {
      const byte = bytes[at];
      if (byte !== LINE_FEED && byte !== CARRIAGE_RETURN && at < bytes.length) continue;
      const piece = bytes.subarray(from, Math.min(at + 1, bytes.length));
      from = at + 1;
      this.line = this.line.length === 0 ? piece.slice() : joined(this.line, piece);
      if (at === bytes.length && this.line.length < SAMPLE_BYTES) break;
      if (this.line.some((each) => each >= ASCII_END)) {
        this.sample.push(this.line);
        this.sampled += this.line.length;
      }
      this.line = new Uint8Array();
    }
  }

  /**
   * Returns the likeliest encoding, which is a guess: the one in which the most words are written in the letters of one
   * language, Windows-1252 where several are equal. Null where the bytes are of none.
   */
  likeliest(): Encoding | null {
    if (this.seen.has(0)) return null;
    this.isJapanese &&= decodes(() => this.japanese.decode());
    const sample = joined(...this.sample, this.line).slice(0, 2 * SAMPLE_BYTES);
    const possible = [...SINGLE_BYTE].filter((encoding) => this.fits(encoding));
    const scores = possible.map((encoding) => ({ encoding, score: scoreOf(encoding, sample) }));
    if (this.isJapanese) scores.push({ encoding: "shift_jis", score: japaneseScore(sample) });
    const [best] = scores.toSorted((a, b) => b.score - a.score);
    return best?.encoding ?? null;
  }

  private fits(encoding: Encoding): boolean {
    const unassigned = UNASSIGNED[encoding];
    return [...this.seen].every((byte) => unassigned?.has(byte) !== true);
  }
}

function decodes(decode: () => unknown): boolean {
  try {
    decode();
    return true;
  } catch {
    return false;
  }
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Returns the share of words, of those with other letters, that one language's letters write. */
function scoreOf(encoding: Encoding, sample: Uint8Array): number {
  const alphabets = ALPHABETS[encoding] ?? ALPHABETS["windows-1250"] ?? [];
  const words = wordsOf(decodedBytes(sample, encoding));
  if (words.length === 0) return 0;
  const written = alphabets.map((alphabet) => {
    const letters = new Set(alphabet);
    return words.filter((word) => [...word].every((letter) => letters.has(letter))).length;
  });
  return Math.max(...written) / words.length;
}

/** Returns the words with other letters than ASCII has, in small letters, without those of ASCII and marks. */
const wordsOf = (text: string): string[] =>
  (text.match(WORD) ?? [])
    .filter((word) => OTHER_LETTER.test(word) && !NO_WORD.test(word))
    .map((word) => word.toLowerCase().replace(MARKS, "").replace(/[a-z]/g, ""));

/** Two or more characters of Japanese; one alone is what letters of Europe look like in Shift-JIS. */
const JAPANESE = /^[\u3000-\u30FF\u4E00-\u9FFF\uFF01-\uFF9F]{2,}$/u;

function japaneseScore(sample: Uint8Array): number {
  const runs = decodedBytes(sample, "shift_jis").match(/[\u0080-\uFFFF]+/gu) ?? [];
  return runs.length === 0 ? 0 : runs.filter((run) => JAPANESE.test(run)).length / runs.length;
}

/** A text of other scripts than Latin has fewer of them; a file in another encoding has none. */
const LEAST_ZEROS = 0.2;

/**
 * Returns whether a file is UTF-16, and which: by its mark, which is certain, or by the zeros in one byte of most pairs
 * and in no other; null for anything else.
 */
export function utf16Of(start: Uint8Array): Extract<Encoding, "utf-16le" | "utf-16be"> | null {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
  const zeros = [0, 0];
  for (let at = 0; at < start.length; at++) if (start[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [high = 0, low = 0] = zeros;
  const enough = (LEAST_ZEROS * start.length) / 2;
  if (low > enough && high === 0) return "utf-16le";
  return high > enough && low === 0 ? "utf-16be" : null;
}
