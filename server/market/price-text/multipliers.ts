/** Words that multiply the number before them by a thousand, a million and so on, with the number of digits. */
const MULTIPLIERS: readonly (readonly [words: RegExp, digits: number, needsCurrency: boolean])[] = [
  [/^ ?(?:万|萬|만)/u, 4, false],
  [/^ ?(?:億|亿|억)/u, 8, false],
  [/^ ?(?:lakhs?|lacs?)(?!\p{L})/iu, 5, false],
  [/^ ?(?:crores?|cr\.?)(?!\p{L})/iu, 7, false],
  [/^ ?(?:тыс\.?|tys\.?|tis\.?|ribu|rb|nghìn|ngàn)(?!\p{L})/iu, 3, false],
  [
    /^ ?(?:million(?:en|s)?|mio\.?|mln\.?|млн\.?|milion(?:y|ów)?|millones|milhões|milioni|juta|jt|triệu|tr)(?!\p{L})/iu,
    6,
    false,
  ],
  [/^(?:k|K)(?!\p{L})/u, 3, true],
  [/^(?:m|M|mn|MM)(?!\p{L})/u, 6, true],
];

/** Returns the multiplier directly after a number, with its length in characters, or null. */
export function multiplierAt(
  after: string,
  hasCurrency: boolean,
): { readonly digits: number; readonly length: number } | null {
  for (const [words, digits, needsCurrency] of MULTIPLIERS) {
    const found = needsCurrency && !hasCurrency ? null : words.exec(after);
    if (found !== null) return { digits, length: found[0].length };
  }
  return null;
}

/** Moves the decimal point of a plain decimal to the right, or to the left for negative `digits`. */
export function shifted(
  whole: string,
  fraction: string,
  digits: number,
): { whole: string; fraction: string } {
  const all = whole.padStart(digits < 0 ? 1 - digits : 1, "0") + fraction.padEnd(Math.max(0, digits), "0");
  const point = Math.max(whole.length, digits < 0 ? 1 - digits : 1) + digits;
  return { whole: all.slice(0, point).replace(/^0+(?=\d)/, "") || "0", fraction: all.slice(point) };
}
