import { currencyDecimals } from "@/server/domain/currency";
import { chooseCurrency, isExpected, type Surroundings } from "@/server/market/price-text/currency-choice";
import { type Claim, claimNames } from "@/server/market/price-text/currency-claims";
import type { NameFound } from "@/server/market/price-text/currency-match";
import { multiplierAt, shifted } from "@/server/market/price-text/multipliers";
import { type NumberToken, numberTokens, raisedParts } from "@/server/market/price-text/number-tokens";
import { numberValue } from "@/server/market/price-text/number-value";

/** A number of a text with its currency, in indexes of the plain text. */
export type Quote = {
  readonly whole: string;
  readonly fraction: string;
  readonly certain: boolean;
  /** Whether a dash stands in place of the fraction. */
  readonly dashed: boolean;
  /** Range of the number alone (`digitsStart`, `digitsEnd`), and with its currency (`start`, `end`). */
  readonly digitsStart: number;
  readonly digitsEnd: number;
  readonly start: number;
  readonly end: number;
  /** The currency name beside the number, when it is accepted as one. */
  readonly name: NameFound | null;
  readonly currency: string | null;
};

type NumberWithClaim = { readonly token: NumberToken; readonly claim: Claim };

/** Maximum length of a text that consists of one price only. */
const MAX_FIELD = 60;

/** Returns all parsable numbers of a plain text, each with the currency beside it. */
export function quotesOf(text: string, around: Surroundings): readonly Quote[] {
  const tokens = numberTokens(text);
  const claims = claimNames(text, tokens);
  const quotes: Quote[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    const claim = claims[index];
    if (token === undefined || claim === undefined) break;
    const next = nextNumber(tokens, claims, index);
    const joined = next && withSplitParts(text, { token, claim }, next);
    const quote = quoteOf(text, joined ?? { token, claim }, around);
    if (joined) index += 1;
    if (quote === null) continue;
    const added = next && !joined ? withMinorPart(text, quote, next) : null;
    if (added) index += 1;
    quotes.push(added ?? quote);
  }
  return quotes;
}

function nextNumber(
  tokens: readonly NumberToken[],
  claims: readonly Claim[],
  index: number,
): NumberWithClaim | null {
  const [token, claim] = [tokens[index + 1], claims[index + 1]];
  return token && claim ? { token, claim } : null;
}

/**
 * Joins a fraction that the currency or a space separates from the whole: "35€99", "35 € 99", "$12 99". Only when the
 * text after it does not make the fraction a number of its own.
 */
function withSplitParts(
  text: string,
  { token, claim }: NumberWithClaim,
  next: NumberWithClaim,
): NumberWithClaim | null {
  const isWhole =
    token.separators.every((separator) => separator === " ") && !token.dashed && !token.leadingPoint;
  if (!isWhole || next.token.runs.length !== 1 || next.token.runs[0]?.length !== 2) return null;
  if (next.token.leadingPoint || next.token.dashed || next.claim.narrowing) return null;
  const { name } = claim;
  const behind = text.slice(next.token.end);
  const sign = name !== null && name.strength === "sign" && name.divisor === 1;
  const token2 = {
    ...token,
    runs: [...token.runs, ...next.token.runs],
    separators: [...token.separators, "^"],
  };
  const between = text.slice(Math.max(token.end, name?.end ?? 0), next.token.start);
  if (sign && name.start === token.end && next.claim.name === null) {
    if (between !== "" && between !== " ") return null;
    const ends = between === "" ? /^(?![\p{L}\d%]|[.,]\d)/u : /^(?:\s|$)(?! ?[%\p{Sc}x×])/u;
    return ends.test(behind)
      ? { token: { ...token2, end: next.token.end, loose: between !== "" }, claim }
      : null;
  }
  if (!/^[ \n]$/.test(text.slice(token.end, next.token.start))) return null;
  if (sign && name.end <= token.start && next.claim.name === null && /^\s*(?:\*\s*)?(?:\n|$)/.test(behind)) {
    return { token: { ...token2, end: next.token.end, loose: true }, claim };
  }
  const own = next.claim.name;
  if (name !== null || own === null || own.start < next.token.end || own.strength !== "sign") return null;
  if (/[\p{L}\d]/u.test(text.slice(Math.max(0, token.start - MAX_FIELD), token.start)) || own.divisor !== 1)
    return null;
  return { token: { ...token2, end: next.token.end, loose: true }, claim: next.claim };
}

function quoteOf(text: string, { token, claim }: NumberWithClaim, around: Surroundings): Quote | null {
  const codes = codesOf(claim);
  const believable = claim.name === null ? null : chooseCurrency(codes, around);
  const decimals =
    claim.name === null ? decimalsOf(standIn(around)) : decimalsOf(believable ?? shared(codes));
  const value = numberValue(token, { ...around, decimals });
  if (value === null || isPartOfNumber(text, token) || isPartOfWord(text, token, claim.name)) return null;
  const name = claim.name && isBelieved(text, token, claim.name, value.fraction, around) ? claim.name : null;
  const raised = name?.start === token.end && value.fraction === "" ? raisedParts(text, name.end) : null;
  const multiplier = multiplierAt(text.slice(token.end, token.end + 14), name !== null);
  const divided =
    name?.divisor === 100
      ? shifted(value.whole, value.fraction, -2)
      : { ...value, fraction: raised ?? value.fraction };
  const { whole, fraction } = multiplier
    ? shifted(divided.whole, divided.fraction, multiplier.digits)
    : divided;
  const digitsEnd = token.end + (multiplier?.length ?? 0);
  const narrowing = name === null ? null : claim.narrowing;
  return {
    whole,
    fraction,
    certain: value.certain && !token.loose,
    dashed: token.dashed,
    digitsStart: token.start,
    digitsEnd,
    start: Math.min(token.start, name?.start ?? token.start, narrowing?.start ?? token.start),
    end: Math.max(digitsEnd, (name?.end ?? 0) + (raised?.length ?? 0), narrowing?.end ?? 0),
    name,
    currency: name === null ? null : believable,
  };
}

/** Whether the digits belong to a number in an unsupported notation: a time, "1万2000". */
const isPartOfNumber = (text: string, token: NumberToken): boolean =>
  /\d ?[:万萬만億亿억]$/u.test(text.slice(Math.max(0, token.start - 3), token.start)) ||
  /^ ?[:万萬만億亿억]\d/u.test(text.slice(token.end, token.end + 3));

const LETTER = /\p{L}/u;
/** Scripts without spaces between words, in which digits stand beside any letter. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u;

/** Whether a letter that is no currency precedes the digits directly, as in the name of a model: "A4", "RTX4090". */
function isPartOfWord(text: string, token: NumberToken, name: NameFound | null): boolean {
  if (token.start === 0 || name?.end === token.start) return false;
  const before = text.charAt(token.start - 1);
  return LETTER.test(before) && !UNSPACED.test(before);
}

const codesOf = ({ name, narrowing }: Claim): readonly string[] =>
  narrowing === null
    ? (name?.codes ?? [])
    : (name?.codes ?? []).filter((code) => narrowing.codes.includes(code));

/** Returns the currency to assume for a number without one. */
const standIn = (around: Surroundings): string | null =>
  (around.nearby ? chooseCurrency(around.nearby.codes, around) : null) ?? around.declared;

const decimalsOf = (currency: string | null): number | null =>
  currency === null ? null : currencyDecimals(currency);

/** Returns one code in place of all of them when they have the same decimals. */
const shared = (codes: readonly string[]): string | null =>
  new Set(codes.map(currencyDecimals)).size === 1 ? (codes[0] ?? null) : null;

/** Whether letters beside a number are a currency here, and not a unit, a size or a word. */
function isBelieved(
  text: string,
  token: NumberToken,
  name: NameFound,
  fraction: string,
  around: Surroundings,
): boolean {
  if (name.strength === "sign" || isExpected(name.codes, around)) return true;
  if (name.strength === "unit") return false;
  if (fraction.length >= 2 || (fraction === "" && token.runs.length > 1)) return true;
  const isCode = name.end - name.start === 3;
  if (isCode && name.start < token.start) return false;
  if (text.length > MAX_FIELD) return false;
  const rest = text.slice(0, Math.min(name.start, token.start)) + text.slice(Math.max(name.end, token.end));
  return !/[\p{L}\d]/u.test(rest);
}

/** Joins "12 руб. 50 коп.": hundredths after a whole amount of the same currency. */
function withMinorPart(text: string, quote: Quote, { token, claim }: NumberWithClaim): Quote | null {
  const [parts = "", ...more] = token.runs;
  if (quote.name?.divisor !== 1 || quote.fraction !== "" || claim.name?.divisor !== 100) return null;
  if (more.length > 0 || parts.length > 2 || token.leadingPoint) return null;
  if (!claim.name.codes.some((code) => quote.name?.codes.includes(code))) return null;
  if (!/^[\s,]*(?:(?:and|und|et|y|e|i|и)\s*)?$/u.test(text.slice(quote.end, token.start))) return null;
  return { ...quote, fraction: parts.padStart(2, "0"), end: claim.name.end, digitsEnd: token.end };
}
