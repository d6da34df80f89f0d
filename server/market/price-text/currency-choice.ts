import { isCurrency } from "@/server/domain/currency";
import { plainText } from "@/server/market/price-text/characters";
import { nameAnywhere } from "@/server/market/price-text/currency-match";
import type { PriceHints } from "@/server/market/price-text/reading";

/** The parsed hints, looked up once for all prices of a text. */
export type Surroundings = {
  readonly declared: string | null;
  readonly nearby: { readonly codes: readonly string[]; readonly text: string } | null;
  readonly country: string | null;
  readonly languageCountry: string | null;
  readonly decimalSeparator: "." | "," | null;
  /** The decimal separator of the language, or else of the country. */
  readonly localeSeparator: string | null;
};

/** Countries that use a currency whose code does not begin with their own. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  USD: ["AS", "BQ", "EC", "FM", "GU", "IO", "MH", "MP", "PR", "PW", "SV", "TC", "TL", "UM", "VG", "VI", "PA"],
  AUD: ["CC", "CX", "KI", "NF", "NR", "TV"],
  NZD: ["CK", "NU", "PN", "TK"],
  GBP: ["GG", "IM", "JE", "GS"],
  CHF: ["LI"],
  DKK: ["FO", "GL"],
  NOK: ["SJ", "BV"],
  ILS: ["PS"],
  XOF: ["BF", "BJ", "CI", "GW", "ML", "NE", "SN", "TG"],
  XAF: ["CF", "CG", "CM", "GA", "GQ", "TD"],
  XPF: ["NC", "PF", "WF"],
  XCD: ["AG", "AI", "DM", "GD", "KN", "LC", "MS", "VC"],
  XCG: ["CW", "SX"],
  MAD: ["EH"],
};

/** Languages of many countries with different currencies: the language alone determines none. */
const OF_MANY_COUNTRIES: ReadonlySet<string> = new Set(["ar", "en", "es", "fr", "pt", "sw"]);

const SEPARATORS = new Map<string, string | null>();

const PARSED = new WeakMap<PriceHints, Surroundings>();

/** Parses the hints; an invalid hint is ignored. The lines of a page share one object of hints, parsed once. */
export function surroundings(hints: PriceHints): Surroundings {
  const known = PARSED.get(hints);
  if (known !== undefined) return known;
  const parsed = parsedHints(hints);
  PARSED.set(hints, parsed);
  return parsed;
}

function parsedHints(hints: PriceHints): Surroundings {
  const declared = hints.currency?.toUpperCase() ?? null;
  const country = /^[a-z]{2}$/i.test(hints.country ?? "") ? (hints.country ?? "").toUpperCase() : null;
  const locale = localeOf(hints.language ?? null);
  const nearby = hints.nearbyText ? nearbyName(hints.nearbyText) : null;
  return {
    declared: declared !== null && isCurrency(declared) ? declared : null,
    nearby,
    country,
    languageCountry: locale === null ? null : countryOf(locale),
    decimalSeparator: hints.decimalSeparator ?? null,
    localeSeparator: separatorOf(locale, country),
  };
}

/** Returns the one currency among `codes` that the surroundings support, or null. */
export function chooseCurrency(codes: readonly string[], around: Surroundings): string | null {
  const [only, second] = codes;
  if (only !== undefined && second === undefined) return only;
  const near = codes.filter((code) => around.nearby?.codes.includes(code));
  if (near.length === 1) return near[0] ?? null;
  const candidates = near.length > 0 ? near : codes;
  if (around.declared !== null) return candidates.includes(around.declared) ? around.declared : null;
  for (const country of [around.country, around.languageCountry]) {
    const chosen = country === null ? undefined : candidates.find((code) => isOf(code, country));
    if (chosen !== undefined) return chosen;
    if (country !== null && around.country !== null) return null;
  }
  return null;
}

/** Whether the surroundings name one of the codes, so that an uncertain name is accepted. */
export const isExpected = (codes: readonly string[], around: Surroundings): boolean =>
  codes.some(
    (code) =>
      code === around.declared ||
      around.nearby?.codes.includes(code) === true ||
      (around.country !== null && isOf(code, around.country)) ||
      (around.country === null && around.languageCountry !== null && isOf(code, around.languageCountry)),
  );

const isOf = (code: string, country: string): boolean =>
  code.startsWith(country) || (SHARED[code]?.includes(country) ?? false);

function nearbyName(written: string): Surroundings["nearby"] {
  const { text } = plainText(written);
  const found = nameAnywhere(text);
  return found === null ? null : { codes: found.codes, text: text.slice(found.start, found.end) };
}

function localeOf(language: string | null): Intl.Locale | null {
  if (language === null) return null;
  try {
    return new Intl.Locale(language.trim().replaceAll("_", "-"));
  } catch {
    return null;
  }
}

function countryOf(locale: Intl.Locale): string | null {
  if (locale.region) return locale.region;
  return OF_MANY_COUNTRIES.has(locale.language) ? null : (locale.maximize().region ?? null);
}

function separatorOf(locale: Intl.Locale | null, country: string | null): string | null {
  const tag = locale
    ? [locale.language, locale.region ?? country].filter(Boolean).join("-")
    : country && `und-${country}`;
  if (!tag) return null;
  const cached = SEPARATORS.get(tag);
  if (cached !== undefined) return cached;
  const { language, region } = new Intl.Locale(tag).maximize();
  const format = new Intl.NumberFormat(`${language}-${region}`, { style: "currency", currency: "EUR" });
  const parts = format.formatToParts(1.5);
  const separator = plainText(parts.find(({ type }) => type === "decimal")?.value ?? "").text || null;
  SEPARATORS.set(tag, separator);
  return separator;
}
