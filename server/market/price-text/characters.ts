/** A text reduced to the few characters that number parsing needs, with the original position of each. */
export type PlainText = {
  readonly text: string;
  /** Start and end of the character at an index of `text` in the original. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
};

const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff]/u;
const SPACE = /[\p{Zs}\t]/u;
const LINE_END = /[\n\r\u0085\u2028\u2029]/u;
const APOSTROPHE = /['’‘‛ʻʼʹ′＇´`]/u;
const DASH = /[\u2010-\u2015\u2212\u2043\ufe58\ufe63\uff0d-]/u;
const DIGIT = /\p{Nd}/u;
const COMBINING = /[\u0300-\u036f]/u;
const WIDE_SIGNS: Readonly<Record<string, string>> = {
  "￥": "¥",
  "￡": "£",
  "￦": "₩",
  "￠": "¢",
  "﹩": "$",
  "،": ",",
  "〜": "~",
  "～": "~",
};

/** Printable characters that stay as they are. */
const UNCHANGED = /^[ !-_a-~]*$/;
const LONGEST_SHARED = 1024;
const STARTS: readonly number[] = Array.from({ length: LONGEST_SHARED }, (_, at) => at);
const ENDS: readonly number[] = STARTS.map((at) => at + 1);

/**
 * Normalizes digits of every script to 0–9, wide characters to narrow ones, every space to a plain one (line ends
 * stay line ends), and every apostrophe and dash to the plain one; removes invisible characters. The Arabic
 * separators stay.
 */
export function plainText(original: string): PlainText {
  if (original.length <= LONGEST_SHARED && UNCHANGED.test(original))
    return { text: original, starts: STARTS, ends: ENDS };
  const characters: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const character of original) {
    const start = at;
    at += character.length;
    if (INVISIBLE.test(character)) continue;
    const composed = COMBINING.test(character) && `${characters.at(-1) ?? ""}${character}`.normalize("NFC");
    if (composed && composed.length === characters.at(-1)?.length) {
      characters[characters.length - 1] = composed;
      ends[ends.length - 1] = at;
      continue;
    }
    for (const unit of plainCharacter(character).split("")) {
      characters.push(unit);
      starts.push(start);
      ends.push(at);
    }
  }
  return { text: characters.join(""), starts, ends };
}

function plainCharacter(character: string): string {
  const sign = WIDE_SIGNS[character];
  if (sign !== undefined) return sign;
  if (character >= " " && character <= "~") return APOSTROPHE.test(character) ? "'" : character;
  if (LINE_END.test(character)) return "\n";
  if (SPACE.test(character)) return " ";
  if (APOSTROPHE.test(character)) return "'";
  if (DASH.test(character)) return "-";
  if (DIGIT.test(character)) return String(digitValue(character));
  if (character >= "！" && character <= "～") {
    return String.fromCodePoint((character.codePointAt(0) ?? 0) - 0xfee0);
  }
  return character;
}

/** Unicode arranges decimal digits in runs of ten from zero to nine; some runs follow each other directly. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}
