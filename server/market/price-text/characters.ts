/** A text in the few characters that readers of numbers need to know, each with its place in the original. */
export type PlainText = {
  readonly text: string;
  /** Where the character at an index of `text` begins in the original, and where it ends. */
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

/**
 * Writes digits of every script as 0–9, wide characters as narrow ones, every space as a plain one (ends of lines stay
 * ends of lines), every apostrophe and dash as the plain one; leaves out what cannot be seen. The Arabic separators stay.
 */
export function plainText(original: string): PlainText {
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

/** Unicode keeps decimal digits in runs of ten from zero to nine; some runs follow each other directly. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}
