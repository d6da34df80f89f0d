import { FLAGS } from "./cells";
import { headerKey } from "./header-key";

/** What feeds, shops and lists write of stock, in English, German, French, Spanish, Italian and Dutch. */
const IN_STOCK = [
  "in stock, available, limited availability, limited stock, in store only, online only, y",
  "ja, auf Lager, lagernd, lieferbar, sofort lieferbar, verfügbar, sofort verfügbar, vorrätig",
  "oui, en stock, disponible, sí, en existencia, hay stock, sì, disponibile, in magazzino",
  "op voorraad, leverbaar, direct leverbaar, beschikbaar",
];
const OUT_OF_STOCK = [
  "out of stock, out stock, not in stock, sold out, unavailable, not available, discontinued, n",
  "nein, nicht auf Lager, nicht lagernd, nicht lieferbar, nicht verfügbar, nicht vorrätig, ausverkauft, vergriffen",
  "non, en rupture, rupture de stock, en rupture de stock, hors stock, épuisé, indisponible, non disponible",
  "agotado, sin stock, fuera de stock, no disponible, esaurito, non disponibile, non in magazzino",
  "nee, niet op voorraad, niet leverbaar, niet beschikbaar, uitverkocht",
  // Announced and back-ordered products cannot be bought now.
  "preorder, pre-order, presale, pre-sale, backorder, back-order, made to order",
];
const keysOf = (lists: readonly string[]): string[] =>
  lists.flatMap((list) => list.split(",")).map((word) => headerKey(word));

const STOCK: ReadonlyMap<string, boolean> = new Map([
  ...Object.entries(FLAGS),
  ...keysOf(IN_STOCK).map((key) => [key, true] as const),
  ...keysOf(OUT_OF_STOCK).map((key) => [key, false] as const),
]);

const SCHEMA_ORG = /^https?:\/\/schema\.org\//i;

/**
 * Returns whether a word, or an address of schema.org, says that something is in stock; undefined for a word that is
 * not known.
 */
export const stockOf = (cell: string): boolean | undefined =>
  STOCK.get(headerKey(cell.replace(SCHEMA_ORG, "")));
