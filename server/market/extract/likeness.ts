import type { ParsedPage } from "@/server/market/extract/document/parsed-page";
import { ALIKE } from "@/server/market/extract/weights/page-weights";

const VARIANT_KEYS =
  /variant|sku|item|color|colour|size|option|attribute|child|pid|product|article|model|id$/i;
const CAMPAIGN_KEYS = /^(utm_|gclid|fbclid|msclkid|ref$|source$|srsltid)/i;

/** The words of the names compared last: a page's own names are compared with many. */
const known = new Map<string, ReadonlySet<string>>();
const MOST_KNOWN = 2_000;
const COMPARED = 400;

function wordsOf(name: string): ReadonlySet<string> {
  const text = name.length > COMPARED ? name.slice(0, COMPARED) : name;
  const same = known.get(text);
  if (same !== undefined) return same;
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const made = new Set(words.filter((word) => word !== ""));
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, made);
  return made;
}

/** Returns the share of the shorter name's words that the longer one contains: 0 to 1. */
export function likeness(left: string, right: string): number {
  const [one, other] = [wordsOf(left), wordsOf(right)];
  const smaller = one.size < other.size ? one : other;
  const larger = smaller === one ? other : one;
  if (smaller.size === 0) return 0;
  let shared = 0;
  for (const word of smaller) if (larger.has(word)) shared++;
  const share = shared / smaller.size;
  return smaller.size === 1 && larger.size > 3 ? share * ALIKE.ofOneWord : share;
}

/** Host without www and path without a trailing slash: equal for two addresses of one page. */
const pathOf = (url: URL): string =>
  `${url.hostname.replace(/^www\./, "")}${safelyDecoded(url.pathname).replace(/(?<!\/)\/+$/, "")}`.toLowerCase();

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const ownAddresses = (page: ParsedPage): readonly URL[] =>
  [page.url, page.canonical].filter((url): url is URL => url !== null);

const resolved = (text: string, page: ParsedPage): URL | null =>
  URL.canParse(text, page.url?.href) ? new URL(text, page.url?.href) : null;

/** Whether an address is the page's own, compared by path. */
export function sameAddress(text: string, page: ParsedPage): boolean {
  const url = resolved(text, page);
  return (
    url !== null && pathOf(url).includes("/") && ownAddresses(page).some((own) => pathOf(own) === pathOf(url))
  );
}

/** Whether an address selects the same variant as the page's own address, compared by query. */
export function selectsVariant(text: string, page: ParsedPage): boolean {
  const url = resolved(text, page);
  const own = page.url;
  if (url === null || own === null || pathOf(url) !== pathOf(own)) return false;
  const named = [...own.searchParams].filter(([key]) => VARIANT_KEYS.test(key) && !CAMPAIGN_KEYS.test(key));
  return named.length > 0 && named.every(([key, value]) => url.searchParams.get(key) === value);
}

/** Whether an article number occurs in the page's address as a separate word. */
export function idInAddress(id: string, page: ParsedPage): boolean {
  const word = id.trim().toLowerCase();
  if (word.length < 4 || word.length > 60 || !/\d/.test(word)) return false;
  return ownAddresses(page).some((own) => {
    const address = safelyDecoded(`${own.pathname}${own.search}`).toLowerCase();
    const at = address.indexOf(word);
    if (at === -1) return false;
    const edges = `${address[at - 1] ?? " "}${address[at + word.length] ?? " "}`;
    return !/[\p{L}\p{N}]{2}|\p{N}/u.test(edges);
  });
}
