const LOCALE = /^(?:[a-z]{2}|[a-z]{2}[-_][a-z]{2})$/;
const INDEX = /^(?:index|default|home|start|startseite|accueil|inicio)(?:\.\w{2,5})?$/;
const ENDING = /\.(?:html?|php|aspx?|jsp|cfm)$/;
/** Parts of addresses that say that a product follows, and not which. */
const GENERIC = new Set(
  (
    "product products produkt produkte produit produits producto productos prodotto prodotti produto produtos item items " +
    "shop store artikel article articles detail details the and und with mit for für html php index view catalog"
  ).split(" "),
);
const SHORTEST_ID = 3;

/** An address as far as it tells of a page: without protocol, `www.`, language, index page and ending. */
type Place = { readonly parts: readonly string[]; readonly query: string };

function placeOf(url: URL): Place {
  const parts = decoded(url.pathname)
    .toLowerCase()
    .split("/")
    .filter((part) => part !== "");
  if (LOCALE.test(parts[0] ?? "")) parts.shift();
  if (INDEX.test(parts.at(-1) ?? "")) parts.pop();
  return { parts: parts.map((part) => part.replace(ENDING, "")), query: decoded(url.search).toLowerCase() };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether an address is that of a shop's home page, or of a page above the requested one. */
export function isAbove(answered: URL, requested: URL): boolean {
  const [now, asked] = [placeOf(answered), placeOf(requested)];
  if (now.parts.length === 0) return asked.parts.length > 0 || (asked.query !== "" && now.query === "");
  return now.parts.length < asked.parts.length && now.parts.every((part, at) => part === asked.parts[at]);
}

const PRODUCT_KEY = /^(?:id|p|pid|sku|artnr|(?:product|item|article|artikel)(?:[_-]?(?:id|nr))?)$/i;

/** Whether an address is that of the requested page on any host, with the product that its query names. */
export const isSamePage = (answered: URL, requested: URL): boolean =>
  placeOf(answered).parts.join("/") === placeOf(requested).parts.join("/") &&
  [...requested.searchParams].every(
    ([key, value]) => !PRODUCT_KEY.test(key) || answered.searchParams.get(key) === value,
  );

/** Returns the words in the last part of an address that name its product, and the numbers that identify it. */
export function wordsOfAddress(url: URL): {
  readonly words: readonly string[];
  readonly ids: readonly string[];
} {
  const { parts, query } = placeOf(url);
  const all = wordsIn(`${parts.at(-1) ?? ""} ${query}`);
  const tellsNothing = !all.some((word) => /\p{L}{3}/u.test(word) && !GENERIC.has(word));
  const own = tellsNothing ? [...all, ...wordsIn(parts.at(-2) ?? "")] : all;
  return {
    words: own.filter((word) => word.length >= 2 && !/^\d+$/.test(word) && !GENERIC.has(word)),
    ids: all.filter((word) => word.length >= SHORTEST_ID && /\d/.test(word)),
  };
}

const SEARCH =
  /^(?:(?:catalog)?search(?:results?)?|suche|suchen|suchergebnis(?:se)?|recherche|buscar|busca|b[uú]squeda|cerca|ricerca|zoeken|szukaj|hledat|hledani|s[oö]k|404)$/;

/**
 * Returns what an address tells of the page's product: its path, and what its query says of a product, or has kept of
 * the requested one. Apart from it what it repeats of a request, as a search does, or a note of where a reader was led
 * from.
 */
export function wordingOf(url: URL, requested: URL): { readonly shown: string; readonly repeated: string } {
  const path = decoded(url.pathname);
  const isSearch = placeOf(url).parts.some((part) => SEARCH.test(part));
  const isOfProduct = ([key, value]: readonly [string, string]) =>
    PRODUCT_KEY.test(key) || requested.searchParams.get(key) === value;
  const query = [...url.searchParams];
  const textOf = (values: readonly (readonly [string, string])[]) =>
    values.map(([, value]) => value).join(" ");
  const shown = textOf(query.filter(isOfProduct));
  const repeated = textOf(query.filter((each) => !isOfProduct(each)));
  return isSearch
    ? { shown: "", repeated: `${path} ${shown} ${repeated}` }
    : { shown: `${path} ${shown}`, repeated };
}

/** Returns the words and numbers of a text in lower case. */
export const wordsIn = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
