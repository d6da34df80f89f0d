import { byField, fieldOf } from "@/server/domain/items/declared-fields";

/**
 * Names of columns in merchants' files, by the field they certainly mean. A name that is used for two things ("EK
 * brutto", "quantity", "date of the order", an EAN) is not listed: its column is left for a person to map. Those of an
 * item's fields stand in their table.
 */
export const SPELLINGS = {
  sku: [
    "sku, item sku, product sku, variant sku, article number, article no, item number, item no, stock keeping unit",
    "Artikelnummer, Artikel-Nr., Artikelnr, Art.-Nr., Art. Nr., référence article, code article, réf. article",
    "referencia del artículo, código de artículo, codice articolo, artikelcode",
  ],
  title: [
    "title, name, item name, product name, product title, article name",
    "Titel, Bezeichnung, Artikelbezeichnung, Artikelname, Produktname, Produktbezeichnung",
    "titre, nom du produit, désignation, libellé, título, nombre del producto, titolo, nome prodotto, productnaam",
  ],
  currency: ["currency, currency code, Währung, Waehrung, devise, moneda, valuta, divisa"],
  cost_updated_at: ["cost updated at"],
  archived: ["archived, archiviert, archivé, archivado, archiviato"],
  seller: [
    "seller, competitor, competitor name, merchant, Händler, Wettbewerber, Mitbewerber, Anbieter, Verkäufer",
    "vendeur, concurrent, vendedor, competidor, venditore, concorrente, verkoper",
  ],
  in_stock: [
    "in stock, available, availability, verfügbar, Verfügbarkeit, lieferbar, disponible, disponibilité, disponibile",
  ],
  observed_at: [
    "observed at, observed, seen at, seen, checked at, timestamp, Zeitpunkt, Zeitstempel, gesehen am, vu le",
  ],
  valid_from: [
    "valid from, price valid from, gültig ab, gültig von, valable à partir du, válido desde, valido dal, geldig vanaf",
  ],
  valid_until: [
    "valid until, valid to, price valid until, gültig bis, valable jusqu'au, válido hasta, valido fino al, geldig tot",
  ],
  shipping: [
    "shipping, shipping cost, delivery cost, Versandkosten, frais de port, gastos de envío, spese di spedizione, verzendkosten",
  ],
  price_selector: ["price selector, css selector, selector, Preisselektor"],
  ...byField((name) => fieldOf(name).spellings),
} as const satisfies Record<string, readonly string[]>;

/** Names of a price with VAT; they mean the price only in a workspace whose prices include it. */
export const GROSS_PRICE_SPELLINGS =
  "VK brutto, VK-Preis brutto, Verkaufspreis brutto, VK inkl. MwSt, VK-Preis inkl. MwSt, Verkaufspreis inkl. MwSt";

/** A field that a column of a file can be read as. */
export type ImportField = keyof typeof SPELLINGS;
