import { CURRENCIES } from "@/server/domain/currency";
import { plainText } from "@/server/market/price-text/characters";
import {
  CODES_IN_CAPITALS,
  CODES_THAT_ARE_WORDS,
  CURRENCY_NAMES,
  MINOR_UNIT_NAMES,
  NAMES_AFTER_NUMBERS,
  NAMES_THAT_ARE_UNITS,
} from "@/server/market/price-text/currency-names";

/** How reliable a name is without other signs of a price. */
export type NameStrength = "sign" | "weak" | "unit";

export type CurrencyName = {
  /** The ISO codes it may mean; empty for a currency without an ISO code. */
  readonly codes: readonly string[];
  /** 100 when it names the hundredth part. */
  readonly divisor: 1 | 100;
  readonly strength: NameStrength;
  readonly onlyAfter: boolean;
};

export type NameFound = CurrencyName & { readonly start: number; readonly end: number };

const LETTER = /\p{L}/u;
/** Scripts written without spaces between words: a currency name may be adjacent to any letter. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const FEW_LETTERS = 2;

const letters = (name: string): number => [...name].filter((character) => LETTER.test(character)).length;
/** Short names are distinguished from words and units by their capitals; longer ones are case-insensitive. */
const keyOf = (name: string): string => (isExact(name) ? name : name.toLowerCase());
const isExact = (name: string): boolean =>
  letters(name) > 0 && (letters(name) <= FEW_LETTERS || name === "GBp") && !UNSPACED.test(name);

const EXACT = new Map<string, CurrencyName>();
const ANY_CASE = new Map<string, CurrencyName>();
/** The characters that names begin and end with, which rule most positions of a text out. */
const FIRST = new Set<string>();
const LAST = new Set<string>();
let longest = 0;

function enter(written: string, code: string | null, divisor: 1 | 100): void {
  const name = plainText(written).text;
  const names = isExact(name) ? EXACT : ANY_CASE;
  const existing = names.get(keyOf(name));
  const codes = code === null ? [] : [code];
  longest = Math.max(longest, name.length);
  enterEdges(FIRST, name.charAt(0));
  enterEdges(LAST, name.charAt(name.length - 1));
  if (existing !== undefined && existing.divisor !== divisor) return;
  names.set(keyOf(name), {
    codes: [...new Set([...(existing?.codes ?? []), ...codes])],
    divisor,
    strength: strengthOf(written, divisor),
    onlyAfter: NAMES_AFTER_NUMBERS.has(written) || (divisor === 100 && LETTER.test(written)),
  });
}

function enterEdges(edges: Set<string>, character: string): void {
  for (const written of [character, character.toLowerCase(), character.toUpperCase()]) edges.add(written);
}

function strengthOf(name: string, divisor: 1 | 100): NameStrength {
  if (NAMES_THAT_ARE_UNITS.has(name)) return "unit";
  if (!LETTER.test(name) || divisor === 100) return "sign";
  if (CODES_THAT_ARE_WORDS.has(name)) return "weak";
  return /^[A-Z][A-Za-z]?\.?$/.test(name) && !STRONG_PAIRS.has(name) ? "weak" : "sign";
}

/** Two-letter names that always mean a currency beside a number. */
const STRONG_PAIRS: ReadonlySet<string> = new Set(
  "Rp RP Rs RS Rs. Rp. RM Rm Kr KR Kr. Fr Fr. TL Tl TL. Kc Ft Ft. Zl ZL".split(" "),
);

for (const code of CURRENCIES) enter(code, code, 1);
for (const [code, names] of CURRENCY_NAMES) {
  for (const name of names.split("|")) enter(name, code.endsWith("-") ? null : code, 1);
  for (const sign of names.split("|").filter((name) => name === "$" || name === "£")) {
    const country = code.slice(0, 2);
    for (const name of [country + sign, sign + country, `${sign} ${country}`, `${country} ${sign}`])
      enter(name, code, 1);
  }
}
for (const [code, names] of MINOR_UNIT_NAMES) for (const name of names.split("|")) enter(name, code, 100);

/** Returns the longest currency name that begins at `start`, or null. */
export function nameFrom(text: string, start: number): NameFound | null {
  if (!FIRST.has(text.charAt(start))) return null;
  for (let length = Math.min(longest, text.length - start); length > 0; length -= 1) {
    const found = nameAt(text, start, start + length);
    if (found !== null) return found;
  }
  return null;
}

/** Returns the longest currency name that ends at `end`, or null. */
export function nameBefore(text: string, end: number): NameFound | null {
  if (!LAST.has(text.charAt(end - 1))) return null;
  for (let length = Math.min(longest, end); length > 0; length -= 1) {
    const found = nameAt(text, end - length, end);
    if (found !== null && !found.onlyAfter) return found;
  }
  return null;
}

/**
 * Returns the first currency sign or unambiguous name in a text, which need not be beside a number; null without one.
 */
export function nameAnywhere(text: string): NameFound | null {
  const whole = /\S(?:.*\S)?/su.exec(text);
  if (whole === null) return null;
  const all = nameAt(text, whole.index, whole.index + whole[0].length);
  if (all !== null) return all;
  for (let start = 0; start < text.length; start += 1) {
    const found = nameFrom(text, start);
    if (found === null || found.onlyAfter || found.strength !== "sign") continue;
    if (letters(text.slice(found.start, found.end)) !== 1) return found;
  }
  return null;
}

function nameAt(text: string, start: number, end: number): NameFound | null {
  const written = text.slice(start, end);
  const name = EXACT.get(written) ?? ANY_CASE.get(written.toLowerCase());
  if (name === undefined || !standsAlone(text, start, end)) return null;
  const isCode = /^[a-z]{3}$/i.test(written);
  if (isCode && CODES_THAT_ARE_WORDS.has(written.toUpperCase())) {
    return written === written.toUpperCase() ? { ...name, strength: "weak", start, end } : null;
  }
  if (isCode && CODES_IN_CAPITALS.has(written.toUpperCase()) && written !== written.toUpperCase())
    return null;
  return { ...name, start, end };
}

function standsAlone(text: string, start: number, end: number): boolean {
  const [first = "", last = ""] = [text.charAt(start), text.charAt(end - 1)];
  const [before, after] = [text.charAt(start - 1), text.charAt(end)];
  return !joins(before, first) && !joins(last, after);
}

const joins = (left: string, right: string): boolean =>
  LETTER.test(left) && LETTER.test(right) && !UNSPACED.test(left) && !UNSPACED.test(right);
