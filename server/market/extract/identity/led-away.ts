import { shortText } from "@/server/market/extract/document/nodes";
import type { ParsedPage } from "@/server/market/extract/document/parsed-page";
import {
  isAbove,
  isSamePage,
  wordingOf,
  wordsIn,
  wordsOfAddress,
} from "@/server/market/extract/identity/addresses";
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
 * the product's address. A page that answers at its own address is the product's unless it calls another page its
 * canonical one: a page above it, where it has no product in its data, or one of another product, where it shows
 * neither name nor number itself.
 * @param requested the address that was asked for; null where it is not known
 */
export function isLedAway(page: ParsedPage, requested: string | null, { names, ids }: Named): boolean {
  const { url, canonical } = page;
  if (requested === null || url === null || !URL.canParse(requested)) return false;
  const asked = new URL(requested);
  if (isAbove(url, asked)) return true;
  const stated = [...names, ...ids];
  if (!isSamePage(url, asked)) return !showsProductOf(asked, page, [url, canonical], stated);
  if (canonical === null || isSamePage(canonical, asked)) return false;
  if (isAbove(canonical, asked)) return names.length === 0;
  return tellsName(asked) && !showsProductOf(asked, page, [canonical], stated);
}

/** Whether an address has a product's name in it, so that a page without any of it is another product's. */
const tellsName = (asked: URL): boolean =>
  wordsOfAddress(asked).words.filter((word) => /^\p{L}{3,}$/u.test(word)).length >= 2;

function showsProductOf(
  asked: URL,
  page: ParsedPage,
  addresses: readonly (URL | null)[],
  stated: readonly string[],
): boolean {
  const isProduct = isNamedBy(asked);
  const worded = addresses.flatMap((url) => (url === null ? [] : [wordingOf(url, asked)]));
  if (isProduct([...stated, ...worded.map(({ shown }) => shown)])) return true;
  // A search repeats in its title what it looked for, whatever it found.
  if (worded.some(({ repeated }) => isProduct([repeated]))) return false;
  const headings = page.text.headings.filter(({ name }) => name === "h1").slice(0, MOST_HEADINGS);
  return isProduct([
    ...stated,
    ...page.titles,
    ...headings.map((one) => shortText(one, 300)),
    ...worded.map(({ shown }) => shown),
  ]);
}

/** Returns whether texts together have a number of the product in an address, or enough of its words. */
function isNamedBy(asked: URL): (texts: readonly string[]) => boolean {
  const { words, ids } = wordsOfAddress(asked);
  const asWritten = words.length === 0 ? ids : words;
  return (texts) => {
    const there = new Set(texts.flatMap(wordsIn));
    if (ids.some((id) => there.has(id) && SURE_ID.test(id))) return true;
    const found = asWritten.filter((word) => there.has(word)).length;
    return asWritten.length > 0 && found / asWritten.length >= ALIKE.address;
  };
}

/** A shorter number may be a size or a page, and some of four digits are years. */
const SURE_ID = /^(?!(?:19|20)\d\d$).{4}/;
