/**
 * Names of columns in merchants' files, by the field they certainly mean. A name that is used for two things ("EK
 * brutto", "quantity", "date of the order", an EAN) is not listed: its column is left for a person to map.
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
  brand: ["brand, manufacturer, Marke, Hersteller, marque, fabricant, marca, fabricante, merk"],
  category: [
    "category, product category, Kategorie, Warengruppe, Produktkategorie, catégorie, categoría, categoria, categorie",
  ],
  tags: ["tags, Schlagwörter, Schlagworte, étiquettes, etiquetas, etichette"],
  price: [
    "price, selling price, sales price, Preis, Verkaufspreis, VK, VK-Preis, Ladenpreis",
    "prix, prix de vente, precio, precio de venta, prezzo, prezzo di vendita, prijs, verkoopprijs",
  ],
  currency: ["currency, currency code, Währung, Waehrung, devise, moneda, valuta, divisa"],
  cost: [
    "cost, cost price, unit cost, cost per item, cost of goods, purchase price, purchase cost, buying price",
    "EK, EK netto, EK-Preis, EK-Preis netto, Einkaufspreis, Einkaufspreis netto, Einstandspreis",
    "prix d'achat, prix d'achat HT, coût d'achat, precio de compra, coste, costo, prezzo di acquisto, inkoopprijs",
  ],
  compare_at_price: [
    "compare at price, compare-at price, was price, Streichpreis, prix barré, precio tachado, prezzo barrato",
  ],
  map_price: ["map price, map, minimum advertised price"],
  min_price: [
    "min price, minimum price, Mindestpreis, Minimalpreis, prix minimum, prix minimal",
    "precio mínimo, prezzo minimo, minimumprijs",
  ],
  max_price: [
    "max price, maximum price, Höchstpreis, Maximalpreis, prix maximum, prix maximal",
    "precio máximo, prezzo massimo, maximumprijs",
  ],
  msrp: ["msrp, rrp, recommended retail price, UVP, unverbindliche Preisempfehlung, PVP recomendado"],
  pack_size: ["pack size, package size, Packungsgröße, Gebindegröße, conditionnement, tamaño del paquete"],
  stock: [
    "stock, stock quantity, stock on hand, on hand, inventory, inventory quantity, Bestand, Lagerbestand, Lagermenge",
    "stock disponible, existencias, giacenza, voorraad",
  ],
  url: ["url, link, product url, product link, Produkt-URL, Produktlink, page, page url, lien, enlace"],
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
  price_selector: ["price selector, css selector, selector, Preisselektor"],
} as const satisfies Record<string, readonly string[]>;

/** A field that a column of a file can be read as. */
export type ImportField = keyof typeof SPELLINGS;
