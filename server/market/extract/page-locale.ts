import { parse } from "tldts";
import { CURRENCIES } from "@/server/domain/currency";
import type { ParsedPage } from "@/server/market/extract/document/parsed-page";

export type PageLocale = {
  readonly language: string | null;
  /** ISO 3166-1 alpha-2 code from the declared locale, the address's path or the domain, in that order. */
  readonly country: string | null;
};

/** Country domains used by shops of any country. */
const USED_ANYWHERE = new Set(
  "ac ai am bz cc cd co fm gg gl io la ly me nu sc sh so st to tv vc ws".split(" "),
);
const EURO = new Set(
  "AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK MC SM VA AD ME XK EU".split(" "),
);
const LOCALE_SEGMENT = /^(?:([a-z]{2})[-_]([a-z]{2})|([a-z]{2}))$/i;

export function pageLocale(page: ParsedPage): PageLocale {
  const language = page.language;
  return { language, country: regionOf(language) ?? regionOf(ogLocale(page)) ?? addressCountry(page.url) };
}

const ogLocale = (page: ParsedPage): string | null => page.meta.get("og:locale")?.replace("_", "-") ?? null;

function regionOf(tag: string | null): string | null {
  if (tag === null) return null;
  try {
    return new Intl.Locale(tag.trim().replace("_", "-")).region ?? null;
  } catch {
    return null;
  }
}

/** `shop.example/gb/en/…`, `fr-ch.example.com`, `example.pl`. */
function addressCountry(url: URL | null): string | null {
  if (url === null) return null;
  const [first = "", second = ""] = url.pathname.split("/").filter((segment) => segment !== "");
  const [subdomain = ""] = url.hostname.split(".");
  for (const segment of [first, subdomain]) {
    const match = LOCALE_SEGMENT.exec(segment);
    if (match?.[1] !== undefined && match[2] !== undefined) return match[2].toUpperCase();
  }
  const pair = /^[a-z]{2}$/i.test(first) && /^[a-z]{2}$/i.test(second);
  return pair && first.toLowerCase() !== second.toLowerCase() ? countryCode(first) : domainCountry(url);
}

function domainCountry(url: URL): string | null {
  const ending = parse(url.hostname).publicSuffix?.split(".").at(-1) ?? "";
  return ending.length === 2 && !USED_ANYWHERE.has(ending) ? countryCode(ending) : null;
}

const countryCode = (text: string): string => (text.toLowerCase() === "uk" ? "GB" : text.toUpperCase());

/** Codes of funds and units of account, which no shop uses. */
const FUNDS = new Set("BOV CHE CHW CLF COU MXV USN UYI UYW".split(" "));

/** Returns the currency of a country, for pages with bare numbers; null when no code starts with the country's. */
export function currencyOfCountry(country: string | null): string | null {
  if (country === null) return null;
  if (EURO.has(country)) return "EUR";
  const own = CURRENCIES.filter((code) => code.startsWith(country) && !FUNDS.has(code));
  return own.length === 1 ? (own[0] ?? null) : null;
}
