import { shortText } from "@/server/market/extract/document/nodes";
import type { ParsedPage } from "@/server/market/extract/document/parsed-page";
import { isAbove, isSamePage, wordsIn, wordsOfAddress } from "@/server/market/extract/identity/addresses";
import { ALIKE } from "@/server/market/extract/weights/page-weights";

const MOST_HEADINGS = 5;

/** What a page says of its product. */
export type Named = {
  /** Names of its product in structured data. */
  readonly names: readonly string[];
  /** Article numbers of its product in structured data. */
  readonly ids: readonly string[];
};

/**
 * Whether a shop has led a product's address to a page that is not the product's: to its home page or a page above
 * the product, as shops do with removed articles, or to another page that shows neither the name nor the number in
 * the product's address. A page that answers at its own address is the product's unless it calls a page above it its
 * canonical one, and has no product in its data.
 * @param requested the address that was asked for; null where it is not known
 */
export function isLedAway(page: ParsedPage, requested: string | null, { names, ids }: Named): boolean {
  const { url, canonical } = page;
  if (requested === null || url === null || !URL.canParse(requested)) return false;
  const asked = new URL(requested);
  if (isAbove(url, asked)) return true;
  if (isSamePage(url, asked)) return canonical !== null && names.length === 0 && isAbove(canonical, asked);
  return !showsProductOf(asked, page, [...names, ...ids]);
}

function showsProductOf(asked: URL, page: ParsedPage, stated: readonly string[]): boolean {
  const { words, ids } = wordsOfAddress(asked);
  const addresses = [page.url, page.canonical].flatMap((url) => (url === null ? [] : [decodedOf(url)]));
  const headings = page.text.headings.filter(({ name }) => name === "h1").slice(0, MOST_HEADINGS);
  const shown = [...addresses, ...page.titles, ...stated, ...headings.map((one) => shortText(one, 300))];
  const there = new Set(shown.flatMap(wordsIn));
  if (ids.some((id) => there.has(id) && SURE_ID.test(id))) return true;
  const asWritten = words.length === 0 ? ids : words;
  const found = asWritten.filter((word) => there.has(word)).length;
  return asWritten.length > 0 && found / asWritten.length >= ALIKE.address;
}

/** A shorter number may be a size or a page, and some of four digits are years. */
const SURE_ID = /^(?!(?:19|20)\d\d$).{4}/;

function decodedOf({ pathname, search }: URL): string {
  try {
    return decodeURIComponent(pathname + search);
  } catch {
    return pathname + search;
  }
}
