import { isCurrency } from "@/server/domain/currency";

/** What a spreadsheet's number format makes of a number, as far as it changes what a person reads there. */
export interface NumberFormat {
  /** Null for a number; otherwise which parts of the moment are shown. */
  readonly moment: { readonly date: boolean; readonly time: boolean } | null;
  readonly isPercent: boolean;
  /** How many decimals are shown at most; null where the format does not say. */
  readonly decimals: number | null;
  /** Zeros stand before a whole number with fewer digits: 0017. */
  readonly digits: number;
  /** The text before a number that is shown with zeros: ART-0017. */
  readonly prefix: string;
  /** The sign or code of the currency in which an amount is shown; empty without one. */
  readonly currency: string;
}

/** The format of a cell that has none. */
export const GENERAL: NumberFormat = {
  moment: null,
  isPercent: false,
  decimals: null,
  digits: 0,
  prefix: "",
  currency: "",
};

const date = { ...GENERAL, moment: { date: true, time: false } };
const time = { ...GENERAL, moment: { date: false, time: true } };
const dateAndTime = { ...GENERAL, moment: { date: true, time: true } };
const cents = { ...GENERAL, decimals: 2 };

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

/**
 * The formats that have a number and no code in the file. Their dates and currencies are those of the reader's country,
 * so no currency is known.
 */
const BUILT_IN: ReadonlyMap<number, NumberFormat> = new Map<number, NumberFormat>([
  ...[2, 4, 7, 8, 39, 40, 43, 44].map((id) => [id, cents] as const),
  ...[9, 10].map((id) => [id, { ...GENERAL, isPercent: true }] as const),
  ...[...range(14, 17), ...range(27, 31), 36, ...range(50, 54), 57, 58].map((id) => [id, date] as const),
  ...[...range(18, 21), ...range(32, 35), ...range(45, 47), 55, 56].map((id) => [id, time] as const),
  [22, dateAndTime],
]);
const FIRST_OWN = 164;

/** Returns the format of an id. @param code the file's code for it, if it has one */
export const formatOf = (id: number, code: string | undefined): NumberFormat =>
  code === undefined ? (BUILT_IN.get(id) ?? GENERAL) : parseFormat(code, id);

/** A currency by its sign or code in brackets: [$€-407]; without one, only the country: [$-407]. */
const IN_BRACKETS = /\[\$([^\]-]*)(?:-[^\]]*)?\]/;
const ELAPSED = /\[[hms]+\]/i;
/** Literal text, spaces and fills, and what else stands in brackets: colours, conditions, countries. */
const LITERAL = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g;
const CURRENCY_WORD = /^(?:zł|Kč|kr\.?|S?Fr\.?|Ft|lei|лв\.?|[A-Z]{1,3}\p{Sc})$/u;
/** Literal text that stands together: programs quote it, or put a mark before each letter. */
const LITERALS = /(?:"[^"]*"|\\.)+/g;

function parseFormat(code: string, id: number): NumberFormat {
  const section = firstSection(code);
  const shown = section.replace(LITERAL, "");
  if (shown.includes("@")) return GENERAL;
  const currency = id < FIRST_OWN ? "" : currencyIn(section);
  if (/^general$/i.test(shown.trim())) return { ...GENERAL, currency };
  const isElapsed = ELAPSED.test(section);
  if (isElapsed || /[ymdhs]/i.test(shown)) {
    const hasTime = isElapsed || /[hs]/i.test(shown);
    return { ...GENERAL, moment: { date: !isElapsed && (/[yd]/i.test(shown) || !hasTime), time: hasTime } };
  }
  const decimals = /[0#?]\.([0#?]*)/.exec(shown)?.[1]?.length ?? 0;
  const isCode = /^0{2,}$/.test(shown.trim()) && currency === "";
  const isScaled = /[0#?],+(?![0#?])/.test(shown) || /e[+-]/i.test(shown) || shown.includes("/");
  return {
    ...GENERAL,
    isPercent: shown.includes("%"),
    decimals: isScaled ? null : decimals,
    digits: isCode ? shown.trim().length : 0,
    prefix: isCode ? literalText(section.slice(0, section.indexOf("0"))) : "",
    currency,
  };
}

/** Returns the format of positive numbers: formats of others follow it behind a semicolon. */
function firstSection(code: string): string {
  let quoted = false;
  for (let at = 0; at < code.length; at++) {
    const character = code[at];
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === "\\" || character === "_" || character === "*")) at++;
    else if (!quoted && character === ";") return code.slice(0, at);
  }
  return code;
}

function currencyIn(section: string): string {
  const named = IN_BRACKETS.exec(section)?.[1]?.trim();
  if (named) return named;
  const texts = [
    ...(section.match(LITERALS) ?? []).map((literal) => literalText(literal).trim()),
    ...(section.replace(LITERAL, "").match(/\p{Sc}/gu) ?? []),
  ];
  return texts.find(namesCurrency) ?? "";
}

/** Returns the text of literals without their quotes and marks. */
const literalText = (literals: string): string => literals.replace(/"([^"]*)"|\\(.)/g, "$1$2");

const namesCurrency = (text: string): boolean =>
  /^\p{Sc}$/u.test(text) || CURRENCY_WORD.test(text) || isCurrency(text);

/** Returns the sign or code of the currency that is shown beside a number ("12,50 $"); empty without one. */
export const shownCurrency = (shown: string): string => shown.split(/[-\d.,'’\s]+/).find(namesCurrency) ?? "";
